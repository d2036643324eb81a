import type { Payment } from '@cedi/client'
import { getPaymentState, hasPayment, isFinal, type PaymentState, type TrackedOrder } from './tracked-order.js'

/**
 * Reason for a manual review: a second payment of the order, another amount or currency, a refund before the shop
 * recorded the payment, or a payment that is still pending after the last check.
 */
export type ReviewReason = 'paid_twice' | 'mismatch' | 'refunded' | 'unresolved'

/** New state of a payment, and the reason if it needs a review. */
export interface PaymentAssessment {
  readonly state: PaymentState
  readonly reason?: ReviewReason | undefined
}

const outcomeByStatus: Readonly<Record<string, 'paid' | 'failed' | 'expired'>> = {
  succeeded: 'paid',
  failed: 'failed',
  expired: 'expired',
  cancelled: 'expired',
}

/** Returns the outcome of a payment; undefined for a pending or unknown status. */
export const toOutcome = (status: unknown): 'paid' | 'failed' | 'expired' | undefined =>
  typeof status === 'string' && Object.hasOwn(outcomeByStatus, status) ? outcomeByStatus[status] : undefined

/**
 * Assesses a payment of a tracked order.
 *
 * @param tracked - The order.
 * @param payment - The payment as returned by the service.
 * @param isLastCheck - Whether no more checks are scheduled.
 * @returns The new state; undefined if it has not changed.
 */
export function assessPayment(
  tracked: TrackedOrder,
  payment: Payment,
  isLastCheck: boolean,
): PaymentAssessment | undefined {
  const before = getPaymentState(tracked, payment.ref)
  const outcome = toOutcome(payment.status) ?? 'pending'
  const reason = reviewReason(tracked, payment, outcome, isLastCheck)
  const state = reason ? 'review' : outcome
  // A recorded payment does not change: the shop itself requests later refunds.
  return isFinal(before) || before === state ? undefined : { state, reason }
}

/** Returns the reason for a manual review; undefined if none is needed. */
function reviewReason(
  tracked: TrackedOrder,
  { amount, currency, refunded_amount: refunded }: Payment,
  outcome: PaymentState,
  isLastCheck: boolean,
): ReviewReason | undefined {
  if (outcome === 'pending' && isLastCheck) return 'unresolved'
  if (outcome !== 'paid') return undefined
  if (currency !== 'GHS' || !tracked.amounts.includes(amount)) return 'mismatch'
  if (refunded > 0) return 'refunded'
  return hasPayment(tracked, 'paid') ? 'paid_twice' : undefined
}
