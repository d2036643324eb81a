// What the shop remembers. It outlives a restart: an order is written down before anybody is asked for money.
import { appendFileSync, existsSync, readFileSync } from 'node:fs'

/**
 * @typedef {object} Order
 * @property {string} id Made by chance: whoever knows it may see the order.
 * @property {string} createdAt
 * @property {import('@cedi/client').Product} product As it was when it was ordered.
 * @property {number} quantity
 * @property {string} email Empty when the buyer gave none.
 * @property {readonly Checkout[]} checkouts The latest one last. They are over after a while, and then there is another.
 * @property {Readonly<Record<string, import('@cedi/client').Payment>>} payments As they were last read, by ref.
 * @property {string | null} paidBy The ref of the payment that paid it. Written once.
 */

/**
 * @typedef {object} Checkout
 * @property {string} token What the page hands to service.js.
 * @property {string} url The same as a page of its own.
 * @property {number} amount What the buyer pays, in GH₵.
 * @property {string} expiresAt
 */

/**
 * Orders in memory and, given a file, one line for each change in it. A shop with a database keeps them there.
 *
 * @param {string} [file]
 */
export function createOrders(file) {
  /** @type {Map<string, Order>} */
  const orders = new Map()
  if (file && existsSync(file))
    for (const line of readFileSync(file, 'utf8').split('\n').filter(Boolean)) {
      const order = /** @type {Order} */ (JSON.parse(line))
      orders.set(order.id, order)
    }
  return {
    /** @param {string} id */
    read: (id) => orders.get(id),
    all: () => [...orders.values()],
    /**
     * Writes an order down. Whoever changes one reads it, changes it and saves it without waiting for anything
     * between, so that two requests never undo each other.
     *
     * @param {Order} order
     */
    save(order) {
      if (file) appendFileSync(file, `${JSON.stringify(order)}\n`)
      orders.set(order.id, order)
      return order
    },
  }
}

/** @typedef {ReturnType<typeof createOrders>} Orders */

/**
 * Where an order stands, from the payments that the service told of.
 *
 * - `paid`: one of them succeeded, and is for this order and its whole amount.
 * - `pending`: the buyer may still approve one. A normal end of a visit.
 * - `failed`: the last one did not work. Another may be tried.
 * - `open`: there is none.
 *
 * @param {Order} order
 * @returns {'paid' | 'pending' | 'failed' | 'open'}
 */
export function stateOf(order) {
  if (order.paidBy !== null) return 'paid'
  const payments = Object.values(order.payments)
  if (payments.some(({ status }) => status === 'pending')) return 'pending'
  return payments.length > 0 ? 'failed' : 'open'
}
