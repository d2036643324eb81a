import { fromPesewas, toPesewas } from '@cedi/client/money'
import { dailyMs, lastLookMs, nextLookMs, skewMs } from './schedule.js'
import { isPending, stateOf, type Waiting } from './waiting.js'

/** What to follow. */
export interface ToFollow {
  /** The shop's own id of the order: the `metadata.order` of the payment or the checkout intent. */
  readonly order: string
  /** What the buyer must pay, in GH₵: a number, or text with at most two decimals. */
  readonly amount: number | string
  /** When the checkout ends: the intent's `expires_at`. By default, a day from now. */
  readonly expiresAt?: string | null
}

/** An order with a change: the next version, due when the schedule says. */
export function changed(entry: Waiting, change: Partial<Waiting>, nowMs: number): Waiting {
  const next = { ...entry, ...change, version: entry.version + 1 }
  return { ...next, dueMs: 'dueMs' in change ? next.dueMs : dueMs(next, nowMs) }
}

/** When the next check is due. If the schedule has none, in a day, so that a crash never ends the checks. */
function dueMs(entry: Waiting, nowMs: number): number | null {
  const isSettled = stateOf(entry) === 'paid' && !isPending(entry)
  return isSettled ? null : (nextLookMs(entry, nowMs) ?? nowMs + dailyMs)
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

/** An order that is followed from now on, or again. */
export function followed({ order, amount, expiresAt }: ToFollow, before: Waiting | undefined, nowMs: number): Waiting {
  const entry = before ?? blank(order, nowMs)
  const amounts = [...new Set([...entry.amounts, fromPesewas(toPesewas(amount))])]
  const untilMs = Math.max(entry.untilMs, expiresAt ? Date.parse(expiresAt) : nowMs + lastLookMs - skewMs)
  return changed(entry, { amounts, untilMs, sinceMs: nowMs, returns: 0, isOver: false }, nowMs)
}
