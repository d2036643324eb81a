import {
  dailySeconds,
  expirySeconds,
  looksSeconds,
  returnPausesSeconds,
  spread,
} from '@cedi/contract/fixtures/settle-schedule.json'
import { has, type Waiting } from './waiting.js'

/** The intervals of a buyer's own checks, in ms; there are no more than these. @decision 0061 */
export const returnPausesMs: readonly number[] = returnPausesSeconds.map((seconds) => seconds * 1000)

/** When a check without an answer is repeated after all others, in ms; so long a checkout lasts by default. @decision 0061 */
export const dailyMs: number = dailySeconds * 1000

/** How much the clocks of two machines may differ, in ms. */
export const skewMs = 600_000

/** When an order is checked, in ms after its buyer was asked for money. @decision 0061 */
export const delaysMs = (share: number): readonly number[] =>
  looksSeconds.map(
    (seconds) => (seconds + Math.floor(Math.min(spread.share * seconds, spread.mostSeconds) * share)) * 1000,
  )

/**
 * Returns when to check an order next.
 *
 * @param entry - The order.
 * @param nowMs - The next check is later than this.
 * @returns A time; null after the last check.
 */
export function nextLookMs(entry: Waiting, nowMs: number): number | null {
  // Its place in the spread: the milliseconds of its beginning, as good as random and always the same.
  const share = (entry.sinceMs % 1000) / 1000
  const looks = delaysMs(share).map((delayMs) => entry.sinceMs + delayMs)
  const expiryMs = entry.expiresMs + expirySeconds * 1000 * (1 + share)
  // A payment that has ended is checked once more: a failure may turn into success.
  const times = [...looks.slice(entry.isOver ? -1 : 0), has(entry, 'pending') ? expiryMs : 0]
  const left = times.filter((atMs) => atMs > nowMs)
  return left.length > 0 ? Math.min(...left) : null
}
