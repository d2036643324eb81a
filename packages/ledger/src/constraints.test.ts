import { expect, test } from 'vitest'
import { findViolation } from './constraints.js'

const refunded = (reserved: bigint, done: bigint) => ({
  amount_pesewas: 100n,
  total_pesewas: 100n,
  refund_reserved_pesewas: reserved,
  refunded_pesewas: done,
})

test.each(['payments', 'orders'] as const)(
  'of %s no more is refunded than was asked for, nor asked for than was paid',
  (table) => {
    const crossed = (reserved: bigint, done: bigint) => findViolation(table, refunded(reserved, done) as never)
    for (const [reserved, done] of [
      [0n, 0n],
      [1n, 0n],
      [100n, 0n],
      [100n, 100n],
    ] as const)
      expect(crossed(reserved, done)).toBeUndefined()
    expect(crossed(-1n, 0n)).toBe(`${table}.refund_reserved_pesewas`)
    expect(crossed(101n, 0n)).toBe(`${table}.refund_reserved_pesewas`)
    expect(crossed(1n, -1n)).toBe(`${table}.refunded_pesewas`)
    expect(crossed(1n, 2n)).toBe(`${table}.refunded_pesewas`)
  },
)

test('no more is sold than there is, and what has no number never ends', () => {
  const crossed = (stock: number | null) => findViolation('products', { stock } as never)
  for (const stock of [null, 0, 1]) expect(crossed(stock)).toBeUndefined()
  expect(crossed(-1)).toBe('products.stock')
})

test('a license is activated no more often than it may be', () => {
  const crossed = (activations: number, limit: number | null) =>
    findViolation('licenses', { activations, activation_limit: limit } as never)
  for (const [activations, limit] of [
    [0, null],
    [9, null],
    [0, 0],
    [3, 3],
  ] as const)
    expect(crossed(activations, limit)).toBeUndefined()
  for (const [activations, limit] of [
    [-1, null],
    [-1, 3],
    [4, 3],
  ] as const)
    expect(crossed(activations, limit)).toBe('licenses.activations')
})

test('a table without amounts that are bounded has no bound', () => {
  expect(findViolation('refunds', {} as never)).toBeUndefined()
})
