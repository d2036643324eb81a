import {
  dailySeconds,
  expirySeconds,
  looksSeconds,
  returnPausesSeconds,
  spread,
} from '@cedi/contract/fixtures/settle-schedule.json'
import { isPending, type Waiting } from './waiting.js'

/** How long the buyer's own looks are apart, in ms: so many there are at most. @decision 0061 */
export const returnPausesMs: readonly number[] = returnPausesSeconds.map((seconds) => seconds * 1000)

/** When a look without an answer is taken again once all others are behind it, in ms. @decision 0061 */
export const dailyMs: number = dailySeconds * 1000

/** The clocks of two machines may differ by so much, in ms. */
export const skewMs = 600_000

/** Where an order stands in the spread, from 0 to 1: always the same place. */
export function shareOf(order: string): number {
  let hash = 0
  for (const character of order) hash = (hash * 31 + (character.codePointAt(0) as number)) % 1_000_003
  // A prime, so that neighbours do not stand side by side.
  return ((hash * 7919) % 1000) / 1000
}

/** The looks at an order, in ms after its buyer was asked for money. @decision 0061 */
export const delaysMs = (share: number): readonly number[] =>
  looksSeconds.map(
    (seconds) => (seconds + Math.floor(Math.min(spread.share * seconds, spread.mostSeconds) * share)) * 1000,
  )

/** How long after it was followed the last look at an order is, in ms, before the spread. */
export const lastLookMs: number = Math.max(...delaysMs(0))

/**
 * When to look at an order next.
 *
 * @param entry - The order.
 * @param nowMs - The next look is later than this.
 * @returns A moment; null when all looks are behind it.
 */
export function nextLookMs(entry: Waiting, nowMs: number): number | null {
  const share = shareOf(entry.order)
  const looks = delaysMs(share).map((delayMs) => entry.sinceMs + delayMs)
  // What has ended is looked at once more: a failure may turn into success.
  const left = (entry.isOver ? looks.slice(-1) : looks).filter((atMs) => atMs > nowMs)
  const expiryMs = entry.expiresMs + expirySeconds * 1000 * (1 + share)
  if (isPending(entry) && expiryMs > nowMs) left.push(expiryMs)
  return left.length > 0 ? Math.min(...left) : null
}
