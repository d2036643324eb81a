import type { Payment } from '@cedi/client'
import type { PaymentState, Waiting } from './waiting.js'

/**
 * Why a person has to look at money: it is a second payment of its order, not the amount that was asked for, refunded
 * before the shop knew of it, or still pending after the last check.
 */
export type Reason = 'paid_twice' | 'mismatch' | 'refunded' | 'unresolved'

/** What a payment means for its order. */
export interface Verdict {
  readonly state: PaymentState
  readonly reason?: Reason
}

/**
 * Says what a payment means for the order that it names.
 *
 * @param entry - The order.
 * @param payment - The payment as the service shows it.
 * @param isLast - Whether this is the last check.
 * @returns Undefined when nothing has changed.
 */
export function judge(entry: Waiting, payment: Payment, isLast = false): Verdict | undefined {
  const before = entry.payments[payment.ref]
  // Money that has arrived stays; a later refund is one that the shop itself requested.
  if (before === 'paid' || before === 'review') return undefined
  const verdict = verdictOn(entry, payment, isLast)
  return verdict.state === before ? undefined : verdict
}

function verdictOn(entry: Waiting, payment: Payment, isLast: boolean): Verdict {
  const { status, amount, currency, refunded_amount: refunded } = payment
  if (status === 'failed') return { state: 'failed' }
  if (status === 'expired' || status === 'cancelled') return { state: 'expired' }
  // In a state that this version does not know, money has not arrived.
  if (status !== 'succeeded') return isLast ? { state: 'review', reason: 'unresolved' } : { state: 'pending' }
  if (currency !== 'GHS' || !entry.amounts.includes(amount)) return { state: 'review', reason: 'mismatch' }
  if (refunded > 0) return { state: 'review', reason: 'refunded' }
  if (Object.values(entry.payments).includes('paid')) return { state: 'review', reason: 'paid_twice' }
  return { state: 'paid' }
}
