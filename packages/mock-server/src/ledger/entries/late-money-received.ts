import { change, notFound } from '../command.js'
import { networks } from '../payment-methods.js'
import { makePlan, type Plan } from '../plan.js'
import type { Entry } from '../posting.js'
import { fail, type Result, succeed } from '../result.js'
import type { PaymentRow } from '../tables/payments.js'

/** Creates the entry that posts the full amount to suspense. */
export function createLateEntries(payment: PaymentRow, nowMs: number): Entry[] {
  const debit = networks[payment.network].account
  return [
    {
      kind: 'late_money_received',
      source: payment.id,
      postings: [{ debit, credit: 'suspense', amountPesewas: payment.amount_pesewas }],
      atMs: nowMs,
    },
  ]
}

/**
 * Plans a late payment: money received for a payment that has ended. A repeated confirmation posts nothing. `paymentReceived`
 * calls this for late confirmations.
 *
 * @returns Errors: `not_found`, `invalid_state` (the payment has not ended).
 * @decision 0014
 */
export function lateMoneyReceived(
  command: { readonly nowMs: number },
  rows: { payment: PaymentRow | undefined },
): Result<Plan<{ payment: PaymentRow }>> {
  const { payment } = rows
  if (!payment) return notFound('payment')
  if (payment.late_money !== null) return succeed(makePlan(payment.merchant, {}, { payment }))
  if (payment.status === 'pending' || payment.status === 'succeeded') {
    return fail(
      'invalid_state',
      `The payment ${payment.id} is ${payment.status}. Only a payment that ended without success can have late money.`,
    )
  }
  const next = change('payments', payment, {
    where: { status: payment.status, late_money: null },
    set: { late_money: 'held' },
  })
  const plan = makePlan(payment.merchant, {
    updates: [next.update],
    entries: createLateEntries(payment, command.nowMs),
  })
  return succeed({ ...plan, records: { payment: next.row } })
}
