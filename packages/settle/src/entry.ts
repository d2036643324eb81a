import { fromPesewas, toPesewas } from '@cedi/client/money'
import { dailyMs, nextLookMs, skewMs } from './schedule.js'
import { isSettled, type Waiting } from './waiting.js'

/** What to follow. */
export interface ToFollow {
  /**
   * The shop's own id of the order: the `metadata.order` of the payment or the checkout intent. It must not begin with
   * `payment:`, because the entries of payments are named so.
   */
  readonly order: string
  /** What the buyer must pay, in GH₵: a number, or text with at most two decimals. */
  readonly amount: number | string
  /** When the checkout ends, in ISO 8601: the intent's `expires_at`. By default, a day from now. */
  readonly expiresAt?: string | null
}

/** An order with a change: the next version, due when the schedule says unless the change itself says when. */
export function changed(entry: Waiting, change: Partial<Waiting>, nowMs: number): Waiting {
  const next = { ...entry, ...change }
  // If the schedule has no more checks, in a day, so that a crash never ends them.
  const dueMs = isSettled(next) ? null : (nextLookMs(next, nowMs) ?? nowMs + dailyMs)
  return { ...next, dueMs, ...change, version: entry.version + 1 }
}

/** What nobody has recorded yet. */
export const blank = (order: string, nowMs: number): Waiting => ({
  order,
  version: 0,
  dueMs: null,
  amounts: [],
  sinceMs: nowMs,
  untilMs: 0,
  searchedMs: nowMs,
  returns: 0,
  returnedMs: 0,
  expiresMs: 0,
  isOver: false,
  payments: {},
})

/**
 * What changes when an order is followed from now on, or again.
 *
 * @throws TypeError when the order, the amount or the time is of the wrong form.
 */
export function asked(entry: Waiting, { amount, expiresAt }: ToFollow, nowMs: number): Partial<Waiting> {
  // A payment that names no order must not pay one without a name, and payments have entries of their own.
  if (!/^(?!payment:)./s.test(entry.order)) throw TypeError('order must be text that does not begin with payment:')
  const amounts = [...new Set([...entry.amounts, fromPesewas(toPesewas(amount))])]
  const untilMs = Math.max(entry.untilMs, expiresAt ? Date.parse(expiresAt) : nowMs + dailyMs - skewMs)
  if (Number.isNaN(untilMs)) throw TypeError('expiresAt must be a time in ISO 8601')
  return { amounts, untilMs, sinceMs: nowMs, returns: 0, isOver: false }
}
