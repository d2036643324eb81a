import { isApiError, type Payment } from '@cedi/client'
import { isPassing } from './ask.js'
import { type Going, isUnknown, readPayments } from './round.js'
import { returnPausesMs } from './schedule.js'
import { isPending, type OrderState, stateOf, type Waiting } from './waiting.js'

/** What a buyer's check also needs. */
export interface Meeting extends Going {
  /** The shop's order that a payment names. */
  readonly orderOf: (payment: Payment) => string | undefined
}

/** Checks an order because its buyer is here. */
export function createLook(meeting: Meeting): (order: string, ref?: string) => Promise<OrderState> {
  const { service, book, search, nowMs, orderOf } = meeting

  /** A ref from a browser counts only when its payment names this order. */
  async function lookAtHint(entry: Waiting, ref: string): Promise<Waiting> {
    try {
      const payment = await service.read(ref, false)
      return orderOf(payment) === entry.order ? await book.note(entry, payment) : entry
    } catch (error) {
      if (!isApiError(error) || error.code !== 'not_found') throw error
      return entry
    }
  }

  async function ask(taken: Waiting, hint: string | undefined): Promise<OrderState> {
    let entry = await readPayments(taken, false, meeting)
    if (hint) entry = await lookAtHint(entry, hint)
    if (!isUnknown(entry)) return stateOf(entry)
    await search([entry], true)
    return stateOf((await book.read(entry.order)) ?? entry)
  }

  return async (order, ref = '') => {
    const entry = await book.read(order)
    if (!entry) return 'open'
    const hint = /^\w{1,64}$/.test(ref) && !Object.hasOwn(entry.payments, ref) ? ref : undefined
    // A new ref is checked without waiting, but it counts as a check.
    const usualMs = returnPausesMs[entry.returns] ?? Number.POSITIVE_INFINITY
    const pauseMs = hint && usualMs < Number.POSITIVE_INFINITY ? 0 : usualMs
    const isTime = nowMs() >= Math.max(entry.returnedMs + pauseMs, service.quietUntilMs())
    const isSettled = stateOf(entry) === 'paid' && !isPending(entry) && !hint
    if (!isTime || isSettled) return stateOf(entry)
    const { returns, returnedMs, dueMs } = entry
    const taken = await book.change(entry, { returns: returns + 1, returnedMs: nowMs(), dueMs })
    if (!taken) return stateOf((await book.read(order)) ?? entry)
    try {
      return await ask(taken, hint)
    } catch (error) {
      // It got no answer, so it does not count.
      if (isPassing(error)) await book.change(taken, { returns, returnedMs, dueMs })
      throw error
    }
  }
}
