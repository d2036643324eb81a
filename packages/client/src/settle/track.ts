import { fromPesewas, toPesewas } from '@cedi/client/money'
import { anyCheck, checkOptions, describeValue } from '@cedi/contract/options'
import { parseOrderId } from './order-id.js'
import { clockSkewMs, dailyMs, nextCheckMs } from './schedule.js'
import { isSettled, type TrackedOrder } from './tracked-order.js'

/** Input of `settlement.track`. */
export interface TrackInput {
  /**
   * The shop's id of the order: the `metadata.order` of the payment or the checkout intent. A non-empty string without
   * control characters and surrounding spaces. It must not start with `payment:`, because payments have rows with that
   * prefix in the store.
   */
  readonly order: string
  /** Amount to pay, in GH₵: a number, or a string with at most two decimals. */
  readonly amount: number | string
  /** End of the checkout, in ISO 8601: the intent's `expires_at`. Defaults to a day from now. */
  readonly expiresAt?: string | null | undefined
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

/** Validates the names and the order of an input. @throws TypeError */
export function checkTrackInput(input: unknown): void {
  checkOptions('track', input, { order: anyCheck, amount: anyCheck, expiresAt: anyCheck }, ['amount'])
  parseOrderId((input as TrackInput).order)
}

/** ISO 8601 time with a zone. Without one, it would depend on the machine. */
const timePattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)$/

/** Returns whether a date exists. `Date.parse` reads the 30th of February as a day in March. */
const isDay = (date: string): boolean => new Date(date).getUTCDate() === Number(date.slice(8))

function parseTime(expiresAt: unknown): number {
  const isTime = typeof expiresAt === 'string' && timePattern.test(expiresAt) && isDay(expiresAt.slice(0, 10))
  const timeMs = isTime ? Date.parse(expiresAt) : Number.NaN
  if (!Number.isNaN(timeMs)) return timeMs
  const value = typeof expiresAt === 'string' ? JSON.stringify(expiresAt.slice(0, 40)) : describeValue(expiresAt)
  throw new TypeError(
    `expiresAt must be an ISO 8601 string with a time zone, such as 2026-03-06T09:30:00Z. Got ${value}.`,
  )
}

/**
 * Returns the change that starts or restarts the tracking of an order.
 *
 * @throws TypeError if the amount or the time is invalid.
 */
export function startTracking(
  { amounts: before, untilMs: untilBeforeMs }: TrackedOrder,
  { amount, expiresAt }: TrackInput,
  nowMs: number,
): Partial<TrackedOrder> {
  const amounts = [...new Set([...before, fromPesewas(toPesewas(amount))])]
  const endMs = expiresAt === undefined || expiresAt === null ? nowMs + dailyMs - clockSkewMs : parseTime(expiresAt)
  const untilMs = Math.max(untilBeforeMs, endMs)
  return { amounts, untilMs, sinceMs: nowMs, buyerChecks: 0, isClosed: false }
}
