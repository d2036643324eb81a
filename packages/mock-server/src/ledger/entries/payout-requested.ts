import { balanceOf } from '../balance.js'
import { checkBalance, checkMaskedPhone } from '../command.js'
import { makePlan, type Plan } from '../plan.js'
import { fail, type Result, succeed } from '../result.js'
import type { AccountRow } from '../tables/accounts.js'
import type { MobileNetwork } from '../tables/payments.js'
import type { PayoutRow } from '../tables/payouts.js'

/** Command: requests a payout to a wallet. */
export interface PayoutRequested {
  readonly merchant: string
  readonly id: string
  readonly amountPesewas: bigint
  /** Masked, or null. */
  readonly phone: string | null
  readonly network: MobileNetwork
  readonly nowMs: number
}

/**
 * Plans a payout: the amount moves from the available balance to in transit. Payouts have no fee.
 *
 * @param rows - The account `merchant:available`.
 * @returns Errors: `invalid_amount`, `insufficient_balance`.
 * @source Limits (extra withdrawal fee: none)
 * @decision 0014
 */
export function payoutRequested(
  command: PayoutRequested,
  rows: { available: AccountRow | undefined },
): Result<Plan<{ payout: PayoutRow }>> {
  const { merchant, id, amountPesewas, nowMs } = command
  if (amountPesewas <= 0n) return fail('invalid_amount', 'A payout must be more than GH₵0.00.', 'amount')
  const rejection = checkBalance(amountPesewas, balanceOf(rows.available))
  if (rejection) return rejection
  const payout: PayoutRow = Object.freeze({
    merchant,
    id,
    amount_pesewas: amountPesewas,
    currency: 'GHS',
    status: 'pending',
    phone: checkMaskedPhone(command.phone),
    network: command.network,
    failure: null,
    created_ms: nowMs,
    resolved_ms: null,
  })
  const plan = makePlan(merchant, {
    inserts: [{ table: 'payouts', row: payout }],
    entries: [
      {
        kind: 'payout_requested',
        source: id,
        postings: [{ debit: 'merchant:available', credit: 'merchant:payouts_in_transit', amountPesewas }],
        atMs: nowMs,
      },
    ],
  })
  return succeed({ ...plan, records: { payout } })
}
