import { buyerPausesSeconds, cases, checksSeconds } from '@cedi/contract/fixtures/settle-schedule.json'
import { expect, test } from 'vitest'
import { checkDelaysMs, nextCheckMs } from '../../src/settle/schedule.js'
import { emptyOrder } from '../../src/settle/track.js'

test('the delays match the table that the WordPress plugin uses', () => {
  for (const { share, delaysSeconds } of cases)
    expect(checkDelaysMs(share).map((delayMs) => delayMs / 1000)).toEqual(delaysSeconds)
})

test('an order has at most twelve checks, including those of a buyer and after expiry', () => {
  expect(checksSeconds.length + buyerPausesSeconds.length + 1).toBe(12)
})

test('the jitter distributes the checks of ten thousand orders over half a minute', () => {
  const seconds = new Map<number, number>()
  for (let index = 0; index < 10_000; index++) {
    const tracked = emptyOrder(`${index}`, Date.UTC(2026, 0, 1) + (index % 1000))
    const first = nextCheckMs(tracked, tracked.sinceMs) as number
    expect(nextCheckMs({ ...tracked, version: 2 }, tracked.sinceMs)).toBe(first)
    seconds.set(Math.floor(first / 1000), (seconds.get(Math.floor(first / 1000)) ?? 0) + 1)
  }
  expect(seconds.size).toBe(30)
  expect(Math.max(...seconds.values())).toBeLessThan(450)
})
