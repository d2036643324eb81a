import {
  dailySeconds,
  expirySeconds,
  looksSeconds,
  returnPausesSeconds,
  spread,
} from '@cedi/contract/fixtures/settle-schedule.json'
import { isPending, type Waiting } from './waiting.js'

/** The intervals of a buyer's own checks, in ms; there are no more than these. @decision 0061 */
export const returnPausesMs: readonly number[] = returnPausesSeconds.map((seconds) => seconds * 1000)

/** When a check without an answer is repeated after all others, in ms. @decision 0061 */
export const dailyMs: number = dailySeconds * 1000

/** How much the clocks of two machines may differ, in ms. */
export const skewMs = 600_000

/** An order's place in the spread, from 0 to 1, always the same. */
export function shareOf(order: string): number {
  let hash = 0
  for (const character of order) hash = (hash * 31 + (character.codePointAt(0) as number)) % 1_000_003
  // A prime, so that neighbours are not side by side.
  return ((hash * 7919) % 1000) / 1000
}

/** When an order is checked, in ms after its buyer was asked for money. @decision 0061 */
export const delaysMs = (share: number): readonly number[] =>
  looksSeconds.map(
    (seconds) => (seconds + Math.floor(Math.min(spread.share * seconds, spread.mostSeconds) * share)) * 1000,
  )

/** How long after `follow` the last check is, in ms, before the spread. */
export const lastLookMs: number = Math.max(...delaysMs(0))

/**
 * Returns when to check an order next.
 *
 * @param entry - The order.
 * @param nowMs - The next check is later than this.
 * @returns A time; null after the last check.
 */
export function nextLookMs(entry: Waiting, nowMs: number): number | null {
  const share = shareOf(entry.order)
  const looks = delaysMs(share).map((delayMs) => entry.sinceMs + delayMs)
  // A payment that has ended is checked once more: a failure may turn into success.
  const left = (entry.isOver ? looks.slice(-1) : looks).filter((atMs) => atMs > nowMs)
  const expiryMs = entry.expiresMs + expirySeconds * 1000 * (1 + share)
  if (isPending(entry) && expiryMs > nowMs) left.push(expiryMs)
  return left.length > 0 ? Math.min(...left) : null
}
