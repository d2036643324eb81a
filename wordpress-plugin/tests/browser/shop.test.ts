import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { checkoutFrame, openCheckout, payWithMtn, placeOrderAsNewBuyer } from './checkout'
import { findAxeViolations, openTrackedPage, publish, readNewestOrder, startTestSite, type TestSite } from './test-site'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite({ woocommerce: true, config: "define( 'CEDI_COMMERCE_API_KEY', 'sk_test_all' );" })
})
afterAll(() => site?.close())

const enablePopup = (): Promise<unknown> =>
  site.php(
    `update_option( 'woocommerce_cedi_commerce_settings', array( 'enabled' => 'yes', 'title' => 'Mobile money or card', 'description' => 'MTN MoMo, Telecel Cash, AT Money, Visa, Mastercard.', 'flow' => 'popup' ) ); return true;`,
  )

async function placeOrder(page: Page, checkoutPath: 'checkout' | 'block', amount: string): Promise<void> {
  await openCheckout(site, page, checkoutPath, amount)
  await page.getByRole('button', { name: 'Place order' }).click()
}

describe.each(['checkout', 'block'] as const)('at the %s', (checkoutPath) => {
  let buyer: BrowserContext
  beforeEach(async () => {
    await enablePopup()
    buyer = await site.guest()
    return () => buyer.close()
  })

  it('an order is paid in the popup, and the buyer sees the thank-you page', async () => {
    const { page, errors } = await openTrackedPage(buyer)
    await placeOrder(page, checkoutPath, '45.50')
    await payWithMtn(page)
    await page.waitForURL(/order-received/)
    await page
      .getByText(/^Order received|order has been received/)
      .first()
      .waitFor()
    expect(await readNewestOrder(site)).toMatchObject({ paid: true })
    expect(errors).toEqual([])
  })

  it('the popup is prefilled with the phone number of the checkout', async () => {
    const { page } = await openTrackedPage(buyer)
    await openCheckout(site, page, checkoutPath, '46')
    await page.getByLabel(/Mobile money number/).fill('+233 24 412 3789')
    await page.getByLabel('Network').selectOption('mtn')
    await page.getByRole('button', { name: 'Place order' }).click()
    // The network is known, so the checkout begins with the number.
    const checkout = checkoutFrame(page)
    expect((await checkout.locator('input[type=tel]').inputValue()).replace(/\D/g, '').slice(-9)).toBe('244123789')
  })

  it('a buyer who closes the popup sees a message, and can still pay the same order', async () => {
    const { page } = await openTrackedPage(buyer)
    await placeOrder(page, checkoutPath, '47')
    await checkoutFrame(page).getByRole('button', { name: /MTN/ }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('The payment was not finished.').first().waitFor()
    const first = await readNewestOrder(site)
    expect(first.paid).toBe(false)
    await page
      .getByRole('button', { name: 'Place order' })
      .or(page.getByRole('link', { name: 'Pay now' }))
      .click()
    await payWithMtn(page)
    await page.waitForURL(/order-received/)
    expect(await readNewestOrder(site)).toMatchObject({ id: first.id, paid: true })
  })

  it('the buyer is redirected to the hosted checkout if service.js cannot be loaded', async () => {
    await buyer.route(`${site.service}/service.js`, (route) => route.abort())
    const page = await buyer.newPage()
    await placeOrder(page, checkoutPath, '48')
    // The page takes the token out of its address as soon as it is there.
    await page.waitForURL((url) => url.origin === site.service && url.pathname.startsWith('/pay'))
    await page.getByText('GH₵48.00').or(page.getByText('48.00')).first().waitFor()
  })

  it('the logos have text alternatives and load no file', async () => {
    const page = await buyer.newPage()
    const imageUrls: string[] = []
    page.on('request', (request) => {
      if (request.resourceType() === 'image' && !request.url().startsWith('data:')) imageUrls.push(request.url())
    })
    await openCheckout(site, page, checkoutPath, '51')
    for (const name of ['MTN MoMo', 'Telecel Cash', 'AT Money', 'Visa', 'Mastercard']) {
      const logo = page.getByRole('img', { name, exact: true })
      const { width = 0, height = 0 } = (await logo.boundingBox()) ?? {}
      expect([Math.round(width), Math.round(height) >= 24]).toEqual([38, true])
      expect(await logo.evaluate((each) => !(each instanceof HTMLImageElement) || each.naturalWidth > 0)).toBe(true)
    }
    expect(imageUrls.filter((url) => url.includes('cedi-commerce'))).toEqual([])
    if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/logos-${checkoutPath}.png` })
  })

  it('the checkout shows the test mode and its methods, and axe reports no violation', async () => {
    const page = await buyer.newPage()
    await openCheckout(site, page, checkoutPath, '50')
    await page.getByText(/^Test mode/).waitFor()
    expect(await page.getByLabel(/Mobile money number/).inputValue()).toBe('0244123789')
    expect(await page.getByLabel('Network').locator('option').allTextContents()).toEqual([
      'Choose while paying',
      'MTN MoMo',
      'Telecel Cash',
      'AT Money',
    ])
    // The rest of the page belongs to the theme and to WooCommerce.
    const paymentBox =
      checkoutPath === 'block' ? '.wc-block-components-radio-control-accordion-content' : '.payment_box'
    expect(await findAxeViolations(page, paymentBox)).toEqual([])
  })
})

describe('the express checkout', () => {
  const setExpress = (express: 'yes' | 'no'): Promise<unknown> =>
    site.php(
      `update_option( 'woocommerce_cedi_commerce_settings', array( 'enabled' => 'yes', 'flow' => 'popup', 'express' => '${express}' ) ); return true;`,
    )
  const product = (stock: number): Promise<{ id: number; url: string }> =>
    site.php(
      `$it = new WC_Product_Simple(); $it->set_name( 'Kente tote' ); $it->set_regular_price( '45.50' ); $it->set_manage_stock( true ); $it->set_stock_quantity( ${stock} ); $it->save(); return array( 'id' => $it->get_id(), 'url' => $it->get_permalink() );`,
    ) as Promise<{ id: number; url: string }>
  const express = /^Buy now: /

  it('the button of a product page opens the checkout with the method selected', async () => {
    await setExpress('yes')
    const buyer = await site.guest()
    const { page, errors } = await openTrackedPage(buyer)
    const { url } = await product(5)
    await page.goto(url)
    await page.getByLabel('Quantity').fill('2')
    await page.getByRole('button', { name: express }).click()
    await page.waitForURL(/\/checkout\/\?cedi_commerce_express=1/)
    expect(await page.locator('input[name=payment_method][value=cedi_commerce]').isChecked()).toBe(true)
    await placeOrderAsNewBuyer(page)
    await payWithMtn(page)
    await page.waitForURL(/order-received/)
    expect(await readNewestOrder(site)).toMatchObject({ paid: true })
    expect(await site.php(`return wc_get_order( ${(await readNewestOrder(site)).id} )->get_total();`)).toBe('91.00')
    expect(errors).toEqual([])
    await buyer.close()
  })

  it('a buy button sells a shop product on any page, and the cart has an express button', async () => {
    await setExpress('yes')
    const buyer = await site.guest()
    const page = await buyer.newPage()
    const { id } = await product(5)
    const shortcode = `[cedi_commerce_button shop_product="${id}" label="Take it home" price="yes"]`
    await page.goto(await publish(site, shortcode))
    const link = page.getByRole('link', { name: /^Take it home · .*45\.50/ })
    // It is in the text column, and needs no script of the service.
    expect(await link.evaluate((each) => each.parentElement?.className)).toContain('is-layout-flex')
    expect(await page.content()).not.toContain('embed.js')
    await link.click()
    await page.waitForURL(/\/checkout\/\?cedi_commerce_express=1/)
    await page.goto(`${site.url}/cart/`)
    await page.getByRole('link', { name: express }).click()
    await page.waitForURL(/\/checkout\/\?cedi_commerce_express=1/)
    await buyer.close()
  })

  it('no button is shown for a sold-out product or when the setting is off', async () => {
    const page = await (await site.guest()).newPage()
    const [available, soldOut] = [await product(5), await product(0)]
    await setExpress('yes')
    await page.goto(soldOut.url)
    expect(await page.getByRole('button', { name: express }).count()).toBe(0)
    await page.goto(await publish(site, `[cedi_commerce_button shop_product="${soldOut.id}"]`))
    expect(await page.getByRole('link', { name: 'Buy now' }).count()).toBe(0)
    await setExpress('no')
    await page.goto(available.url)
    expect(await page.getByRole('button', { name: express }).count()).toBe(0)
    await page.goto(`${site.url}/cart/`)
    expect(await page.getByRole('link', { name: express }).count()).toBe(0)
    await page.context().close()
  })
})

describe('the Checkout block', () => {
  const isDouble = !process.env.WC_DIR

  const setCashOnDelivery = (enabled: 'yes' | 'no'): Promise<unknown> =>
    site.php(
      `return update_option( 'woocommerce_cod_settings', array( 'enabled' => '${enabled}', 'enable_for_virtual' => 'yes', 'title' => 'Cash on delivery' ) );`,
    )

  it('the fields keep their values while another method is selected', async () => {
    await enablePopup()
    await setCashOnDelivery('yes')
    const page = await (await site.guest()).newPage()
    await page.goto(`${site.url}/checkout/?add=52`)
    await page.goto(`${site.url}/checkout-block/`)
    const change = (name: string): Promise<void> =>
      isDouble
        ? page.getByRole('button', { name: 'Change the method' }).click()
        : page.getByRole('radio', { name: new RegExp(name) }).check()
    if (!isDouble) await change('Mobile money or card')
    await page.getByLabel(/Mobile money number/).fill('0201234567')
    await page.getByLabel('Network').selectOption('telecel')
    await change('Cash on delivery')
    await page.getByLabel('Network').waitFor({ state: 'detached' })
    await change('Mobile money or card')
    expect(await page.getByLabel(/Mobile money number/).inputValue()).toBe('0201234567')
    expect(await page.getByLabel('Network').inputValue()).toBe('telecel')
    await setCashOnDelivery('no')
    await page.context().close()
  })

  it('the label has one line on a phone', async () => {
    await enablePopup()
    const page = await (await site.guest({ viewport: { width: 390, height: 740 } })).newPage()
    await openCheckout(site, page, 'block', '53')
    const label = page.getByText('Test mode', { exact: true }).locator('xpath=..')
    const { height = 0 } = (await label.boundingBox()) ?? {}
    expect(height).toBeLessThanOrEqual(32)
    // The title is whole. Logos that do not fit are hidden.
    const title = label.locator('> :first-child')
    expect(await title.innerText()).toBe('Mobile money or card')
    expect(await title.evaluate((each) => each.scrollWidth - each.clientWidth)).toBe(0)
    if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/label-390.png` })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await page.context().close()
  })
})

