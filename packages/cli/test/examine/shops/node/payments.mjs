// Stores the attempts to pay an order, and decides whether it is paid.
import { isPaused, RejectedError, send } from './service.mjs'

/** Pauses before each read of a payment, in seconds. A payment is read at most twelve times. */
const readPausesSeconds = [1, 2, 4, 8, 15, 60, 300, 600, 1_800, 7_200, 21_600, 86_400]

/** @typedef {{ id: string, cart: string, product: { id: string, name: string }, quantity: number, amount: number, name: string, email: string, createdMs: number }} Order */

/** @param {ReturnType<typeof import('../files.mjs').createFiles>} files */
export function createPayments(files) {
  /** @param {Order} order @returns {{ number: number, request: any, payment: any }[]} Oldest first. */
  const listAttempts = ({ id }) =>
    Array.from({ length: files.list(`attempt.${id}.`).length }, (_, index) => ({
      number: index + 1,
      request: files.read(`attempt.${id}.${index + 1}`),
      payment: files.read(`payment.${id}.${index + 1}`),
    }))
  const isDelivered = (/** @type {Order} */ { id }) => files.list(`delivery.${id}`).length > 0

  /** Delivers a paid order. Anything unusual needs a manual review. @param {Order} order @param {any} payment */
  async function settle(order, payment) {
    if (payment.metadata?.order !== order.id) return
    if (payment.status !== 'succeeded') return
    const isDeliveredPayment = files.read(`delivery.${order.id}`)?.ref === payment.ref
    if (isDeliveredPayment) return
    const isExact = payment.amount === order.amount && payment.currency === 'GHS'
    if (!isExact || payment.refunded_amount > 0) files.createOnce(`review.${order.id}.${payment.ref}`, payment.amount)
    else if (!files.createOnce(`delivery.${order.id}`, { ref: payment.ref }))
      files.createOnce(`review.${order.id}.${payment.ref}`, 'paid twice')
  }

  /** Sends a payment request that is already stored. @param {Order} order @param {number} number @param {number} [tries] */
  async function request(order, number, tries) {
    const { key, body } = files.read(`attempt.${order.id}.${number}`)
    try {
      const payment = await send('POST', '/api/v1/payments', { key, body, ...(tries && { tries }) })
      await settle(order, payment)
      files.write(`payment.${order.id}.${number}`, { ref: payment.ref, status: payment.status })
    } catch (error) {
      if (error instanceof RejectedError) files.write(`payment.${order.id}.${number}`, { ref: null, status: 'failed' })
      throw error
    }
  }

  /** Reads a payment, unless the pause has not passed or another process reads it. @param {Order} order @param {number} number @param {boolean} isForced */
  async function read(order, number, isForced) {
    const { ref } = files.read(`payment.${order.id}.${number}`)
    const reads = files.list(`read.${order.id}.${number}.`).length
    const pauseSeconds = readPausesSeconds[reads]
    const lastMs =
      files.read(`read.${order.id}.${number}.${reads}`) ?? files.read(`attempt.${order.id}.${number}`).sentMs
    const isDue = pauseSeconds !== undefined && (isForced || Date.now() >= lastMs + pauseSeconds * 1_000)
    if (!ref || !isDue || !files.createOnce(`read.${order.id}.${number}.${reads + 1}`, Date.now())) return
    const payment = await send('GET', `/api/v1/payments/${ref}`, { tries: 1 })
    await settle(order, payment)
    files.write(`payment.${order.id}.${number}`, { ref, status: payment.status })
  }

  /** Updates the state of an order. A failed payment is read again too, because the service may still confirm it. @param {Order} order @param {boolean} [isForced] */
  async function check(order, isForced = false) {
    for (const { number, request: attempt, payment } of listAttempts(order)) {
      if (isPaused() && !isForced) return
      if (!payment && Date.now() - attempt.sentMs < 3_600_000) await request(order, number, 1)
      else if (payment && payment.status !== 'succeeded') await read(order, number, isForced)
    }
  }

  /** Requests a payment from the buyer, or returns the pending or succeeded one. @param {Order} order @param {string} phone */
  async function pay(order, phone) {
    let [last] = listAttempts(order).slice(-1)
    if (last?.payment?.status === 'pending') await check(order, true)
    last = listAttempts(order).at(-1)
    const isOver = ['failed', 'expired', 'cancelled'].includes(last?.payment?.status)
    if (last?.payment && (!isOver || isDelivered(order))) return last.payment.ref
    const number = !last ? 1 : last.payment ? last.number + 1 : last.number
    const { id, amount, email } = order
    const body = { amount, method: 'mobile_money', phone, ...(email && { email }), metadata: { order: id } }
    files.createOnce(`attempt.${id}.${number}`, { key: `order-${id}-${number}`, body, sentMs: Date.now() })
    await request(order, number)
    return files.read(`payment.${id}.${number}`).ref
  }

  /** Reads a payment that the buyer's browser names, each ref once. @param {Order} order @param {string} ref */
  async function readHint(order, ref) {
    if (!/^pay_\w{1,60}$/.test(ref) || listAttempts(order).some(({ payment }) => payment?.ref === ref)) return
    if (files.list(`hint.${order.id}.`).length >= 3 || !files.createOnce(`hint.${order.id}.${ref}`, ref)) return
    await settle(order, await send('GET', `/api/v1/payments/${ref}`))
  }

  /** @param {Order} order @returns {'paid' | 'review' | 'failed' | 'unpaid'} */
  function getState(order) {
    if (isDelivered(order)) return 'paid'
    if (files.list(`review.${order.id}.`).length > 0) return 'review'
    const status = listAttempts(order).at(-1)?.payment?.status
    return ['failed', 'expired', 'cancelled'].includes(status) ? 'failed' : 'unpaid'
  }

  return {
    pay,
    check,
    readHint,
    getState,
    countDeliveries: (/** @type {string} */ id) => files.list(`delivery.${id}`).length,
  }
}
