import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { payWithMtn, placeFirstOrder } from './checkout'
import { blocksOf, canvasOf, openEditor, skipTheTour } from './editor'
import { block, findings, type Lab, newestOrder, openLab, publish, watch } from './lab'

const button = '.wp-block-cedi-commerce-buy-button'
const empty = '<!-- wp:cedi-commerce/buy-button /-->'

let lab: Lab
let context: BrowserContext
beforeAll(async () => {
  lab = await openLab({ woocommerce: true, config: "define( 'CEDI_COMMERCE_API_KEY', 'sk_test_all' );" })
  await skipTheTour(lab)
  await lab.php(
    "update_option( 'cedi_commerce_settings', array_merge( Cedi\\Commerce\\Support\\Settings::read(), array( 'handle' => 'ama' ) ) ); update_option( 'woocommerce_cedi_commerce_settings', array( 'enabled' => 'yes', 'flow' => 'popup' ) ); return true;",
  )
  context = await lab.admin()
})
afterAll(() => lab?.close())

const product = (name: string, stock = 5): Promise<number> =>
  lab.php(
    `$it = new WC_Product_Simple(); $it->set_name( '${name}' ); $it->set_regular_price( '45.50' ); $it->set_manage_stock( true ); $it->set_stock_quantity( ${stock} ); $it->save(); return $it->get_id();`,
  ) as Promise<number>

const toAttributes = async (page: Page): Promise<Record<string, unknown> | undefined> =>
  (await blocksOf(page))[0]?.attributes

/** Chooses a product by a part of its name. */
async function pick(page: Page, text: string, name: RegExp): Promise<void> {
  const canvas = canvasOf(page)
  await canvas.getByRole('combobox', { name: 'Product' }).fill(text)
  await canvas.getByRole('option', { name }).click()
}

describe('the picker of products of the shop', () => {
  it('finds a product of WooCommerce by its name, and the button sells it', async () => {
    const id = await product('Woven basket')
    const { page, errors } = await watch(context)
    await openEditor(page, lab, empty)
    const canvas = canvasOf(page)
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
    expect(await findings(page, '.block-editor-block-inspector .components-panel__body')).toEqual([])
    if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/wordpress-shop-picker.png` })
    expect(errors).toEqual([])
    const { shopProduct, label, showPrice } = (await toAttributes(page)) ?? {}
    await page.close()

    const buyer = await lab.guest()
    const front = await buyer.newPage()
    await front.goto(await publish(lab, block({ handle: '', product: '', shopProduct, label, showPrice })))
    await front.getByRole('link', { name: /^Take it home/ }).click()
    await front.waitForURL(/\/checkout\/\?cedi_commerce_express=1/)
    await placeFirstOrder(front)
    await payWithMtn(front)
    await front.waitForURL(/order-received/, { timeout: 30_000 })
    expect(await newestOrder(lab)).toMatchObject({ paid: true, total: '45.50' })
    await buyer.close()
  })

  it('the picker reports a chosen product that is sold out or no longer exists', async () => {
    const soldOut = await product('Clay pot', 0)
    const { page } = await watch(context)
    await openEditor(page, lab, block({ handle: '', product: '', shopProduct: soldOut }))
    await canvasOf(page).getByText('Buyers see no button until it can be sold again.').first().waitFor()
    await openEditor(page, lab, block({ handle: '', product: '', shopProduct: 999999 }))
    await canvasOf(page).getByText('This product is no longer in the shop.').first().waitFor()
    await page.close()
  })

  it('the picker reports a disabled payment method', async () => {
    await lab.php("update_option( 'woocommerce_cedi_commerce_settings', array( 'enabled' => 'no' ) ); return 1;")
    const { page } = await watch(context)
    await openEditor(page, lab, empty)
    const canvas = canvasOf(page)
    await canvas.getByRole('radio', { name: /product of this shop/ }).check()
    await canvas.getByText('the payment method is switched off').first().waitFor()
    await lab.php("update_option( 'woocommerce_cedi_commerce_settings', array( 'enabled' => 'yes' ) ); return 1;")
    await canvas.getByRole('button', { name: 'Look again' }).click()
    await canvas.getByRole('combobox', { name: 'Product' }).waitFor()
    await page.close()
  })

  it('forgets the chosen product when the other kind of product is chosen', async () => {
    const id = await product('Palm oil')
    const { page } = await watch(context)
    await openEditor(page, lab, block({ handle: '', product: '', shopProduct: id }))
    const canvas = canvasOf(page)
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

it('a product that only a search finds is not called gone, whether of the service or of the shop', async () => {
  const old = await product('The oldest thing')
  await lab.php(
    "for ( $i = 0; $i < 101; $i++ ) { $it = new WC_Product_Simple(); $it->set_name( 'Bead ' . $i ); $it->set_regular_price( '2.00' ); $it->save(); } return 1;",
  )
  for (let number = 0; number < 101; number++) {
    const { status } = await lab.mock.handle({
      method: 'POST',
      url: '/api/v1/products',
      headers: { authorization: 'Bearer sk_test_all', 'content-type': 'application/json' },
      body: JSON.stringify({ name: `Bead ${number}`, type: 'physical', price: 2 }),
    })
    expect(status).toBe(201)
  }
  await lab.php('Cedi\\Commerce\\Button\\Products::clear(); return 1;')
  const { page } = await watch(context)
  await openEditor(page, lab, empty)
  const canvas = canvasOf(page)
  await pick(page, 'kente tote', /Kente tote/)
  await canvas.locator(`${button} a[data-product=kente-tote]`).waitFor()
  expect(await canvas.locator('.cedi-commerce-trouble').count()).toBe(0)
  await openEditor(page, lab, empty)
  await canvas.getByRole('radio', { name: /product of this shop/ }).check()
  await pick(page, 'oldest', /The oldest thing/)
  await canvas.locator(`${button} a[href*="add-to-cart=${old}"]`).waitFor()
  expect(await canvas.locator('.cedi-commerce-trouble').count()).toBe(0)
  await page.close()
})
