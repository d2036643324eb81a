import {
  buyerPausesSeconds,
  checksSeconds,
  dailySeconds,
  expirySeconds,
  jitter,
} from '@cedi/contract/fixtures/settle-schedule.json'
import { hasPayment, type TrackedOrder } from './tracked-order.js'

/** Minimum pauses before the checks that a buyer causes, in ms. Their number is the maximum number of checks. @decision 0061 */
export const minBuyerPausesMs: readonly number[] = buyerPausesSeconds.map((seconds) => seconds * 1000)

/** Delay of a repeated check after the last scheduled one, and default duration of a checkout, in ms. @decision 0061 */
export const dailyMs: number = dailySeconds * 1000

/** Maximum difference between the clocks of two machines, in ms. */
export const clockSkewMs = 600_000

/**
 * Returns the delays of the scheduled checks, in ms after the order was tracked.
 *
 * @param share - Fraction of the maximum jitter, from 0 to 1.
 * @decision 0061
 */
export const checkDelaysMs = (share: number): readonly number[] =>
  checksSeconds.map(
    (seconds) => (seconds + Math.floor(Math.min(jitter.share * seconds, jitter.maxSeconds) * share)) * 1000,
  )

/**
 * Returns the time of an order's next check.
 *
 * @param tracked - The order.
 * @param nowMs - The next check is later than this time.
 * @returns A time in ms since 1970; null after the last check.
 */
export function nextCheckMs(tracked: TrackedOrder, nowMs: number): number | null {
  // The milliseconds of the start time serve as the jitter: evenly distributed, and the same on every machine.
  const share = (tracked.sinceMs % 1000) / 1000
  const checks = checkDelaysMs(share).map((delayMs) => tracked.sinceMs + delayMs)
  const expiryMs = tracked.expiresMs + expirySeconds * 1000 * (1 + share)
  // A closed order is checked once more, because a failed payment may still succeed.
  const times = [...checks.slice(tracked.isClosed ? -1 : 0), hasPayment(tracked, 'pending') ? expiryMs : 0]
  const later = times.filter((atMs) => atMs > nowMs)
  return later.length > 0 ? Math.min(...later) : null
}
