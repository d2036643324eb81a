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

// The test double has no variations.
describe.runIf(process.env.WC_DIR)('a variable product', () => {
  const createVariableProduct = (): Promise<[number, number, number]> =>
    php(`
      $attribute = new WC_Product_Attribute(); $attribute->set_name( 'Size' ); $attribute->set_options( array( 'Small', 'Large' ) ); $attribute->set_visible( true ); $attribute->set_variation( true );
      $product = new WC_Product_Variable(); $product->set_name( 'Kente tote' ); $product->set_attributes( array( $attribute ) ); $product->save();
      $ids = array( $product->get_id() );
      foreach ( array( 'Small' => '20.00', 'Large' => '30.00' ) as $size => $price ) { $one = new WC_Product_Variation(); $one->set_parent_id( $product->get_id() ); $one->set_attributes( array( 'size' => $size ) ); $one->set_regular_price( $price ); $one->save(); $ids[] = $one->get_id(); }
      return $ids;`)

  it('its shortcode shows the author a reason, and the shortcode of a variation sells it', async () => {
    const [parent, small] = await createVariableProduct()
    const render = (id: number, user: number): Promise<string> =>
      php(`wp_set_current_user( ${user} ); return do_shortcode( '[cedi_commerce_button shop_product="${id}"]' );`)
    expect(await render(parent, 1)).toContain('this product has variations')
    expect(await render(parent, 0)).toBe('')
    expect(await render(small, 0)).toContain(`add-to-cart=${small}`)
  })

  it('a second click sets the quantity of the chosen variation, and another variation is added', async () => {
    const [parent, small, large] = await createVariableProduct()
    let cookie = ''
    const submit = async (variation: number, size: string, quantity: string) => {
      const response = await fetch(`${shop.url}/?cedi_commerce_express=1`, {
        method: 'POST',
        redirect: 'manual',
        headers: { cookie },
        body: new URLSearchParams({
          'add-to-cart': String(parent),
          product_id: String(parent),
          variation_id: String(variation),
          attribute_size: size,
          quantity,
        }),
      })
      cookie = [cookie, ...response.headers.getSetCookie().map((line) => line.split(';')[0])].filter(Boolean).join('; ')
      return [response.status, response.headers.get('location')]
    }
    const readCart = async () => (await fetch(`${shop.url}/wp-json/wc/store/v1/cart`, { headers: { cookie } })).json()
    const toCheckout = [302, expect.stringContaining('/checkout/?cedi_commerce_express=1')]
    expect(await submit(small, 'Small', '2')).toEqual(toCheckout)
    expect(await submit(small, 'Small', '3')).toEqual(toCheckout)
    expect(await submit(large, 'Large', '1')).toEqual(toCheckout)
    const { items } = await readCart()
    expect(items.map((item: { id: number; quantity: number }) => [item.id, item.quantity])).toEqual([
      [small, 3],
      [large, 1],
    ])
  })
})

describe.runIf(process.env.WC_DIR)('the button of a variation that allows any value of an attribute', () => {
  it('a second click with another value adds the product instead of changing the first one', async () => {
    const [parent, variation] = await php(`
      $attribute = new WC_Product_Attribute(); $attribute->set_name( 'Colour' ); $attribute->set_options( array( 'Gold', 'Green' ) ); $attribute->set_visible( true ); $attribute->set_variation( true );
      $product = new WC_Product_Variable(); $product->set_name( 'Kente stole' ); $product->set_attributes( array( $attribute ) ); $product->save();
      $one = new WC_Product_Variation(); $one->set_parent_id( $product->get_id() ); $one->set_attributes( array( 'colour' => '' ) ); $one->set_regular_price( '20.00' ); $one->save();
      return array( $product->get_id(), $one->get_id() );`)
    let cookie = ''
    for (const colour of ['Gold', 'Green', 'Green']) {
      const response = await fetch(`${shop.url}/?cedi_commerce_express=1`, {
        method: 'POST',
        redirect: 'manual',
        headers: { cookie },
        body: new URLSearchParams({
          'add-to-cart': String(parent),
          product_id: String(parent),
          variation_id: String(variation),
          attribute_colour: colour,
          quantity: '1',
        }),
      })
      cookie = [cookie, ...response.headers.getSetCookie().map((line) => line.split(';')[0])].filter(Boolean).join('; ')
    }
    const { items } = await (await fetch(`${shop.url}/wp-json/wc/store/v1/cart`, { headers: { cookie } })).json()
    expect(
      items.map((item: { quantity: number; variation: { value: string }[] }) => [
        item.variation[0]?.value,
        item.quantity,
      ]),
    ).toEqual([
      ['Gold', 1],
      ['Green', 1],
    ])
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
