// How the shop learns that it was paid. Nothing that a browser says counts: only what the service answers to the key.
import { settle } from '@cedi/settle'

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
        // Here a shop tells those who pack, writes the receipt, opens the course.
        const { product, quantity } = read(id)
        log(`order ${id}: paid by ${payment.ref}. Give ${quantity} × ${product.name}.`)
      },
      failed: ({ order: id, payment, tx }) => tx.save({ ...read(id), failure: payment.failure?.code ?? 'unknown' }),
      expired: ({ order: id, payment, tx }) => tx.save({ ...read(id), failure: payment.failure?.code ?? 'unknown' }),
      review({ order: id, payment, reason }) {
        const what = reason === 'paid_twice' ? 'paid a second time by' : `look at (${reason}) the payment`
        log(`order ${id}: ${what} ${payment.ref}. Refund that payment.`)
      },
    },
  })
}
