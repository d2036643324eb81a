import { change, notFound } from '../command.js'
import { makePlan, type Planned, refuse } from '../plan.js'
import type { PayoutRow } from '../tables/payouts.js'

/**
 * Plans that a payout reached its wallet. Doing it again changes nothing.
 *
 * @returns Refusals: `not_found`, `invalid_state` (it failed).
 * @decision 0014
 */
export function payoutPaid(
  command: { readonly nowMs: number },
  rows: { payout: PayoutRow | undefined },
): Planned<{ payout: PayoutRow }> {
  const { payout } = rows
  if (!payout) return notFound('payout')
  if (payout.status === 'paid') return { ok: true, plan: makePlan(payout.merchant), records: { payout } }
  if (payout.status === 'failed')
    return refuse('invalid_state', `The payout ${payout.id} failed. Request a new payout.`)
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
  return { ok: true, plan, records: { payout: next.row } }
}
