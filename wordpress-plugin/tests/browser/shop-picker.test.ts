import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { payWithMtn, placeOrderAsNewBuyer } from './checkout'
import { canvasFrame, disableWelcomeGuide, openEditor, readBlocks } from './editor'
import {
  blockMarkup,
  findAxeViolations,
  openTrackedPage,
  publish,
  readNewestOrder,
  startTestSite,
  type TestSite,
} from './test-site'

const button = '.wp-block-cedi-commerce-buy-button'
const empty = '<!-- wp:cedi-commerce/buy-button /-->'

let site: TestSite
let context: BrowserContext
beforeAll(async () => {
  site = await startTestSite({ woocommerce: true, config: "define( 'CEDI_COMMERCE_API_KEY', 'sk_test_all' );" })
  await disableWelcomeGuide(site)
  await site.php(
    "update_option( 'cedi_commerce_settings', array_merge( Cedi\\Commerce\\Support\\Settings::read(), array( 'handle' => 'ama' ) ) ); update_option( 'woocommerce_cedi_commerce_settings', array( 'enabled' => 'yes', 'flow' => 'popup' ) ); return true;",
  )
  context = await site.admin()
})
afterAll(() => site?.close())

const product = (name: string, stock = 5): Promise<number> =>
  site.php(
    `$it = new WC_Product_Simple(); $it->set_name( '${name}' ); $it->set_regular_price( '45.50' ); $it->set_manage_stock( true ); $it->set_stock_quantity( ${stock} ); $it->save(); return $it->get_id();`,
  ) as Promise<number>

const toAttributes = async (page: Page): Promise<Record<string, unknown> | undefined> =>
  (await readBlocks(page))[0]?.attributes

/** Chooses a product by a part of its name. */
async function pick(page: Page, text: string, name: RegExp): Promise<void> {
  const canvas = canvasFrame(page)
  await canvas.getByRole('combobox', { name: 'Product' }).fill(text)
  await canvas.getByRole('option', { name }).click()
}

describe('the picker for WooCommerce products', () => {
  it('a product is found by name, and the button sells it', async () => {
    const id = await product('Woven basket')
    const { page, errors } = await openTrackedPage(context)
    await openEditor(page, site, empty)
    const canvas = canvasFrame(page)
    await canvas.getByRole('radio', { name: /product of this shop/ }).check()
    await pick(page, 'bask', /Woven basket.*GH₵45\.50/)
    await canvas.locator(`${button} a[href*="add-to-cart=${id}"]`).waitFor()
    expect(await toAttributes(page)).toMatchObject({ shopProduct: id, product: '', productId: '', handle: '' })
    await canvas
      .locator(button)
      .first()
      .click({ position: { x: 2, y: 2 } })
    await page.getByLabel('Label').fill('Take it home')
    await page.getByLabel('Show the price').check()
    await canvas.locator(`${button} a`, { hasText: /^Take it home · .*45\.50$/ }).waitFor()
    // The shop's settings decide how a checkout opens.
    expect(await page.getByText('The checkout opens').count()).toBe(0)
    expect(await findAxeViolations(page, '.block-editor-block-inspector .components-panel__body')).toEqual([])
    if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/wordpress-shop-picker.png` })
    expect(errors).toEqual([])
    const { shopProduct, label, showPrice } = (await toAttributes(page)) ?? {}
    await page.close()

    const buyer = await site.guest()
    const front = await buyer.newPage()
    await front.goto(await publish(site, blockMarkup({ handle: '', product: '', shopProduct, label, showPrice })))
    await front.getByRole('link', { name: /^Take it home/ }).click()
    await front.waitForURL(/\/checkout\/\?cedi_commerce_express=1/)
    await placeOrderAsNewBuyer(front)
    await payWithMtn(front)
    await front.waitForURL(/order-received/, { timeout: 30_000 })
    expect(await readNewestOrder(site)).toMatchObject({ paid: true, total: '45.50' })
    await buyer.close()
  })

  it('the picker reports a selected product that is sold out or no longer exists', async () => {
    const soldOut = await product('Clay pot', 0)
    const { page } = await openTrackedPage(context)
    await openEditor(page, site, blockMarkup({ handle: '', product: '', shopProduct: soldOut }))
    await canvasFrame(page).getByText('Buyers see no button until it can be sold again.').first().waitFor()
    await openEditor(page, site, blockMarkup({ handle: '', product: '', shopProduct: 999999 }))
    await canvasFrame(page).getByText('This product is no longer in the shop.').first().waitFor()
    await page.close()
  })

  it('the picker reports a disabled payment method', async () => {
    await site.php("update_option( 'woocommerce_cedi_commerce_settings', array( 'enabled' => 'no' ) ); return 1;")
    const { page } = await openTrackedPage(context)
    await openEditor(page, site, empty)
    const canvas = canvasFrame(page)
    await canvas.getByRole('radio', { name: /product of this shop/ }).check()
    await canvas.getByText('the payment method is switched off').first().waitFor()
    await site.php("update_option( 'woocommerce_cedi_commerce_settings', array( 'enabled' => 'yes' ) ); return 1;")
    await canvas.getByRole('button', { name: 'Look again' }).click()
    await canvas.getByRole('combobox', { name: 'Product' }).waitFor()
    await page.close()
  })

  it('changing the product source clears the selected product', async () => {
    const id = await product('Palm oil')
    const { page } = await openTrackedPage(context)
    await openEditor(page, site, blockMarkup({ handle: '', product: '', shopProduct: id }))
    const canvas = canvasFrame(page)
    await canvas.locator(`${button} a`).waitFor()
    await canvas
      .locator(button)
      .first()
      .click({ position: { x: 2, y: 2 } })
    await page.getByRole('radio', { name: /product of the merchant portal/ }).check()
    await pick(page, 'shea', /Shea butter/)
    expect(await toAttributes(page)).toMatchObject({ shopProduct: 0, product: expect.stringMatching(/^shea-butter/) })
    await page.close()
  })
})

it('a product outside the first page of results is not reported as deleted', async () => {
  const old = await product('The oldest thing')
  await site.php(
    "for ( $i = 0; $i < 101; $i++ ) { $it = new WC_Product_Simple(); $it->set_name( 'Bead ' . $i ); $it->set_regular_price( '2.00' ); $it->save(); } return 1;",
  )
  for (let number = 0; number < 101; number++) {
    const { status } = await site.mock.handle({
      method: 'POST',
      url: '/api/v1/products',
      headers: { authorization: 'Bearer sk_test_all', 'content-type': 'application/json' },
      body: JSON.stringify({ name: `Bead ${number}`, type: 'physical', price: 2 }),
    })
    expect(status).toBe(201)
  }
  await site.php('Cedi\\Commerce\\Button\\Products::clear(); return 1;')
  const { page } = await openTrackedPage(context)
  await openEditor(page, site, empty)
  const canvas = canvasFrame(page)
  await pick(page, 'kente tote', /Kente tote/)
  await canvas.locator(`${button} a[data-product=kente-tote]`).waitFor()
  expect(await canvas.locator('.cedi-commerce-problem').count()).toBe(0)
  await openEditor(page, site, empty)
  await canvas.getByRole('radio', { name: /product of this shop/ }).check()
  await pick(page, 'oldest', /The oldest thing/)
  await canvas.locator(`${button} a[href*="add-to-cart=${old}"]`).waitFor()
  expect(await canvas.locator('.cedi-commerce-problem').count()).toBe(0)
  await page.close()
})
