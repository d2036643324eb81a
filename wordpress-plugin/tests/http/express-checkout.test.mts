import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openShop, type Shop } from './shop.mjs'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
  await php(
    "update_option( 'woocommerce_cedi_commerce_settings', array( 'enabled' => 'yes', 'flow' => 'popup' ) ); return 1;",
  )
})
afterAll(() => shop?.close())

const php = async (code: string) =>
  JSON.parse(await shop.site.php(join(import.meta.dirname, '../browser/run.php'), shop.site.core, code))
const createProduct = (setters: string): Promise<number> =>
  php(
    `$product = new WC_Product_Simple(); $product->set_name( 'Kente tote' ); $product->set_regular_price( '45.50' ); ${setters} $product->save(); return $product->get_id();`,
  )

/** Follows a buy button. Returns the redirect and the cookies of the session. */
async function click(id: number, cookie = '') {
  const response = await fetch(`${shop.url}/?add-to-cart=${id}&cedi_commerce_express=1`, {
    redirect: 'manual',
    headers: { cookie },
  })
  const cookies = response.headers.getSetCookie().map((line) => line.split(';')[0])
  return {
    status: response.status,
    location: response.headers.get('location') ?? '',
    cookie: [cookie, ...cookies].filter(Boolean).join('; '),
  }
}

describe('the button of a shop product', () => {
  it.each([
    ['an ordinary product', ''],
    ['the last piece', '$product->set_manage_stock( true ); $product->set_stock_quantity( 1 );'],
    ['a product that is sold individually', '$product->set_sold_individually( true );'],
  ])('a second click with %s opens the checkout with the same cart', async (_, setters) => {
    const id = await createProduct(setters)
    const first = await click(id)
    expect([first.status, first.location]).toEqual([302, expect.stringContaining('/checkout/?cedi_commerce_express=1')])
    const second = await click(id, first.cookie)
    expect([second.status, second.location]).toEqual([
      302,
      expect.stringContaining('/checkout/?cedi_commerce_express=1'),
    ])
    const page = await (await fetch(`${shop.url}/cart/`, { headers: { cookie: first.cookie } })).text()
    expect(page).toContain('45.50')
    expect(page).not.toContain('91.00')
  })

  it('a click on a product that cannot be added leads to its page', async () => {
    const id = await createProduct('$product->set_manage_stock( true ); $product->set_stock_quantity( 1 );')
    const { status, location } = await fetch(`${shop.url}/?add-to-cart=${id}&quantity=5&cedi_commerce_express=1`, {
      redirect: 'manual',
    }).then((response) => ({ status: response.status, location: response.headers.get('location') ?? '' }))
    expect(status).toBe(302)
    expect(location).not.toContain('/checkout/')
  })
})

describe('the payment status for a site whose REST API is closed', () => {
  const read = (id: number, key: string) =>
    fetch(`${shop.url}/wp-admin/admin-ajax.php?action=cedi_commerce_payment&id=${id}&key=${key}`)

  it('admin-ajax.php returns the status to the buyer with the order key', async () => {
    const { id, key } = await shop.order('45.50')
    const { attempts } = await shop.pay(id)
    await shop.payByCard(String(attempts[0]?.token))
    const response = await read(id, key)
    expect([response.status, await response.json()]).toEqual([
      200,
      { state: 'paid', message: 'The payment has arrived.', redirect: expect.stringContaining('/order-received/') },
    ])
    expect(response.headers.get('cache-control')).toContain('no-cache')
  })

  it('admin-ajax.php rejects another key and another order', async () => {
    const { id } = await shop.order('45.50')
    expect((await read(id, 'wc_order_wrong')).status).toBe(403)
    expect((await read(999_999, '')).status).toBe(403)
  })
})

it('nothing is written to the PHP error log', () => {
  expect(shop.site.debugLog()).toBe('')
})
