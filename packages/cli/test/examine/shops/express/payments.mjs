// Finds the payments of orders, and decides whether an order is paid. Uses @cedi/client without @cedi/client/settle.
import { isApiError } from '@cedi/client'
import { send } from '@cedi/client/fetch'

/** Pauses before each read of a payment, in seconds. A payment is read at most twelve times. */
const readPausesSeconds = [0, 2, 4, 8, 15, 60, 300, 600, 1_800, 7_200, 21_600, 86_400]
/** Pauses before each search for payments that no browser has reported, in seconds. */
const searchPausesSeconds = [0, 3, 5, 10, 20, 60, 300, 600, 1_800, 7_200, 21_600, 86_400]

/** @typedef {{ id: string, visitor: string, product: `prd_${string}`, title: string, quantity: number, name: string }} Order */
/** @typedef {import('@cedi/client').Payment} Payment */

/** @param {import('@cedi/client').Client} client @param {ReturnType<typeof import('../files.mjs').createFiles>} files */
export function createPayments(client, files) {
  /** Time before which no request is sent in the background. */
  let pausedUntilMs = 0

  /** Claims an action, unless its pause has not ended or another process has claimed it. Counts the claims. @param {string} name @param {number[]} pausesSeconds */
  function claim(name, pausesSeconds) {
    const count = files.list(`${name}.`).length
    const lastMs = files.read(`${name}.${count}`) ?? 0
    const pauseSeconds = pausesSeconds[count]
    if (pauseSeconds === undefined || Date.now() < Math.max(lastMs + pauseSeconds * 1_000, pausedUntilMs)) return false
    return files.createOnce(`${name}.${count + 1}`, Date.now())
  }

  /** Sends a read, and pauses after a temporary error. @template Data @param {import('@cedi/client').ApiRequest<Data>} request */
  async function read(request) {
    try {
      return await send(request, { timeoutMs: 4_000, retries: 0 })
    } catch (error) {
      if (isApiError(error) && error.status >= 400 && error.status < 429) throw error
      pausedUntilMs = Date.now() + 2_000
      throw error
    }
  }

  const listAmounts = (/** @type {string} */ id) =>
    files.list(`checkout.${id}.`).map((name) => /** @type {number} */ (files.read(name).amount))

  /** Delivers a paid order. Anything unusual needs a manual review. @param {string} id @param {Payment} payment */
  function settle(id, { ref, status, amount, currency, refunded_amount: refunded }) {
    files.write(`payment.${id}.${ref}`, status)
    if (status !== 'succeeded' || files.read(`delivery.${id}`) === ref) return
    const isExact = currency === 'GHS' && listAmounts(id).includes(amount)
    if (!isExact) files.createOnce(`review.${id}.${ref}`, 'amount')
    else if (refunded > 0) files.createOnce(`review.${id}.${ref}`, 'refunded')
    else if (!files.createOnce(`delivery.${id}`, ref)) files.createOnce(`review.${id}.${ref}`, 'paid twice')
  }

  /** Reads a payment, and records it for the order that its metadata names. @param {string} ref */
  async function record(ref) {
    if (!/^pay_\w{1,60}$/.test(ref) || !claim(`read.${ref}`, readPausesSeconds)) return
    const payment = await read(client.payments.read(/** @type {`pay_${string}`} */ (ref)))
    files.write(`known.${ref}`, true)
    const id = payment.metadata['order'] ?? ''
    if (/^[\w-]{1,40}$/.test(id) && files.read(`order.${id}`)) settle(id, payment)
  }

  /** Searches the service's orders for payments that no browser has reported. @param {string} id */
  async function search(id) {
    if (!claim(`search.${id}`, searchPausesSeconds)) return
    const amounts = listAmounts(id)
    for (const { total, payment_ref: ref } of await read(client.orders.list({ limit: '100' })))
      if (amounts.includes(total) && !files.read(`known.${ref}`)) await record(ref)
  }

  const listPayments = (/** @type {string} */ id) =>
    files.list(`payment.${id}.`).map((name) => ({ ref: name.split('.')[2] ?? '', status: String(files.read(name)) }))

  return {
    record,
    listPayments,
    /** Updates the state of an order. A failed payment is read again too, because the service may still confirm it. @param {string} id */
    async check(id) {
      for (const { ref, status } of listPayments(id)) if (status !== 'succeeded') await record(ref)
      const statuses = listPayments(id).map(({ status }) => status)
      if (!statuses.includes('succeeded') && !statuses.includes('pending')) await search(id)
    },
    /** @param {string} id @returns {'paid' | 'review' | 'failed' | 'unpaid'} */
    getState(id) {
      if (files.list(`delivery.${id}`).length > 0) return 'paid'
      if (files.list(`review.${id}.`).length > 0) return 'review'
      const payments = listPayments(id)
      const isOver = ({ status = '' }) => ['failed', 'expired', 'cancelled'].includes(status)
      return payments.length > 0 && payments.every(isOver) ? 'failed' : 'unpaid'
    },
    countDeliveries: (/** @type {string} */ id) => files.list(`delivery.${id}`).length,
  }
}
