// Adapter of this shop for `cedi examine`.

/** Page of the shop by buyer, so that a second click is on the same page. @type {WeakMap<object, Promise<Response>>} */
const visits = new WeakMap()

export default {
  name: 'php',

  /** Orders and requests the payment. */
  async order(buyer) {
    const visit = visits.get(buyer) ?? buyer.fetch('/')
    visits.set(buyer, visit)
    const { ok, status } = await visit
    if (!ok) visits.delete(buyer)
    if (!ok) throw new Error(`GET / responded ${status}`)
    const { name, email, phone, quantity, product } = buyer
    const body = new URLSearchParams({ name, email, phone, quantity: String(quantity), product })
    const response = await buyer.fetch('/checkout.php', { method: 'POST', body })
    if (!response.ok) throw new Error(`POST /checkout.php responded ${response.status}: ${await response.text()}`)
    const { order, ref } = await response.json()
    return { orderId: order, pay: { ref } }
  },

  /** Reads the state that the shop's employees see. */
  async state(orderId, shop) {
    const response = await shop.fetch(`/state.php?id=${orderId}`)
    if (!response.ok) throw new Error(`GET /state.php?id=${orderId} responded ${response.status}`)
    return response.json()
  },

  /** Opens the page to which the buyer returns. */
  async return(orderId, query, buyer) {
    const response = await buyer.fetch(`/order.php?id=${orderId}&${query}`)
    return { status: response.status, text: await response.text() }
  },

  webhook: '/webhook.php',
  pages: ['/', '/shop.js', '/nothing-here'],
}
