import type { Constraint } from './store.js'
import type { RecordTable, Tables } from './tables.js'

function findRefundViolation<T extends 'payments' | 'orders'>(
  table: T,
  row: Tables[T],
  total: bigint,
): Constraint | undefined {
  const { refunded_pesewas: refunded, refund_reserved_pesewas: reserved } = row
  if (reserved < 0n || reserved > total) return `${table}.refund_reserved_pesewas`
  if (refunded < 0n || refunded > reserved) return `${table}.refunded_pesewas`
  return undefined
}

/**
 * Returns the first constraint that a row violates, or undefined. A store checks every inserted or updated row.
 *
 * 0 ≤ refunded ≤ reserved ≤ paid; 0 ≤ stock; 0 ≤ activations ≤ activation limit. Null means unlimited.
 *
 * @decision 0009 (refunds)
 * @decision 0008 (stock)
 * @decision 0017 (licenses)
 */
export function findViolation<T extends RecordTable>(table: T, row: Tables[T]): Constraint | undefined {
  switch (table) {
    case 'payments':
      return findRefundViolation('payments', row as Tables['payments'], (row as Tables['payments']).amount_pesewas)
    case 'orders':
      return findRefundViolation('orders', row as Tables['orders'], (row as Tables['orders']).total_pesewas)
    case 'products': {
      const { stock } = row as Tables['products']
      return stock !== null && stock < 0 ? 'products.stock' : undefined
    }
    case 'licenses': {
      const { activations, activation_limit: limit } = row as Tables['licenses']
      return activations < 0 || (limit !== null && activations > limit) ? 'licenses.activations' : undefined
    }
    default:
      return undefined
  }
}