describe('the order-received page', () => {
  it.each(['open', 'closed'])('the page polls a pending payment and updates with an %s REST API', async (access) => {
    await enablePopup()
    const buyer = await site.guest({ viewport: { width: 360, height: 740 } })
    const { page, errors } = await openTrackedPage(buyer)
    if (access === 'closed')
      await page.route('**/wp-json/cedi-commerce/v1/orders/**', (route) =>
        route.fulfill({ status: 200, contentType: 'text/html', body: '<form>Log in</form>' }),
      )
    await placeOrder(page, 'checkout', access === 'open' ? '61' : '63')
    // A payment by this number stays pending, so the buyer leaves the popup and waits.
    await payWithMtn(page, '0244123129')
    await checkoutFrame(page).getByText('Approve on').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Stop waiting', exact: true }).click()
    await page.waitForURL(/order-received/)
    await page.getByText('We are checking your payment.').waitFor()
    expect((await readNewestOrder(site)).paid).toBe(false)
    const ref = await site.php(
      `return Cedi\\Commerce\\Order\\Order_Payments::of( wc_get_order( ${(await readNewestOrder(site)).id} ) )->attempts()->summaries()[0]['ref'];`,
    )
    await site.mock.control('POST', `payments/${ref}/approve`)
    await page.getByText('We are checking your payment.').waitFor({ state: 'detached', timeout: 40_000 })
    expect((await readNewestOrder(site)).paid).toBe(true)
    expect(errors).toEqual([])
    await buyer.close()
  })
})

