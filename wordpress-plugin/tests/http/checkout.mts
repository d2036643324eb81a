import type { Shop } from './shop.mjs'

/** Response to "Place order". */
export interface PlaceOrderResult {
  readonly status: number
  readonly redirect: string
  readonly text: string
}

const address = {
  first_name: 'Kofi',
  last_name: 'Mensah',
  address_1: '12 Oxford Street',
  city: 'Accra',
  state: 'AA',
  country: 'GH',
  phone: '0244123789',
  email: 'kofi@example.com',
}

/** A buyer with a full cart, at one of the two checkouts. */
export async function openCheckout(
  shop: Shop,
  checkoutType: 'classic' | 'block',
  total: string,
  method = 'cedi_commerce',
): Promise<() => Promise<PlaceOrderResult>> {
  const cart = await fetch(`${shop.url}/checkout/?add=${total}`)
  await cart.text()
  const cookie = cart.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  if (checkoutType === 'block')
    return async () => {
      const { headers } = await fetch(`${shop.url}/wp-json/wc/store/v1/cart`, { headers: { cookie } })
      const response = await fetch(`${shop.url}/wp-json/wc/store/v1/checkout`, {
        method: 'POST',
        headers: { cookie, 'content-type': 'application/json', nonce: headers.get('nonce') ?? '' },
        body: JSON.stringify({ payment_method: method, billing_address: address }),
      })
      const body = (await response.json()) as { message?: string; payment_result?: { redirect_url: string } }
      return {
        status: response.status,
        redirect: body.payment_result?.redirect_url ?? '',
        text: body.message ?? '',
      }
    }
  return async () => {
    const form = await (await fetch(`${shop.url}/checkout/`, { headers: { cookie } })).text()
    const name = 'woocommerce-process-checkout-nonce'
    const [, nonce = ''] = new RegExp(`name="${name}" value="(\\w+)"`).exec(form) ?? []
    const response = await fetch(`${shop.url}/checkout/`, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie },
      body: new URLSearchParams({
        woocommerce_checkout_place_order: '1',
        payment_method: method,
        [name]: nonce,
        ...Object.fromEntries(Object.entries(address).map(([field, value]) => [`billing_${field}`, value])),
      }),
    })
    return { status: response.status, redirect: response.headers.get('location') ?? '', text: await response.text() }
  }
}
