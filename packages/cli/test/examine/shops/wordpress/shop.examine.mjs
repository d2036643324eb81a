// Adapter of this shop for `cedi examine`.

/** Cart ids by buyer, like the sessions of WooCommerce. @type {WeakMap<object, string>} */
const carts = new WeakMap()

/** @param {typeof fetch} fetch @param {string} name @param {object} body */
async function call(fetch, name, body) {
  const headers = { 'Content-Type': 'application/json' }
  const response = await fetch(`/wp-json/shop/v1/${name}`, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`POST ${name} responded ${response.status}: ${await response.text()}`)
  return response.json()
}

export default {
  name: 'wordpress',

  /** Orders and opens the checkout. The order id contains the order key, which its page requires. */
  async order(buyer) {
    const cart = carts.get(buyer) ?? crypto.randomUUID()
    carts.set(buyer, cart)
    const { product, quantity, email, fetch } = buyer
    const { order, checkout_url: checkoutUrl } = await call(fetch, 'order', { cart, product, quantity, email })
    return { orderId: order, pay: { checkoutUrl } }
  },

  /** Reads the status of the order in WooCommerce, and how often it was completed. */
  async state(orderId, shop) {
    const { state, delivered } = await call(shop.fetch, 'state', { id: Number(orderId.split('-')[0]) })
    return { state, delivered }
  },

  /** Opens the order-received page. */
  async return(orderId, query, buyer) {
    const [id, ...key] = orderId.split('-')
    const parameters = new URLSearchParams({ key: key.join('-') })
    for (const [name, value] of query) parameters.append(name, value)
    const response = await buyer.fetch(`/checkout/order-received/${id}/?${parameters}`)
    return { status: response.status, text: await response.text() }
  },

  pages: ['/', '/nothing-here'],
}
