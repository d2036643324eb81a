import { describe, expect, it } from 'vitest'
import { refundWord, stateWord, toneOf, writeTime } from '../../src/order-screen/words'

describe('the order screen', () => {
  it('never calls a requested refund paid', () => {
    expect(refundWord('requested')).toBe('Asked for; an operator pays it by hand')
    expect(toneOf('requested')).toBe('open')
    expect(refundWord('refunded')).toBe('Paid out')
  })

  it('shows an unknown state unchanged', () => {
    expect(stateWord('held_for_review')).toBe('held_for_review')
    expect(refundWord('held_for_review')).toBe('held_for_review')
    expect(toneOf('held_for_review')).toBe('open')
  })

  it('marks failures', () => {
    expect(['failed', 'expired', 'cancelled', 'mismatch', 'paid_twice', 'rejected'].map(toneOf)).toEqual(
      Array(6).fill('bad'),
    )
    expect(['paid', 'succeeded'].map(toneOf)).toEqual(['good', 'good'])
  })

  it('shows an unreadable time unchanged', () => {
    // These tests run without a page.
    Object.assign(globalThis, { document: { documentElement: { lang: 'en-GB' } } })
    expect(writeTime('not a time')).toBe('not a time')
    expect(writeTime('2026-11-21T14:30:00Z')).toMatch(/21 Nov 2026/)
  })
})
