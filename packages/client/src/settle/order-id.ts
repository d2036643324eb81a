import { describeValue } from '@cedi/contract/options'

/**
 * Returns whether a string can be an order id: not empty, without control characters, and without a space at its start or
 * end, which forms and databases may remove. Rows of payments start with `payment:`.
 */
export const isOrderId = (id: string): boolean =>
  /^(?!payment:)[^\s\p{Cc}\p{Cs}]([^\p{Cc}\p{Cs}]*[^\s\p{Cc}\p{Cs}])?$/u.test(id)

/**
 * Validates an order id. The rule is the same for every store: a number is rejected, because `metadata.order` of a payment
 * is a string, and some stores would not find it by a number.
 *
 * @throws TypeError if the value is not an order id.
 */
export function parseOrderId(order: unknown): string {
  if (typeof order === 'string' && isOrderId(order)) return order
  const advice = typeof order === 'number' || typeof order === 'bigint' ? ' Use String(order).' : ''
  throw new TypeError(
    `order must be a non-empty string without control characters and surrounding spaces that does not start with payment:. Got ${typeof order === 'string' ? JSON.stringify(order.slice(0, 40)) : describeValue(order)}.${advice}`,
  )
}
