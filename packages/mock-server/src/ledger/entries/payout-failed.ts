import { change, notFound } from '../command.js'
import { makePlan, type Plan } from '../plan.js'
import { fail, type Result, succeed } from '../result.js'
import type { Failure } from '../tables/json.js'
import type { PayoutRow } from '../tables/payouts.js'

/**
 * Plans the failure of a payout: the money is available again. A repeated failure changes nothing.
 *
 * @returns Errors: `not_found`, `invalid_state` (it was paid).
 * @decision 0014
 */
export function payoutFailed(
  command: { readonly failure: Failure; readonly nowMs: number },
  rows: { payout: PayoutRow | undefined },
): Result<Plan<{ payout: PayoutRow }>> {
  const { payout } = rows
  if (!payout) return notFound('payout')
  if (payout.status === 'failed') return succeed(makePlan(payout.merchant, {}, { payout }))
  if (payout.status === 'paid')
    return fail('invalid_state', `The payout ${payout.id} is paid. Only a pending payout can fail.`)
  const next = change('payouts', payout, {
    where: { status: 'pending' },
    set: { status: 'failed', failure: command.failure, resolved_ms: command.nowMs },
  })
  const { id: source, amount_pesewas: amountPesewas } = payout
  const postings = [{ debit: 'merchant:payouts_in_transit', credit: 'merchant:available', amountPesewas }] as const
  const plan = makePlan(payout.merchant, {
    updates: [next.update],
    entries: [{ kind: 'payout_failed', source, postings, atMs: command.nowMs }],
  })
  return succeed({ ...plan, records: { payout: next.row } })
}
