import { describe, expect, it } from 'vitest'
import { maxPollMs, pollDelayMs } from '../../src/checkout-return/wait'

describe('the page that waits for a payment', () => {
  it('asks after 2, 3, 5, 8, 13, 20 seconds, and then every 30', () => {
    expect([0, 1, 2, 3, 4, 5, 6, 50].map((asked) => pollDelayMs(asked, 0, false) / 1000)).toEqual([
      2, 3, 5, 8, 13, 20, 30, 30,
    ])
  })

  it('polls less often without a response or in a hidden page, but at least every two minutes', () => {
    expect(pollDelayMs(0, 1, false)).toBe(4_000)
    expect(pollDelayMs(0, 0, true)).toBe(6_000)
    expect(pollDelayMs(50, 99, true)).toBe(120_000)
  })

  it('asks no more than thirty times before it gives up', () => {
    let spentMs = 0
    let asked = 0
    while (spentMs <= maxPollMs) spentMs += pollDelayMs(asked++, 0, false)
    expect(asked).toBeLessThanOrEqual(30)
  })
})
