import { change, notFound } from '../command.js'
import { makePlan, type Plan } from '../plan.js'
import type { Entry } from '../posting.js'
import { fail, type Result, succeed } from '../result.js'
import type { PaymentRow } from '../tables/payments.js'

/** Creates the entry that moves the net amount from pending to available. */
export function availableEntry(payment: PaymentRow, nowMs: number): Entry {
  return {
    kind: 'payment_available',
    source: payment.id,
    postings: [{ debit: 'merchant:pending', credit: 'merchant:available', amountPesewas: payment.net_pesewas }],
    atMs: nowMs,
  }
}

/**
 * Plans that the net amount of a card payment becomes available. Once it is available, nothing changes.
 *
 * @returns Errors: `not_found`, `invalid_state` (not paid, or too early).
 * @source Limits (payout availability)
 * @decision 0014
 */
export function paymentAvailable(
  command: { readonly nowMs: number },
  rows: { payment: PaymentRow | undefined },
): Result<Plan<{ payment: PaymentRow }>> {
  const { payment } = rows
  if (!payment) return notFound('payment')
  if (payment.available) return succeed(makePlan(payment.merchant, {}, { payment }))
  if (payment.status !== 'succeeded' || payment.available_at_ms === null || payment.available_at_ms > command.nowMs) {
    return fail('invalid_state', `The net amount of ${payment.id} is not available yet. Wait until its time has come.`)
  }
  const next = change('payments', payment, {
    where: { status: 'succeeded', available: false },
    set: { available: true },
  })
  const plan = makePlan(payment.merchant, { updates: [next.update], entries: [availableEntry(payment, command.nowMs)] })
  return succeed({ ...plan, records: { payment: next.row } })
}
