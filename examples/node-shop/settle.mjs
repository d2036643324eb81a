// Tracks payments. Only the service's responses to the shop's key count, not data from a browser.
import { settle } from '@cedi/client/settle'

/** @typedef {import('./orders.mjs').Order} Order */

/**
 * @param {object} shop
 * @param {import('@cedi/client').Client} shop.cedi
 * @param {import('./orders.mjs').Orders} shop.orders
 * @param {() => number} shop.nowMs
 * @param {(line: string) => void} shop.log
 */
export function createSettlement({ cedi, orders, nowMs, log }) {
  const read = (/** @type {string} */ id) => /** @type {Order} */ (orders.read(id))
  return settle({
    client: cedi,
    store: orders.store,
    nowMs,
    onError: (error) => log(error instanceof Error ? error.message : String(error)),
    on: {
      paid({ order: id, payment, tx }) {
        tx.save({ ...read(id), paidBy: payment.ref })
        // A real shop would notify the warehouse, send the receipt, or unlock the course here.
        const { product, quantity } = read(id)
        log(`order ${id}: paid by ${payment.ref}. Deliver ${quantity} × ${product.name}.`)
      },
      failed: ({ order: id, payment, tx }) => tx.save({ ...read(id), failure: payment.failure?.code ?? 'unknown' }),
      expired: ({ order: id, payment, tx }) => tx.save({ ...read(id), failure: payment.failure?.code ?? 'unknown' }),
      review({ order: id, payment, reason }) {
        const problem = reason === 'paid_twice' ? 'paid a second time by' : `manual review (${reason}) of`
        log(`order ${id}: ${problem} ${payment.ref}. Refund that payment.`)
      },
    },
  })
}
