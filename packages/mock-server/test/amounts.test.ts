import type { KnownErrorCode } from '@cedi/contract'
import { describe, expect, it } from 'vitest'
import { createService, expectRejection, wallet } from './service.js'

describe('an amount', () => {
  const cases: (readonly [unknown, KnownErrorCode])[] = [
    // The ledger's `parseAmount` has the full table.
    ...[1.005, 5e-324, -1, 1.7976931348623157e308, '1e3', '12,50', ' 5', '', '5.555', '1'.repeat(5000)].map(
      (value) => [value, 'invalid_amount'] as const,
    ),
    ...[0, -0, 0.99, '0', '0.99', '0.9', '000000000000.99'].map((value) => [value, 'amount_too_small'] as const),
    ...[1_000_000.01, '1000000.01', 999_999_999, '999999999999.99', 1e9].map(
      (value) => [value, 'amount_too_large'] as const,
    ),
    ...[null, true, [], {}, [5], { amount: 5 }].map((value) => [value, 'invalid_amount'] as const),
  ]
  it.each(cases)('%j is rejected as %s', async (amount, code) => {
    const service = createService()
    for (const [path, body, field] of [
      ['/api/v1/payments', { ...wallet, amount }, 'amount'],
      ['/api/v1/checkout/intent', { amount }, 'amount'],
      ['/api/v1/products', { name: 'x', price: amount }, 'price'],
    ] as const) {
      const error = await expectRejection(service, path, body, 422)
      expect([error.code, error.field]).toEqual([code, field])
    }
  })

  it.each([
    [1, 1],
    ['1', 1],
    ['1.0', 1],
    ['1.00', 1],
    [1.01, 1.01],
    ['0045.50', 45.5],
    [1_000_000, 1_000_000],
    ['1000000.00', 1_000_000],
    [999_999.99, 999_999.99],
    [0.29 + 1, 1.29],
    [1e3, 1000],
  ])('%j is GH₵%d', async (amount, storedAmount) => {
    expect((await createService().post('/api/v1/payments', { ...wallet, amount })).data.amount).toBe(storedAmount)
  })

  // `JSON.parse` rounds the last three.
  it.each(['1.005', '1e-3', '"1.005"', '1.0000000000000001', '45.5000000000000000001', '9.999999999999999999e1'])(
    'the literal %s is rejected',
    async (literal) => {
      const body = JSON.stringify(wallet).replace('45.5', literal)
      const error = await expectRejection(createService(), '/api/v1/payments', body, 422)
      expect([error.code, error.field]).toEqual(['invalid_amount', 'amount'])
    },
  )

  it.each(['45.500000000000000000000', '4.55e1'])('the literal %s is GH₵45.50', async (literal) => {
    const body = JSON.stringify(wallet).replace('45.5', literal)
    expect((await createService().post('/api/v1/payments', body)).data.amount).toBe(45.5)
  })

  it('is rejected as infinite when it overflows', async () => {
    expect(
      (
        await expectRejection(
          createService(),
          '/api/v1/payments',
          '{"method":"mobile_money","phone":"0244123789","amount":1e309}',
          422,
        )
      ).code,
    ).toBe('invalid_amount')
  })
})
