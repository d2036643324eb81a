import { fromPesewas, toPesewas } from '@cedi/client/money'
import { clockSkewMs, dailyMs, nextCheckMs } from './schedule.js'
import { isSettled, type TrackedOrder } from './tracked-order.js'

/** Input of `settlement.track`. */
export interface TrackInput {
  /**
   * The shop's id of the order: the `metadata.order` of the payment or the checkout intent. It must not start with
   * `payment:`, because payments have rows with that prefix in the store.
   */
  readonly order: string
  /** Amount to pay, in GH₵: a number, or a string with at most two decimals. */
  readonly amount: number | string
  /** End of the checkout, in ISO 8601: the intent's `expires_at`. Defaults to a day from now. */
  readonly expiresAt?: string | null
}

/** Returns the next version of an order, due by the schedule unless the change sets `dueMs`. */
export function applyChange(tracked: TrackedOrder, change: Partial<TrackedOrder>, nowMs: number): TrackedOrder {
  const next = { ...tracked, ...change }
  // After the last scheduled check, the order stays due daily, so that a crash never ends its checks.
  const dueMs = isSettled(next) ? null : (nextCheckMs(next, nowMs) ?? nowMs + dailyMs)
  return { ...next, dueMs, ...change, version: tracked.version + 1 }
}

/** Returns an order that is not stored yet. */
export const emptyOrder = (order: string, nowMs: number): TrackedOrder => ({
  order,
  version: 0,
  dueMs: null,
  amounts: [],
  sinceMs: nowMs,
  untilMs: 0,
  searchedMs: nowMs,
  buyerChecks: 0,
  buyerCheckedMs: 0,
  expiresMs: 0,
  isClosed: false,
  payments: {},
})

/**
 * Returns the change that starts or restarts the tracking of an order.
 *
 * @throws TypeError if the order, the amount or the time is invalid.
 */
export function startTracking(
  { order, amounts: before, untilMs: untilBeforeMs }: TrackedOrder,
  { amount, expiresAt }: TrackInput,
  nowMs: number,
): Partial<TrackedOrder> {
  // An empty id would match payments without an order.
  if (!/^(?!payment:)./s.test(order))
    throw TypeError(`order must be a non-empty string that does not start with payment:. Got ${order || 'nothing'}.`)
  const amounts = [...new Set([...before, fromPesewas(toPesewas(amount))])]
  const untilMs = Math.max(untilBeforeMs, expiresAt ? Date.parse(expiresAt) : nowMs + dailyMs - clockSkewMs)
  if (Number.isNaN(untilMs)) throw TypeError(`expiresAt must be an ISO 8601 time. Got ${expiresAt}.`)
  return { amounts, untilMs, sinceMs: nowMs, buyerChecks: 0, isClosed: false }
}
