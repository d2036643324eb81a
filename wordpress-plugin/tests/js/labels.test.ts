import { describe, expect, it } from 'vitest'
import { formatTime, noticeType, refundLabel, stateLabel } from '../../src/order-screen/labels'

describe('the order screen', () => {
  it('a requested refund is not labelled as paid', () => {
    expect(refundLabel('requested')).toBe('Refund requested, not yet paid')
    expect(noticeType('requested')).toBe('open')
    expect(refundLabel('refunded')).toBe('Paid out')
  })

  it('an unknown state is shown unchanged', () => {
    expect(stateLabel('held_for_review')).toBe('held_for_review')
    expect(refundLabel('held_for_review')).toBe('held_for_review')
    expect(noticeType('held_for_review')).toBe('open')
  })

  it('failed states have the notice type "bad"', () => {
    expect(['failed', 'expired', 'cancelled', 'mismatch', 'paid_twice', 'rejected'].map(noticeType)).toEqual(
      Array(6).fill('bad'),
    )
    expect([stateLabel('duplicate'), stateLabel('returned')]).toEqual(['Second payment', 'Refunded'])
    expect(['paid', 'succeeded'].map(noticeType)).toEqual(['good', 'good'])
  })

  it('an invalid time is shown unchanged', () => {
    // These tests run without a page.
    Object.assign(globalThis, { document: { documentElement: { lang: 'en-GB' } } })
    expect(formatTime('not a time')).toBe('not a time')
    expect(formatTime('2026-11-21T14:30:00Z')).toMatch(/21 Nov 2026/)
  })
})
