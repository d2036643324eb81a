// How the shop learns that it was paid. Nothing that a browser says counts: only what the service answers to the key.
import { isApiError } from '@cedi/client'
import { pages, send } from '@cedi/client/fetch'
import { toPesewas } from '@cedi/client/money'
import { stateOf } from './orders.mjs'

/** @typedef {import('@cedi/client').Payment} Payment */
/** @typedef {import('./orders.mjs').Order} Order */

/** A buyer looks at a page meanwhile. */
const patience = { timeoutMs: 5_000 }
/** For so long after it was made, a payment of an order may turn up. */
const dayMs = 24 * 60 * 60_000
/** The clocks of two machines. */
const skewMs = 10 * 60_000

/**
 * Whether a payment is for this order, and for all of it: somebody may bring the ref of a payment that is for another
 * order, or for less.
 *
 * @param {Order} order
 * @param {Payment} payment
 */
const isFor = (order, payment) =>
  payment.metadata['order'] === order.id &&
  payment.currency === 'GHS' &&
  order.checkouts.some(({ amount }) => toPesewas(amount) === toPesewas(payment.amount))

/**
 * @param {object} shop
 * @param {import('@cedi/client').Client} shop.cedi
 * @param {import('./orders.mjs').Orders} shop.orders
 * @param {() => number} shop.nowMs
 * @param {(order: Order, payment: Payment) => void} shop.onPaid Called once for each order: the place to give value.
 * @param {(order: Order, payment: Payment) => void} shop.onPaidTwice For somebody who gives the money back.
 */
export function createSettlement({ cedi, orders, nowMs, onPaid, onPaidTwice }) {
  /** Whose a payment is never changes: each is looked up once for that. @type {Set<string>} */
  const known = new Set()
  /** @type {Promise<void> | undefined} */
  let sweeping

  /**
   * Writes down what the service says of a payment. Waits for nothing, so an order is paid once however many ask.
   *
   * @param {Payment} payment
   */
  function note(payment) {
    known.add(payment.ref)
    const order = orders.read(payment.metadata['order'] ?? '')
    if (!order || !isFor(order, payment)) return
    const hasPaid = payment.status === 'succeeded' && order.payments[payment.ref]?.status !== 'succeeded'
    const paidBy = order.paidBy ?? (hasPaid ? payment.ref : null)
    const noted = orders.save({ ...order, payments: { ...order.payments, [payment.ref]: payment }, paidBy })
    if (hasPaid && paidBy === payment.ref) onPaid(noted, payment)
    else if (hasPaid) onPaidTwice(noted, payment)
  }

  /** @param {Payment['ref']} ref */
  const readBack = async (ref) => note(await send(cedi.payments.read(ref), patience))

  /** @param {string} ref */
  async function readHint(ref) {
    try {
      await readBack(/** @type {Payment['ref']} */ (ref))
    } catch (error) {
      if (!isApiError(error) || error.code !== 'not_found') throw error
    }
  }

  /**
   * Reads the payments of an order back.
   *
   * @param {Order} order
   * @param {string} [hint] A ref that a browser brought: looked up, and believed only when it is for this order.
   */
  async function settle(order, hint = '') {
    const pending = Object.values(order.payments).filter(({ status }) => status === 'pending')
    const isNew = /^pay_\w{1,64}$/.test(hint) && !known.has(hint)
    await Promise.all([...pending.map(({ ref }) => readBack(ref)), isNew && readHint(hint)])
    return orders.read(order.id) ?? order
  }

  async function lookForPayments() {
    const isWaiting = (/** @type {Order} */ order) =>
      order.checkouts.length > 0 && stateOf(order) !== 'paid' && nowMs() - Date.parse(order.createdAt) < dayMs
    const waiting = orders.all().filter(isWaiting)
    if (waiting.length === 0) return
    const sinceMs = Math.min(...waiting.map(({ createdAt }) => Date.parse(createdAt))) - skewMs
    for await (const listed of pages(cedi.orders.list({ limit: '100' }), patience)) {
      const young = listed.filter(({ created_at }) => Date.parse(created_at) >= sinceMs)
      for (const { payment_ref } of young) if (!known.has(payment_ref)) await readBack(payment_ref)
      if (young.length < listed.length) break
    }
    for (const { id } of waiting) {
      const order = orders.read(id)
      if (order && stateOf(order) === 'pending') await settle(order)
    }
  }

  return {
    settle,
    /**
     * Finds the payments that no browser told of: a battery was empty, a tab was closed. The service lists its orders,
     * the newest first; each names its payment, and the payment's metadata names ours. Who asks meanwhile waits for
     * the same answer.
     */
    sweep() {
      sweeping ??= lookForPayments().finally(() => {
        sweeping = undefined
      })
      return sweeping
    },
  }
}
