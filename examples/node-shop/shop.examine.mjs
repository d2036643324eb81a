// Adapter of this shop for `cedi examine`. Start the shop with: ORDERS_FILE=orders.txt npm start

/** @typedef {(path: string, init?: RequestInit) => Promise<Response>} Fetch */
/** @typedef {{ email: string, quantity: number, product: string, fetch: Fetch }} Buyer */

/** Product pages by buyer: a second click is on the same page, which contains the id of the order. @type {WeakMap<Buyer, Promise<string>>} */
const productPages = new WeakMap()
/** Checkouts by order, because the shop redirects a buyer whose payment is pending to the page of the order. @type {Map<string, string>} */
const checkoutUrls = new Map()

/** @type {Record<string, 'paid' | 'failed' | 'review'>} */
const states = { paid: 'paid', failed: 'failed', expired: 'failed', review: 'review' }

/** @param {Buyer} buyer */
async function openProductPage({ product, fetch }) {
  const response = await fetch(`/products/${product}`)
  if (!response.ok) throw new Error(`GET /products/${product} responded ${response.status}`)
  return response.text()
}

export default {
  name: 'node-shop',

  /** Orders with the form of the product page, which redirects to the checkout. @param {Buyer} buyer */
  async order(buyer) {
    const page = productPages.get(buyer) ?? openProductPage(buyer)
    productPages.set(buyer, page)
    const [, id = ''] = /name="order" value="([\w-]+)"/.exec(await page) ?? []
    const { product, quantity, email } = buyer
    const body = new URLSearchParams({ order: id, product, quantity: String(quantity), email })
    const response = await buyer.fetch('/orders', { method: 'POST', body })
    const location = response.headers.get('location') ?? ''
    const [, orderId = ''] = /order=([\w-]+)/.exec(response.headers.get('set-cookie') ?? '') ?? []
    if (response.status !== 303 || !orderId) throw new Error(`POST /orders responded ${response.status}`)
    if (location.includes('/pay/')) checkoutUrls.set(orderId, location)
    return { orderId, pay: { checkoutUrl: checkoutUrls.get(orderId) ?? '' } }
  },

  /** Reads the state. The shop delivers in the transaction that records the payment. @param {string} orderId @param {{ fetch: Fetch }} shop */
  async state(orderId, shop) {
    const response = await shop.fetch(`/orders/${orderId}/status`)
    if (!response.ok) throw new Error(`GET /orders/${orderId}/status responded ${response.status}`)
    const { state } = await response.json()
    return { state: states[state] ?? 'unpaid', delivered: state === 'paid' ? 1 : 0 }
  },

  /** @param {string} orderId @param {URLSearchParams} query @param {Buyer} buyer */
  async return(orderId, query, buyer) {
    const payment = query.get('payment') ?? query.get('ref') ?? ''
    const response = await buyer.fetch(`/orders/${orderId}?${new URLSearchParams({ payment })}`)
    return { status: response.status, text: await response.text() }
  },

  pages: ['/', '/browser.mjs', '/nothing-here'],
}
