import { expect, test } from 'vitest'
import { findViolation } from './constraints.js'

const createRow = (reservedPesewas: bigint, refundedPesewas: bigint) => ({
  amount_pesewas: 100n,
  total_pesewas: 100n,
  refund_reserved_pesewas: reservedPesewas,
  refunded_pesewas: refundedPesewas,
})

test.each(['payments', 'orders'] as const)(
  'of %s no more is refunded than was asked for, nor asked for than was paid',
  (table) => {
    const findViolationOf = (reservedPesewas: bigint, refundedPesewas: bigint) =>
      findViolation(table, createRow(reservedPesewas, refundedPesewas) as never)
    for (const [reservedPesewas, refundedPesewas] of [
      [0n, 0n],
      [1n, 0n],
      [100n, 0n],
      [100n, 100n],
    ] as const)
      expect(findViolationOf(reservedPesewas, refundedPesewas)).toBeUndefined()
    expect(findViolationOf(-1n, 0n)).toBe(`${table}.refund_reserved_pesewas`)
    expect(findViolationOf(101n, 0n)).toBe(`${table}.refund_reserved_pesewas`)
    expect(findViolationOf(1n, -1n)).toBe(`${table}.refunded_pesewas`)
    expect(findViolationOf(1n, 2n)).toBe(`${table}.refunded_pesewas`)
  },
)

test('the stock of a product must not be negative; null is unlimited', () => {
  const findViolationOf = (stock: number | null) => findViolation('products', { stock } as never)
  for (const stock of [null, 0, 1]) expect(findViolationOf(stock)).toBeUndefined()
  expect(findViolationOf(-1)).toBe('products.stock')
})

test('the activations of a license must not exceed the limit', () => {
  const findViolationOf = (activations: number, limit: number | null) =>
    findViolation('licenses', { activations, activation_limit: limit } as never)
  for (const [activations, limit] of [
    [0, null],
    [9, null],
    [0, 0],
    [3, 3],
  ] as const)
    expect(findViolationOf(activations, limit)).toBeUndefined()
  for (const [activations, limit] of [
    [-1, null],
    [-1, 3],
    [4, 3],
  ] as const)
    expect(findViolationOf(activations, limit)).toBe('licenses.activations')
})

test('a table without constrained columns has no violations', () => {
  expect(findViolation('refunds', {} as never)).toBeUndefined()
})
