import { cases, looksSeconds, returnPausesSeconds } from '@cedi/contract/fixtures/settle-schedule.json'
import { expect, test } from 'vitest'
import { delaysMs, shareOf } from '../src/schedule.js'

test('the looks are those of the table shared with the WordPress plugin', () => {
  for (const { share, delaysSeconds } of cases)
    expect(delaysMs(share).map((delayMs) => delayMs / 1000)).toEqual(delaysSeconds)
})

test('an order has at most twelve looks, with those of a buyer and the one after expiry', () => {
  expect(looksSeconds.length + returnPausesSeconds.length + 1).toBe(12)
})

test('the looks at ten thousand orders of one moment are spread over half of the pause', () => {
  for (const name of [(index: number) => `${index}`, (index: number) => `order-${index}`, () => crypto.randomUUID()]) {
    const seconds = new Map<number, number>()
    for (let index = 0; index < 10_000; index++) {
      const [first = 0] = delaysMs(shareOf(name(index)))
      seconds.set(first, (seconds.get(first) ?? 0) + 1)
    }
    expect(seconds.size).toBe(30)
    expect(Math.max(...seconds.values())).toBeLessThan(450)
  }
})
