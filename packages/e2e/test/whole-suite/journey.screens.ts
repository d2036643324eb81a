// Follows a payment through WordPress, popup, ledger, typed client, PHP, refund and operator.
// With PICTURES=1 it writes screenshots to docs/images.
import { join } from 'node:path'
import { createClient } from '@cedi/client'
import { send } from '@cedi/client/fetch'
import { toPesewas } from '@cedi/client/money'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkoutFrame, payWithMtn } from '../../../../wordpress-plugin/tests/browser/checkout.js'
import {
  blockMarkup,
  openTrackedPage,
  publish,
  startTestSite,
  type TestSite,
} from '../../../../wordpress-plugin/tests/browser/test-site.js'

const screenshotFolder = join(import.meta.dirname, '../../../../docs/images')
const phone = { viewport: { width: 390, height: 780 } }

/** Takes a screenshot for the documentation if PICTURES is set. */
async function takeScreenshot(page: Page, name: string): Promise<void> {
  if (process.env['PICTURES']) await page.screenshot({ path: join(screenshotFolder, `journey-${name}.png`) })
}

let site: TestSite
beforeAll(async () => {
  site = await startTestSite({ woocommerce: true, config: "define( 'CEDI_COMMERCE_API_KEY', 'sk_test_all' );" })
})
afterAll(() => site?.close())

test("an order placed in WordPress appears in the ledger, the client and PHP, and the operator's refund appears in WordPress", async () => {
  const cedi = createClient({ baseUrl: site.service, apiKey: 'sk_test_all' })
  const buyer = await site.guest(phone)

  // A page with the block sells a product of the service.
  const blog = await openTrackedPage(buyer)
  await blog.page.goto(
    await publish(site, `<!-- wp:paragraph --><p>Woven in Bonwire.</p><!-- /wp:paragraph -->${blockMarkup({})}`),
  )
  await blog.page.locator('a[data-cedi-buy]').waitFor()
  await takeScreenshot(blog.page, '1-page')
  const successEvent = blog.page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        document.addEventListener('cedi:success', ({ type }) => resolve(type))
        setTimeout(resolve, 60_000, 'nothing in a minute')
      }),
  )
  await blog.page.locator('a[data-cedi-buy]').click()
  await checkoutFrame(blog.page).getByRole('button', { name: /MTN/ }).waitFor()
  await takeScreenshot(blog.page, '2-popup')
  await payWithMtn(blog.page)
  expect(await successEvent).toBe('cedi:success')
  const [blockOrder] = await send(cedi.orders.list({ limit: '1' }))
  expect(blockOrder).toMatchObject({ status: 'paid', total: 120, items: [{ name: 'Kente tote', quantity: 1 }] })
  const blockPayment = await send(cedi.payments.read(blockOrder?.payment_ref ?? ''))
  expect(blockPayment).toMatchObject({ status: 'succeeded', amount: 120, network: 'mtn' })

  // The WooCommerce shop of the same site gets an order.
  await site.php(
    "update_option( 'woocommerce_cedi_commerce_settings', array( 'enabled' => 'yes', 'title' => 'Mobile money or card', 'flow' => 'popup' ) ); return true;",
  )
  const shop = await openTrackedPage(buyer)
  await shop.page.goto(`${site.url}/checkout/?add=45.50`)
  await takeScreenshot(shop.page, '3-checkout')
  await shop.page.getByRole('button', { name: 'Place order' }).click()
  await payWithMtn(shop.page)
  await shop.page.waitForURL(/order-received/)
  await takeScreenshot(shop.page, '4-received')
  const shopOrder = (await site.php(
    "$all = wc_get_orders( array( 'limit' => 1, 'orderby' => 'date', 'order' => 'DESC', 'type' => 'shop_order' ) ); return array( 'id' => $all[0]->get_id(), 'paid' => $all[0]->is_paid(), 'ref' => $all[0]->get_transaction_id(), 'total' => $all[0]->get_total() );",
  )) as { id: number; paid: boolean; ref: string; total: string }
  expect(shopOrder).toMatchObject({ paid: true, total: expect.stringMatching(/^45\.50?$/) })
  const shopPayment = await send(cedi.payments.read(shopOrder.ref))
  expect(shopPayment).toMatchObject({ status: 'succeeded', amount: 45.5, fee: 2.09, net: 43.41 })

  // PHP and TypeScript read the same balance.
  const balance = await send(cedi.balance.read())
  expect(toPesewas(balance.available)).toBe(toPesewas(blockPayment.net) + toPesewas(shopPayment.net))
  const phpBalance = await site.php("return Cedi\\Commerce\\Support\\Api::from_settings()->request( 'readBalance' );")
  expect(phpBalance).toMatchObject({ available: balance.available, reserved: 0 })

  // The merchant requests a partial refund. WordPress shows it as requested.
  await site.php(
    `return wc_create_refund( array( 'order_id' => ${shopOrder.id}, 'amount' => '20.00', 'reason' => 'A seam', 'refund_payment' => true ) ) ? 1 : 0;`,
  )
  expect(await send(cedi.balance.read())).toMatchObject({ reserved: 20 })
  const merchant = await openTrackedPage(await site.admin({ viewport: { width: 1280, height: 900 } }))
  const panel = merchant.page.locator('.cedi-commerce-order')
  await merchant.page.goto(`${site.url}/wp-admin/post.php?post=${shopOrder.id}&action=edit`)
  await panel.getByText('Refund requested, not yet paid').waitFor()

  // The operator marks the refund as paid.
  const operator = await openTrackedPage(await site.guest(phone))
  const { url } = (await site.mock.control('POST', 'operator/invitations')) as { url: string }
  await operator.page.goto(url)
  await operator.page.locator('button.main').click()
  await operator.page.waitForURL('**/operator')
  await operator.page.goto(`${site.service}/operator/refunds`)
  await operator.page.getByText('Ama Serwaa Studio').click()
  await operator.page.getByRole('checkbox', { name: /I have sent/ }).check()
  await operator.page.getByRole('textbox').first().fill('MoMo 4431')
  await takeScreenshot(operator.page, '5-operator')
  await operator.page.getByRole('button', { name: 'Mark as paid' }).click()
  await operator.page.getByRole('status').getByText('Marked as paid.').waitFor()

  // WordPress reads the refund and shows it as paid.
  await panel.getByRole('button', { name: 'Check now' }).click()
  await panel.getByText('Paid out').first().waitFor()
  await takeScreenshot(merchant.page, '6-order')

  // The ledger verifies.
  expect((await send(cedi.payments.read(shopOrder.ref))).refunded_amount).toBe(20)
  expect(await send(cedi.balance.read())).toMatchObject({ available: balance.available - 20, reserved: 0 })
  expect(await site.mock.control('GET', 'ledger/verify')).toMatchObject({ ok: true })
  for (const { errors } of [blog, shop, merchant, operator]) expect(errors).toEqual([])
})
