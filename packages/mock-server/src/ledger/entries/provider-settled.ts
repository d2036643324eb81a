import type { ProviderAccount } from '../accounts.js'
import { balanceOf } from '../balance.js'
import { formatCedisText } from '../money.js'
import { makePlan, type Plan } from '../plan.js'
import { fail, type Result, succeed } from '../result.js'
import type { AccountRow } from '../tables/accounts.js'
import type { EntryRow } from '../tables/entries.js'

/** Command: records that a provider paid collected money into the service's bank account. */
export interface ProviderSettled {
  readonly merchant: string
  /** The provider's reference. Each reference is posted once. */
  readonly id: string
  readonly account: ProviderAccount
  /** Defaults to the full balance of the provider's account. */
  readonly amountPesewas?: bigint
  readonly nowMs: number
}

/**
 * Plans a settlement. A repeated settlement changes nothing.
 *
 * @param rows - The provider's account, and the entries with `source: id`.
 * @returns Errors: `insufficient_balance` (more than collected), `invalid_state` (nothing to settle, or the id was
 *   used with another amount or account), `invalid_amount`.
 * @decision 0014
 */
export function providerSettled(
  command: ProviderSettled,
  rows: { account: AccountRow | undefined; entries: readonly EntryRow[] },
): Result<Plan<{ amountPesewas: bigint }>> {
  const { merchant, id, account } = command
  const posting = rows.entries.find((entry) => entry.kind === 'provider_settled' && entry.source === id)?.postings[0]
  if (posting) {
    if (posting.credit !== account)
      return fail('invalid_state', `The settlement ${id} is recorded for ${posting.credit}. Use a new id.`)
    if ((command.amountPesewas ?? posting.amountPesewas) !== posting.amountPesewas)
      return fail('invalid_state', `The settlement ${id} is recorded with another amount. Use a new id.`)
    return succeed(makePlan(merchant, {}, { amountPesewas: posting.amountPesewas }))
  }
  const balance = balanceOf(rows.account)
  const amountPesewas = command.amountPesewas ?? balance
  if (command.amountPesewas !== undefined && amountPesewas <= 0n)
    return fail('invalid_amount', 'A settlement must be more than GH₵0.00.', 'amount')
  if (amountPesewas <= 0n)
    return fail('invalid_state', `${account} holds nothing to settle. Wait for the next payment.`)
  if (amountPesewas > balance) {
    return fail(
      'insufficient_balance',
      `${account} holds only ${formatCedisText(balance)}. Settle no more than that.`,
      'amount',
    )
  }
  const postings = [{ debit: 'bank:operating', credit: account, amountPesewas }] as const
  const plan = makePlan(merchant, {
    entries: [{ kind: 'provider_settled', source: id, postings, atMs: command.nowMs }],
  })
  return succeed({ ...plan, records: { amountPesewas } })
}