describe('the order screen', () => {
  it('the screen lists attempts and refunds, checks on request, and axe reports no violation', async () => {
    await enablePopup()
    const buyer = await site.guest()
    const shop = await openTrackedPage(buyer)
    await placeOrder(shop.page, 'checkout', '62')
    // A payment by this number stays pending.
    await payWithMtn(shop.page, '0244123129')
    // The buyer closes the browser before the shop knows the payment.
    await checkoutFrame(shop.page).getByText('Approve on').waitFor()
    await buyer.close()
    const { id } = await readNewestOrder(site)
    const { page, errors } = await openTrackedPage(await site.admin())
    await page.goto(
      (await site.php(`return html_entity_decode( wc_get_order( ${id} )->get_edit_order_url() );`)) as string,
    )
    const panel = page.locator('.cedi-commerce-order')
    await panel.getByText('Waiting for the buyer').first().waitFor()
    await panel.getByText('GH₵62.00').waitFor()
    expect(await panel.innerText()).not.toContain('pay_')
    // The check finds the payment. Its reference alone does not change the order.
    await panel.getByRole('button', { name: 'Check now' }).click()
    await panel.getByText('nothing has changed').waitFor()
    expect(await panel.getByText('The order has moved on.').count()).toBe(0)
    const ref = await panel.getByText('pay_').innerText()
    await site.mock.control('POST', `payments/${ref}/approve`)
    await panel.getByRole('button', { name: 'Check now' }).click()
    await panel.getByText('The order has moved on.').waitFor()
    expect(await readNewestOrder(site)).toMatchObject({ id, paid: true })
    await site.php(
      `return wc_create_refund( array( 'order_id' => ${id}, 'amount' => '20.00', 'refund_payment' => true ) ) ? 1 : 0;`,
    )
    await page.reload()
    await panel.getByText('Refund requested, not yet paid').waitFor()
    await panel.getByText('GH₵20.00').waitFor()
    await panel.getByRole('button', { name: 'Check now' }).click()
    await panel.getByText('nothing has changed').waitFor()
    const refund = await site.php(
      `return Cedi\\Commerce\\Order\\Order_Payments::of( wc_get_order( ${id} ) )->refunds()->summaries()[0]['ref'];`,
    )
    await site.mock.control('POST', `refunds/${refund}/pay`)
    await panel.getByRole('button', { name: 'Check now' }).click()
    await panel.getByText('Paid out').waitFor()
    await panel.getByText('The order has moved on.').waitFor()
    expect(await panel.getByText('nothing has changed').count()).toBe(0)
    expect(await findAxeViolations(page, '#cedi-commerce-order')).toEqual([])
    expect(errors).toEqual([])
    await page.context().close()
  })
})

