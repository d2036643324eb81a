// Opens the checkout of an order: asks the service for an intent, and never for two where one will do.
import { send } from '@cedi/client/fetch'

/** @typedef {import('./orders.mjs').Order} Order */

/** A checkout that is over sooner is not worth opening. */
const leastMs = 2 * 60_000

/**
 * @param {object} shop
 * @param {import('@cedi/client').Client} shop.cedi
 * @param {import('./orders.mjs').Orders} shop.orders
 * @param {() => number} shop.nowMs
 * @param {import('@cedi/settle').Settlement} shop.settlement
 * @param {(order: Order) => string} shop.addressOf Where the order stands in the shop.
 */
export function createCheckouts({ cedi, orders, nowMs, settlement, addressOf }) {
  /** Those that are being opened, so that two presses of the button open one. @type {Map<string, Promise<Order>>} */
  const opening = new Map()

  /** @param {Order} order */
  const isOpen = (order) => Date.parse(order.checkouts.at(-1)?.expiresAt ?? '') - nowMs() > leastMs

  /** @param {string} id */
  async function open(id) {
    for (let attempt = 0; attempt < 2; attempt++) {
      const order = /** @type {Order} */ (orders.read(id))
      if (isOpen(order)) return order
      const intent = await send(
        cedi.checkoutIntents.create(
          {
            product_id: order.product.id,
            quantity: order.quantity,
            // Names our order in every payment that comes of it, whoever tells of it.
            metadata: { order: id },
            // The full page leads back there. Only pages of the same origin may show the popup.
            return_url: addressOf(order),
            ...(order.email ? { email: order.email } : {}),
          },
          // When the answer is lost, the second try gets the same intent. One of last hour's is over: then comes another.
          { idempotencyKey: `order-${id}-${order.checkouts.length}` },
        ),
        { timeoutMs: 10_000, retryWrites: true },
      )
      const { client_token: token, checkout_url: url, amount, expires_at: expiresAt } = intent
      // Before the buyer can pay: from here on the money is waited for.
      await settlement.track({ order: id, amount, expiresAt })
      const fresh = /** @type {Order} */ (orders.read(id))
      orders.save({ ...fresh, checkouts: [...fresh.checkouts, { token, url, amount, expiresAt }] })
    }
    return /** @type {Order} */ (orders.read(id))
  }

  return {
    /**
     * Opens a checkout, or gives the one that is open already. What was paid stays paid, and what may still be approved
     * on a phone is not asked for again: then there is none to open, and the state says why.
     *
     * @param {Order} order
     * @returns {Promise<{ order: Order, checkout: import('./orders.mjs').Checkout | undefined }>}
     */
    async open(order) {
      const state = await settlement.check(order.id)
      if (state === 'paid' || state === 'pending')
        return { order: /** @type {Order} */ (orders.read(order.id)), checkout: undefined }
      const work = opening.get(order.id) ?? open(order.id).finally(() => opening.delete(order.id))
      opening.set(order.id, work)
      const opened = await work
      return { order: opened, checkout: opened.checkouts.at(-1) }
    },
  }
}
