import type { Payment } from '@cedi/client'
import { fixture } from '@cedi/client/testing'
import { expect, test } from 'vitest'
import { blank } from '../src/entry.js'
import { judge as judgeAt, type Verdict } from '../src/judge.js'
import { type PaymentState, stateOf, type Waiting } from '../src/waiting.js'

const paymentOf = (more: Partial<Payment>): Payment => ({
  ...fixture('readPayment', 'succeeded'),
  ref: 'pay_1' as Payment['ref'],
  status: 'succeeded',
  amount: 45.5,
  currency: 'GHS',
  refunded_amount: 0,
  ...more,
})
const entryOf = (payments: Record<string, PaymentState> = {}): Waiting => ({
  ...blank('1042', 0),
  amounts: [45.5, 60],
  payments,
})
const succeeded = paymentOf({})
const judge = (entry: Waiting, payment: Payment, isLast = false): Verdict | undefined => judgeAt(entry, payment, isLast)

test('only the first full payment in cedis that was not refunded pays an order', () => {
  expect(judge(entryOf(), succeeded)).toEqual({ state: 'paid' })
  expect(judge(entryOf(), paymentOf({ amount: 60 }))).toEqual({ state: 'paid' })
  expect(judge(entryOf(), paymentOf({ amount: 45.49 }))).toEqual({ state: 'review', reason: 'mismatch' })
  expect(judge(entryOf(), paymentOf({ currency: 'NGN' as never }))).toEqual({ state: 'review', reason: 'mismatch' })
  expect(judge(entryOf(), paymentOf({ refunded_amount: 0.01 }))).toEqual({ state: 'review', reason: 'refunded' })
  expect(judge(entryOf({ pay_0: 'paid' }), succeeded)).toEqual({ state: 'review', reason: 'paid_twice' })
  for (const before of ['failed', 'expired', 'pending', 'review'] as const)
    expect(judge(entryOf({ pay_0: before }), succeeded)).toEqual({ state: 'paid' })
})

test('a payment that failed or expired does the same to its order, whatever its amount', () => {
  expect(judge(entryOf(), paymentOf({ status: 'failed' }))).toEqual({ state: 'failed' })
  expect(judge(entryOf(), paymentOf({ status: 'expired' }))).toEqual({ state: 'expired' })
  expect(judge(entryOf(), paymentOf({ status: 'cancelled' }))).toEqual({ state: 'expired' })
})

test('an unknown state is waited for, and in the end a person must review it', () => {
  for (const status of ['pending', 'held_by_bank' as 'pending'] as const) {
    expect(judge(entryOf(), paymentOf({ status }))).toEqual({ state: 'pending' })
    expect(judge(entryOf(), paymentOf({ status }), true)).toEqual({ state: 'review', reason: 'unresolved' })
  }
})

test('a known result is not reported again, and a paid order stays paid', () => {
  expect(judge(entryOf({ pay_1: 'pending' }), paymentOf({ status: 'pending' }))).toBeUndefined()
  expect(judge(entryOf({ pay_1: 'failed' }), paymentOf({ status: 'failed' }))).toBeUndefined()
  expect(judge(entryOf({ pay_1: 'failed' }), succeeded)).toEqual({ state: 'paid' })
  for (const before of ['paid', 'review'] as const)
    for (const status of ['failed', 'pending', 'succeeded'] as const)
      expect(judge(entryOf({ pay_1: before }), paymentOf({ status }), true)).toBeUndefined()
})

test('an order has the state of its best payment', () => {
  const best = ['paid', 'pending', 'review', 'failed', 'expired'] as const
  expect(stateOf(entryOf())).toBe('open')
  for (const [index, state] of best.entries()) {
    const payments = Object.fromEntries(best.slice(index).map((one) => [`pay_${one}`, one]))
    expect(stateOf(entryOf(payments))).toBe(state)
    expect(stateOf(entryOf(Object.fromEntries(Object.entries(payments).reverse())))).toBe(state)
  }
})
