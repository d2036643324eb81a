// Opens the checkout of an order. Creates one intent per order, and another only after it has expired.
import { send } from '@cedi/client/fetch'

/** @typedef {import('./orders.mjs').Order} Order */

/** Minimum remaining lifetime of a checkout that is opened again. */
const minRemainingMs = 2 * 60_000

/**
 * @param {object} shop
 * @param {import('@cedi/client').Client} shop.cedi
 * @param {import('./orders.mjs').Orders} shop.orders
 * @param {() => number} shop.nowMs
 * @param {import('@cedi/client/settle').Settlement} shop.settlement
 * @param {(order: Order) => string} shop.toOrderUrl Returns the URL of an order's page.
 */
export function createCheckouts({ cedi, orders, nowMs, settlement, toOrderUrl }) {
  /** Pending openings by order, so that a double click opens one checkout. @type {Map<string, Promise<Order>>} */
  const opening = new Map()

  /** @param {Order} order */
  const isOpen = (order) => Date.parse(order.checkouts.at(-1)?.expiresAt ?? '') - nowMs() > minRemainingMs

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
            // Identifies the order in every payment of the intent.
            metadata: { order: id },
            // Target of the full page. Only pages of the same origin may show the popup.
            return_url: toOrderUrl(order),
            ...(order.email ? { email: order.email } : {}),
          },
          // A retry after a lost response returns the same intent. A new key after it has expired creates another.
          { idempotencyKey: `order-${id}-${order.checkouts.length}` },
        ),
        { timeoutMs: 10_000, retryWrites: true },
      )
      const { client_token: token, checkout_url: url, amount, expires_at: expiresAt } = intent
      // Tracking starts before the buyer can pay.
      await settlement.track({ order: id, amount, expiresAt })
      const newCheckout = /** @type {Order} */ (orders.read(id))
      orders.save({ ...newCheckout, checkouts: [...newCheckout.checkouts, { token, url, amount, expiresAt }] })
    }
    return /** @type {Order} */ (orders.read(id))
  }

  return {
    /**
     * Opens a checkout, or returns the open one. Returns none if the order is paid, or if a payment of it is pending.
     *
     * @param {Order} order
     * @returns {Promise<{ order: Order, checkout: import('./orders.mjs').Checkout | undefined }>}
     */
    async open(order) {
      const state = await settlement.check(order.id)
      if (state === 'paid' || state === 'pending')
        return { order: /** @type {Order} */ (orders.read(order.id)), checkout: undefined }
      const pending = opening.get(order.id) ?? open(order.id).finally(() => opening.delete(order.id))
      opening.set(order.id, pending)
      const opened = await pending
      return { order: opened, checkout: opened.checkouts.at(-1) }
    },
  }
}
