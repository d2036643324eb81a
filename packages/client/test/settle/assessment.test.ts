import type { Payment } from '@cedi/client'
import { fixture } from '@cedi/client/testing'
import { expect, test } from 'vitest'
import { assessPayment, type PaymentAssessment } from '../../src/settle/assessment.js'
import { emptyOrder } from '../../src/settle/track.js'
import { type PaymentState, type TrackedOrder, toOrderState } from '../../src/settle/tracked-order.js'

const buildPayment = (overrides: Partial<Payment>): Payment => ({
  ...fixture('readPayment', 'succeeded'),
  ref: 'pay_1' as Payment['ref'],
  status: 'succeeded',
  amount: 45.5,
  currency: 'GHS',
  refunded_amount: 0,
  ...overrides,
})
const buildOrder = (payments: Record<string, PaymentState> = {}): TrackedOrder => ({
  ...emptyOrder('1042', 0),
  amounts: [45.5, 60],
  payments,
})
const succeeded = buildPayment({})
const assess = (tracked: TrackedOrder, payment: Payment, isLastCheck = false): PaymentAssessment | undefined =>
  assessPayment(tracked, payment, isLastCheck)

test('a full payment in GHS pays an order, and other money needs a review', () => {
  expect(assess(buildOrder(), succeeded)).toEqual({ state: 'paid' })
  expect(assess(buildOrder(), buildPayment({ amount: 60 }))).toEqual({ state: 'paid' })
  expect(assess(buildOrder(), buildPayment({ amount: 45.49 }))).toEqual({ state: 'review', reason: 'mismatch' })
  expect(assess(buildOrder(), buildPayment({ currency: 'NGN' as never }))).toEqual({
    state: 'review',
    reason: 'mismatch',
  })
  expect(assess(buildOrder(), buildPayment({ refunded_amount: 0.01 }))).toEqual({ state: 'review', reason: 'refunded' })
  expect(assess(buildOrder({ pay_0: 'paid' }), succeeded)).toEqual({ state: 'review', reason: 'paid_twice' })
  for (const before of ['failed', 'expired', 'pending', 'review'] as const)
    expect(assess(buildOrder({ pay_0: before }), succeeded)).toEqual({ state: 'paid' })
})

test('a payment that failed or expired has the same result for any amount', () => {
  expect(assess(buildOrder(), buildPayment({ status: 'failed' }))).toEqual({ state: 'failed' })
  expect(assess(buildOrder(), buildPayment({ status: 'expired' }))).toEqual({ state: 'expired' })
  expect(assess(buildOrder(), buildPayment({ status: 'cancelled' }))).toEqual({ state: 'expired' })
})

test('a payment with an unknown status is pending, and unresolved at the last check', () => {
  for (const status of ['pending', 'held_by_bank' as 'pending'] as const) {
    expect(assess(buildOrder(), buildPayment({ status }))).toEqual({ state: 'pending' })
    expect(assess(buildOrder(), buildPayment({ status }), true)).toEqual({ state: 'review', reason: 'unresolved' })
  }
})

test('assessPayment returns undefined for a known state, and a recorded payment stays paid', () => {
  expect(assess(buildOrder({ pay_1: 'pending' }), buildPayment({ status: 'pending' }))).toBeUndefined()
  expect(assess(buildOrder({ pay_1: 'failed' }), buildPayment({ status: 'failed' }))).toBeUndefined()
  expect(assess(buildOrder({ pay_1: 'failed' }), succeeded)).toEqual({ state: 'paid' })
  for (const before of ['paid', 'review'] as const)
    for (const status of ['failed', 'pending', 'succeeded'] as const)
      expect(assess(buildOrder({ pay_1: before }), buildPayment({ status }), true)).toBeUndefined()
})

test('toOrderState returns the state with the highest priority', () => {
  const priority = ['paid', 'pending', 'review', 'failed', 'expired'] as const
  expect(toOrderState(buildOrder())).toBe('open')
  for (const [index, state] of priority.entries()) {
    const payments = Object.fromEntries(priority.slice(index).map((item) => [`pay_${item}`, item]))
    expect(toOrderState(buildOrder(payments))).toBe(state)
    expect(toOrderState(buildOrder(Object.fromEntries(Object.entries(payments).reverse())))).toBe(state)
  }
})
