import { expect, test } from 'vitest'
import { fail } from './result.js'
import { toRejection } from './transact.js'

test.each([
  [
    { outcome: 'duplicate', table: 'products', id: 'prd_1', column: 'slug' },
    'invalid_request',
    'This slug is taken. Choose another.',
    'slug',
  ],
  [
    { outcome: 'duplicate', table: 'merchants', id: 'ama', column: 'handle' },
    'invalid_request',
    'This handle is taken. Choose another.',
    'handle',
  ],
  [
    { outcome: 'duplicate', table: 'orders', id: 'ord_1', column: 'id' },
    'invalid_state',
    'The id ord_1 is taken in orders. Use another.',
  ],
  [
    { outcome: 'conflict', table: 'orders', id: 'ord_1' },
    'internal_error',
    'ord_1 in orders kept changing. Try again.',
  ],
  [{ violation: 'products.stock' }, 'out_of_stock', 'Too few of x are left. Choose fewer.', 'quantity'],
  ...['payments', 'orders'].flatMap(
    (table) =>
      [
        [
          { violation: `${table}.refund_reserved_pesewas` },
          'refund_exceeds_payment',
          'Less than that is left to refund of x. Ask for less.',
          'amount',
        ],
        [
          { violation: `${table}.refunded_pesewas` },
          'invalid_state',
          'More of x would be refunded than was set aside. Read it again.',
        ],
      ] as const,
  ),
  [{ violation: 'licenses.activations' }, 'invalid_state', 'All activations of x are used. Use another license.'],
  [
    { violation: 'merchant:available' },
    'insufficient_balance',
    'merchant:available does not hold that much. Ask for less.',
    'amount',
  ],
] as const)('a commit that fails with %o is rejected with %s: %s', (result, code, message, field?: string) => {
  expect(toRejection({ outcome: 'constraint', id: 'x', ...result } as never)).toEqual(fail(code, message, field))
})
