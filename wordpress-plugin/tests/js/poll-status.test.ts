import { describe, expect, it } from 'vitest'
import { maxPollMs, pollDelayMs } from '../../src/poll-status'

describe('the page that waits for a payment', () => {
  it('the page polls after 2, 3, 5, 8, 13 and 20 seconds, then every 30', () => {
    expect([0, 1, 2, 3, 4, 5, 6, 50].map((pollCount) => pollDelayMs(pollCount, 0, false) / 1000)).toEqual([
      2, 3, 5, 8, 13, 20, 30, 30,
    ])
  })

  it('failures and a hidden page increase the delay to at most two minutes', () => {
    expect(pollDelayMs(0, 1, false)).toBe(4_000)
    expect(pollDelayMs(0, 0, true)).toBe(6_000)
    expect(pollDelayMs(50, 99, true)).toBe(120_000)
  })

  it('the page polls at most thirty times', () => {
    let elapsedMs = 0
    let pollCount = 0
    while (elapsedMs <= maxPollMs) elapsedMs += pollDelayMs(pollCount++, 0, false)
    expect(pollCount).toBeLessThanOrEqual(30)
  })
})
