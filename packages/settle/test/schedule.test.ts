import { cases, looksSeconds, returnPausesSeconds } from '@cedi/contract/fixtures/settle-schedule.json'
import { expect, test } from 'vitest'
import { blank } from '../src/entry.js'
import { delaysMs, nextLookMs } from '../src/schedule.js'

test('the looks are those of the table shared with the WordPress plugin', () => {
  for (const { share, delaysSeconds } of cases)
    expect(delaysMs(share).map((delayMs) => delayMs / 1000)).toEqual(delaysSeconds)
})

test('an order has at most twelve looks, with those of a buyer and the one after expiry', () => {
  expect(looksSeconds.length + returnPausesSeconds.length + 1).toBe(12)
})

test('the looks at ten thousand orders of one second are spread over half of the pause, the same on every machine', () => {
  const seconds = new Map<number, number>()
  for (let index = 0; index < 10_000; index++) {
    const entry = blank(`${index}`, Date.UTC(2026, 0, 1) + (index % 1000))
    const first = nextLookMs(entry, entry.sinceMs) as number
    expect(nextLookMs({ ...entry, version: 2 }, entry.sinceMs)).toBe(first)
    seconds.set(Math.floor(first / 1000), (seconds.get(Math.floor(first / 1000)) ?? 0) + 1)
  }
  expect(seconds.size).toBe(30)
  expect(Math.max(...seconds.values())).toBeLessThan(450)
})
