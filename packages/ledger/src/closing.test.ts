import { expect, test } from 'vitest'
import { ClosedError, closedError, isAmong, isClosable, isOver, noSums, recordOf } from './closing.js'
import type { PaymentRow } from './tables/payments.js'

test('an entry is about the record that its kind names, and a settlement about none', () => {
  const kinds = {
    payments: ['payment_received', 'payment_available', 'late_money_received', 'suspense_returned'],
    refunds: ['refund_requested', 'refund_paid', 'refund_rejected'],
    payouts: ['payout_requested', 'payout_paid', 'payout_failed'],
  } as const
  for (const [table, all] of Object.entries(kinds))
    for (const kind of all) expect([kind, recordOf(kind)]).toEqual([kind, table])
  expect(recordOf('provider_settled')).toBe(undefined)
})

test.each([
  ['that is pending', { status: 'pending' }, false],
  ['that failed', { status: 'failed' }, true],
  ['whose money came late and is held', { status: 'expired', late_money: 'held' }, false],
  ['whose late money is back', { status: 'expired', late_money: 'returned' }, true],
  ['that is paid, and its money available', { available: true }, true],
  ['that is paid, and its money on the way', { available: false }, false],
  ['with a refund that is open', { available: true, refund_reserved_pesewas: 5n }, false],
  ['with a refund that is paid', { available: true, refund_reserved_pesewas: 5n, refunded_pesewas: 5n }, true],
])('of a payment %s: whether nothing more will come', (_, more, over) => {
  const row = {
    status: 'succeeded',
    available: false,
    late_money: null,
    refund_reserved_pesewas: 0n,
    refunded_pesewas: 0n,
  }
  expect(isOver('payments', { ...row, ...more } as unknown as PaymentRow)).toBe(over)
})

test('a refund and a payout are over when they are decided', () => {
  for (const table of ['refunds', 'payouts'] as const)
    expect([isOver(table, { status: 'pending' } as never), isOver(table, { status: 'paid' } as never)]).toEqual([
      false,
      true,
    ])
})

test('who asks for what is closed is told so', () => {
  const error = closedError('payments', 'PAY_1', { merchant: 'ama', sequence: 5, hash: '' })
  expect(error).toBeInstanceOf(ClosedError)
  expect(error).toMatchObject({
    name: 'ClosedError',
    code: 'closed',
    message:
      'payments PAY_1 of ama was closed or never existed: all entries up to 5 are closed. Read what was kept when the books were closed. (decision 0096)',
  })
})

test('ids are among those that are closed from the first to the last', () => {
  const range = ['PAY_2', 'PAY_4'] as const
  expect(['PAY_1', 'PAY_2', 'PAY_3', 'PAY_4', 'PAY_5'].map((id) => isAmong(range, id))).toEqual([
    false,
    true,
    true,
    true,
    false,
  ])
  expect(isAmong(undefined, 'PAY_1')).toBe(false)
  expect((['payments', 'refunds', 'payouts', 'orders'] as const).map(isClosable)).toEqual([true, true, true, false])
  expect(noSums).toEqual({ collected: '0', returned: '0', refunded: '0', paidOut: '0' })
})
