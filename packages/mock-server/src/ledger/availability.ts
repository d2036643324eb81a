import type { PaymentMethod } from './tables/payments.js'

const dayMs = 86_400_000

/**
 * Returns the time at which the net amount of a payment becomes available.
 *
 * @param method - The payment method.
 * @param paidMs - Time of the confirmation by the provider, epoch milliseconds.
 * @returns `paidMs` for mobile money (the same day); for cards the next midnight in Ghana, which keeps UTC all year.
 * @source Limits ("mobile money payouts are available the same day")
 * @decision 0014 (cards)
 */
export function availableAtMs(method: PaymentMethod, paidMs: number): number {
  return method === 'mobile_money' ? paidMs : (Math.floor(paidMs / dayMs) + 1) * dayMs
}
