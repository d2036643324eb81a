import type { Payment } from '@cedi/client'
import { has, isFinal, type PaymentState, type Waiting } from './waiting.js'

/**
 * Why a person has to look at money: it is a second payment of its order, not the amount that was asked for, refunded
 * before the shop knew of it, or still pending after the last check.
 */
export type Reason = 'paid_twice' | 'mismatch' | 'refunded' | 'unresolved'

/** What a payment means for its order. */
export interface Verdict {
  readonly state: PaymentState
  readonly reason?: Reason | undefined
}

/** What a status means by itself. In a state that is not here, money has not arrived and may still do so. */
export const outcomes: Readonly<Record<string, 'paid' | 'failed' | 'expired'>> = {
  succeeded: 'paid',
  failed: 'failed',
  expired: 'expired',
  cancelled: 'expired',
}

/**
 * Says what a payment means for the order that it names.
 *
 * @param entry - The order.
 * @param payment - The payment as the service shows it.
 * @param isLast - Whether this is the last check.
 * @returns Undefined when nothing has changed.
 */
export function judge(entry: Waiting, payment: Payment, isLast: boolean): Verdict | undefined {
  const before = entry.payments[payment.ref]
  const outcome = outcomes[payment.status] ?? 'pending'
  const reason = doubt(entry, payment, outcome, isLast)
  const state = reason ? 'review' : outcome
  // Money that has arrived stays; a later refund is one that the shop itself requested.
  return isFinal(before) || before === state ? undefined : { state, reason }
}

/** Why the outcome cannot simply be believed. */
function doubt(
  entry: Waiting,
  { amount, currency, refunded_amount: refunded }: Payment,
  outcome: PaymentState,
  isLast: boolean,
): Reason | undefined {
  if (outcome === 'pending' && isLast) return 'unresolved'
  if (outcome !== 'paid') return undefined
  if (currency !== 'GHS' || !entry.amounts.includes(amount)) return 'mismatch'
  if (refunded > 0) return 'refunded'
  return has(entry, 'paid') ? 'paid_twice' : undefined
}
