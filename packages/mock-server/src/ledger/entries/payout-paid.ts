import { change, notFound } from '../command.js'
import { makePlan, type Plan } from '../plan.js'
import { fail, type Result, succeed } from '../result.js'
import type { PayoutRow } from '../tables/payouts.js'

/**
 * Plans the success of a payout. A repeated confirmation changes nothing.
 *
 * @returns Errors: `not_found`, `invalid_state` (it failed).
 * @decision 0014
 */
export function payoutPaid(
  command: { readonly nowMs: number },
  rows: { payout: PayoutRow | undefined },
): Result<Plan<{ payout: PayoutRow }>> {
  const { payout } = rows
  if (!payout) return notFound('payout')
  if (payout.status === 'paid') return succeed(makePlan(payout.merchant, {}, { payout }))
  if (payout.status === 'failed') return fail('invalid_state', `The payout ${payout.id} failed. Request a new payout.`)
  const next = change('payouts', payout, {
    where: { status: 'pending' },
    set: { status: 'paid', resolved_ms: command.nowMs },
  })
  const { id: source, amount_pesewas: amountPesewas } = payout
  const postings = [{ debit: 'merchant:payouts_in_transit', credit: 'bank:operating', amountPesewas }] as const
  const plan = makePlan(payout.merchant, {
    updates: [next.update],
    entries: [{ kind: 'payout_paid', source, postings, atMs: command.nowMs }],
  })
  return succeed({ ...plan, records: { payout: next.row } })
}
