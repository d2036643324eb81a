import { change, notFound } from '../command.js'
import { networks } from '../payment-methods.js'
import { makePlan, type Plan } from '../plan.js'
import { fail, type Result, succeed } from '../result.js'
import type { PaymentRow } from '../tables/payments.js'

/** Command: returns a late payment to the buyer. */
export interface SuspenseReturned {
  /** Source of the money: `provider` (the default) before the provider settled it, `bank` after. */
  readonly from?: 'provider' | 'bank'
  readonly nowMs: number
}

/**
 * Plans the return of a late payment from suspense to the buyer. A repeated return changes nothing.
 *
 * @returns Errors: `not_found`, `invalid_state` (no late payment); at commit `insufficient_balance` if the
 *   provider has settled it: return it from the bank.
 * @decision 0014
 */
export function suspenseReturned(
  command: SuspenseReturned,
  rows: { payment: PaymentRow | undefined },
): Result<Plan<{ payment: PaymentRow }>> {
  const { payment } = rows
  if (!payment) return notFound('payment')
  if (payment.late_money === 'returned') return succeed(makePlan(payment.merchant, {}, { payment }))
  if (payment.late_money === null)
    return fail('invalid_state', `No late money is held for ${payment.id}. Only late money can be returned.`)
  const credit = command.from === 'bank' ? 'bank:operating' : networks[payment.network].account
  const next = change('payments', payment, { where: { late_money: 'held' }, set: { late_money: 'returned' } })
  const plan = makePlan(payment.merchant, {
    updates: [next.update],
    entries: [
      {
        kind: 'suspense_returned',
        source: payment.id,
        postings: [{ debit: 'suspense', credit, amountPesewas: payment.amount_pesewas }],
        atMs: command.nowMs,
      },
    ],
  })
  return succeed({ ...plan, records: { payment: next.row } })
}
