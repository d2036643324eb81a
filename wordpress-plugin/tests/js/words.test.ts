import { describe, expect, it } from 'vitest'
import { refundWord, stateWord, toneOf, writeTime } from '../../src/order-screen/words'

describe('the order screen', () => {
  it('never calls a refund paid that was only asked for', () => {
    expect(refundWord('requested')).toBe('Asked for; an operator pays it by hand')
    expect(toneOf('requested')).toBe('open')
    expect(refundWord('refunded')).toBe('Paid out')
  })

  it('shows a state that it does not know as it is', () => {
    expect(stateWord('held_for_review')).toBe('held_for_review')
    expect(refundWord('held_for_review')).toBe('held_for_review')
    expect(toneOf('held_for_review')).toBe('open')
  })

  it('marks what went wrong', () => {
    expect(['failed', 'expired', 'cancelled', 'mismatch', 'paid_twice', 'rejected'].map(toneOf)).toEqual(
      Array(6).fill('bad'),
    )
    expect(['paid', 'succeeded'].map(toneOf)).toEqual(['good', 'good'])
  })

  it('shows a time that it cannot read as it is', () => {
    // The tests run without a page.
    Object.assign(globalThis, { document: { documentElement: { lang: 'en-GB' } } })
    expect(writeTime('not a time')).toBe('not a time')
    expect(writeTime('2026-11-21T14:30:00Z')).toMatch(/21 Nov 2026/)
  })
})
