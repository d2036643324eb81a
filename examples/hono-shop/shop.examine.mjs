// Adapter of this shop for `cedi examine`.

/** @typedef {(path: string, init?: RequestInit) => Promise<Response>} Fetch */
/** @typedef {{ product: string, fetch: Fetch }} Buyer */

/** Checkouts by order, because the shop redirects a buyer whose payment is pending to the page of the order. @type {Map<string, string>} */
const checkoutUrls = new Map()

/** Texts of the page after the payment. @type {readonly [string, 'paid' | 'failed' | 'review'][]} */
const texts = [
  ['It is paid', 'paid'],
  ['No money was taken', 'failed'],
  ['We are looking into it', 'review'],
]

export default {
  name: 'hono-shop',

  /** Clicks "Buy" without JavaScript, which redirects to the checkout. The shop sells one piece. @param {Buyer} buyer */
  async order({ product, fetch }) {
    const response = await fetch(`/buy/${product}`, { method: 'POST' })
    const location = response.headers.get('location') ?? ''
    const [, created = ''] = new RegExp(`${product}=([\\w-]+)`).exec(response.headers.get('set-cookie') ?? '') ?? []
    const orderId = created || (/[?&]order=([\w-]+)/.exec(location)?.[1] ?? '')
    if (response.status !== 303 || !orderId) throw new Error(`POST /buy/${product} responded ${response.status}`)
    if (created) checkoutUrls.set(orderId, location)
    return { orderId, pay: { checkoutUrl: checkoutUrls.get(orderId) ?? '' } }
  },

  /** Reads the state from a page. The shop delivers when it records the payment. @param {string} orderId @param {{ fetch: Fetch }} shop */
  async state(orderId, shop) {
    const text = await (await shop.fetch(`/thanks?${new URLSearchParams({ order: orderId })}`)).text()
    const [, state = 'unpaid'] = texts.find(([part]) => text.includes(part)) ?? []
    return { state, delivered: state === 'paid' ? 1 : 0 }
  },

  /** @param {string} orderId @param {URLSearchParams} query @param {Buyer} buyer */
  async return(orderId, query, buyer) {
    const ref = query.get('ref') ?? ''
    const response = await buyer.fetch(`/thanks?${new URLSearchParams({ order: orderId, ref })}`)
    return { status: response.status, text: await response.text() }
  },

  pages: ['/', '/shop.js', '/nothing-here'],
  maxQuantity: 1,
}