describe('the settings screen', () => {
  it('an address that is set in wp-config.php cannot be edited', async () => {
    const { page } = await openTrackedPage(await site.admin())
    await page.goto(`${site.url}/wp-admin/options-general.php?page=cedi-commerce`)
    await page.getByLabel('Address of the service').waitFor()
    expect(await page.getByLabel('Address of the service').isDisabled()).toBe(true)
    await page.getByText('The address is set in wp-config.php').waitFor()
    await page.context().close()
  })
})

describe('the scripts of the checkout', () => {
  it('the scripts are small, need no jQuery, and load only on checkout pages', async () => {
    const { gzipSync } = await import('node:zlib')
    const { readFileSync } = await import('node:fs')
    const gzipped = (name: string): number =>
      gzipSync(readFileSync(new URL(`../../build/${name}/index.js`, import.meta.url)), { level: 9 }).length
    expect(gzipped('checkout-block')).toBeLessThanOrEqual(2048)
    expect(gzipped('classic-checkout')).toBeLessThanOrEqual(1536)
    expect(gzipped('checkout-return')).toBeLessThanOrEqual(1536)
    expect(readFileSync(new URL('../../build/assets.json', import.meta.url), 'utf8')).not.toContain('jquery')
    const page = await (await site.guest()).newPage()
    await page.goto(site.url)
    expect(await page.content()).not.toMatch(/cedi-commerce[^"]*\.(?:js|css)/)
    await page.context().close()
  })
})
