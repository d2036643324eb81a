import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openCheckout } from './checkout.mjs'
import { openShop, type Shop } from './shop.mjs'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop?.close())

const php = async (code: string) =>
  JSON.parse(await shop.site.php(join(import.meta.dirname, '../browser/run.php'), shop.site.core, code))
const saveSettings = (settings: string, isCardEnabled: boolean) =>
  php(
    `update_option( 'woocommerce_cedi_commerce_settings', array( 'enabled' => 'yes', 'flow' => 'redirect', ${settings} ) ); update_option( 'woocommerce_cedi_commerce_card_settings', array( 'enabled' => '${isCardEnabled ? 'yes' : 'no'}' ) ); return 1;`,
  )
const readNewestIntent = () => shop.mock.snapshot().ledger.merchants['demo']?.tables['intents']?.at(-1)
/** The token is in the path of the hosted checkout. */
const toToken = (url: string): string => url.slice(url.lastIndexOf('/') + 1)

describe.each(['classic', 'block'] as const)('the %s checkout with two payment methods', (checkoutType) => {
  beforeEach(() => saveSettings("'methods' => 'separate'", true))

  it.each([
    ['cedi_commerce', 'mobile_money'],
    ['cedi_commerce_card', 'card'],
  ])('an order with %s opens a checkout for %s', async (method, channel) => {
    const placeOrder = await openCheckout(shop, checkoutType, '45.50', method)
    const { redirect, status, text } = await placeOrder()
    expect(redirect, `${status} ${text.slice(0, 500)}`).toMatch(`${shop.service}/pay/`)
    expect(readNewestIntent()).toMatchObject({ channels: [channel] })
    const [stored, title] = await php(
      "$order = wc_get_orders( array( 'limit' => 1, 'orderby' => 'ID', 'order' => 'DESC', 'type' => 'shop_order' ) )[0]; return array( $order->get_payment_method(), $order->get_payment_method_title() );",
    )
    expect(stored).toBe(method)
    // The test double stores no title.
    if (process.env.WC_DIR) expect(title).toBe(channel === 'card' ? 'Card' : 'Mobile money')
  })

  it('cards that are switched off cannot be chosen', async () => {
    await saveSettings("'methods' => 'separate'", false)
    const placeOrder = await openCheckout(shop, checkoutType, '45.50', 'cedi_commerce_card')
    const { redirect, text } = await placeOrder()
    expect([redirect, text]).toEqual(['', expect.stringMatching(/payment method/i)])
  })

  it.each([
    ['no', 'processing'],
    ['yes', 'completed'],
  ])('with auto-complete set to %s, a paid virtual order is %s', async (setting, expected) => {
    await saveSettings(`'complete_virtual' => '${setting}'`, false)
    const placeOrder = await openCheckout(shop, checkoutType, '45.50')
    const { redirect } = await placeOrder()
    await shop.payByCard(toToken(redirect))
    const id: number = await php(
      "return wc_get_orders( array( 'limit' => 1, 'orderby' => 'ID', 'order' => 'DESC', 'type' => 'shop_order', 'return' => 'ids' ) )[0];",
    )
    await php(`Cedi\\Commerce\\Order\\Payment_Checker::check( ${id} ); return 1;`)
    expect((await shop.readOrders([id]))[0]?.status).toBe(expected)
  })
})

it('nothing is written to the PHP error log', () => {
  expect(shop.site.debugLog()).toBe('')
})
