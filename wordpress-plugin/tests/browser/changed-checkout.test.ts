import type { BrowserContext } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { checkoutFrame, openCheckout, payWithMtn } from './checkout'
import { openTrackedPage, readNewestOrder, startTestSite, type TestSite } from './test-site'

let site: TestSite
let buyer: BrowserContext
beforeAll(async () => {
  site = await startTestSite({ woocommerce: true, config: "define( 'CEDI_COMMERCE_API_KEY', 'sk_test_all' );" })
  await site.php(
    "update_option( 'woocommerce_cedi_commerce_settings', array( 'enabled' => 'yes', 'flow' => 'popup' ) ); return true;",
  )
})
afterAll(() => site?.close())
beforeEach(async () => {
  buyer = await site.guest()
})
afterEach(() => buyer.close())

const payments = (): { id: string; status: string }[] =>
  (site.mock.snapshot().ledger.merchants['demo']?.tables?.['payments'] ?? []) as unknown as {
    id: string
    status: string
  }[]

describe.each(['checkout', 'block'] as const)('at the %s, a cart that changes after an order', (path) => {
  it('starts no second payment while the first waits for an approval, and none after it was approved', async () => {
    const { page: firstTab } = await openTrackedPage(buyer)
    await openCheckout(site, firstTab, path, '64')
    await firstTab.getByRole('button', { name: 'Place order' }).click()
    // A payment by this number stays pending.
    await payWithMtn(firstTab, '0244123129')
    await checkoutFrame(firstTab).getByText('Approve on').waitFor()
    const first = await readNewestOrder(site)
    const [pending] = payments().filter(({ status }) => status === 'pending')
    const paymentCount = payments().length

    const { page: secondTab } = await openTrackedPage(buyer)
    await openCheckout(site, secondTab, path, '54')
    const placeOrder = secondTab.getByRole('button', { name: 'Place order' })
    await placeOrder.click()
    await secondTab
      .getByText(`The payment of your order #${first.id} waits to be approved on your phone.`)
      .first()
      .waitFor()

    await site.mock.control('POST', `payments/${pending?.id}/approve`)
    await placeOrder.click()
    await secondTab.getByText(`Your order #${first.id} has just been paid.`).first().waitFor()
    expect(payments().length).toBe(paymentCount)
    const paid = await site.php(
      "return array_map( static function ( $order ) { return $order->get_id(); }, wc_get_orders( array( 'limit' => -1, 'status' => array( 'processing', 'completed' ) ) ) );",
    )
    expect(paid).toContain(first.id)
    expect((await readNewestOrder(site)).paid && (await readNewestOrder(site)).id !== first.id).toBe(false)
  })
})

// The test double does not update its checkout.
describe.runIf(process.env.WC_DIR)('the classic checkout of a buyer with a saved number', () => {
  const isUpdate = (url: string): boolean => url.includes('wc-ajax=update_order_review')

  it('keeps the entered number and network when WooCommerce updates it', async () => {
    await site.php(
      "$coupon = new WC_Coupon(); $coupon->set_code( 'ten' ); $coupon->set_discount_type( 'fixed_cart' ); $coupon->set_amount( '10' ); $coupon->save(); return true;",
    )
    const { page, errors } = await openTrackedPage(buyer)
    await openCheckout(site, page, 'checkout', '66')
    const phone = page.getByLabel(/Mobile money number/)
    const network = page.getByLabel('Network')
    expect(await phone.inputValue()).toBe('0244123789')
    await phone.fill('0201234567')
    await network.selectOption('telecel')

    const townUpdate = page.waitForResponse((response) => isUpdate(response.url()))
    // WooCommerce counts keys, and requests the totals when the field is left.
    await page.locator('#billing_city').clear()
    await page.locator('#billing_city').pressSequentially('Kumasi')
    await page.locator('#billing_city').press('Tab')
    await townUpdate
    await page.waitForLoadState('networkidle')
    expect([await phone.inputValue(), await network.inputValue()]).toEqual(['0201234567', 'telecel'])

    const couponUpdate = page.waitForResponse((response) => isUpdate(response.url()))
    await page.getByText('Click here to enter your code').click()
    await page.locator('#coupon_code').fill('ten')
    await page.getByRole('button', { name: 'Apply coupon' }).click()
    await couponUpdate
    await page.locator('.cart-discount').waitFor()
    await page.waitForLoadState('networkidle')
    expect([await phone.inputValue(), await network.inputValue()]).toEqual(['0201234567', 'telecel'])

    await page.getByRole('button', { name: 'Place order' }).click()
    const field = checkoutFrame(page).locator('input[type=tel]')
    await expect.poll(async () => (await field.inputValue()).replace(/\D/g, '').slice(-9)).toBe('201234567')
    expect(errors).toEqual([])
  })
})
