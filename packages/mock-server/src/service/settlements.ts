import { type Commit, type ProviderSettled, providerSettled, type Result, succeed } from '../ledger/index.js'
import type { Context } from './context.js'
import { execute } from './execute.js'

/**
 * Records that a provider paid what it had collected. If the id was used before, nothing is left to do.
 *
 * @param settlement - Without an id, it gets one. Without an amount, it is for everything.
 * @decision 0014
 */
export const recordSettlement = (
  context: Context,
  { id, ...settlement }: Omit<ProviderSettled, 'id'> & { readonly id?: string | undefined },
): Promise<Result<Commit<{ id: string; amountPesewas: bigint }>>> =>
  execute<{ id: string; amountPesewas: bigint }>(context, {
    merchant: settlement.merchant,
    async plan(reader, ids) {
      const { merchant, account } = settlement
      const ref = id ?? ids.next('evt').replace('evt', 'set')
      const rows = {
        account: await reader.get('accounts', merchant, account),
        entries: await reader.list('entries', merchant, { limit: 10, where: { source: ref } }),
      }
      const result = providerSettled({ ...settlement, id: ref }, rows)
      return result.ok
        ? succeed({ ...result.value, records: { id: ref, amountPesewas: result.value.records.amountPesewas } })
        : result
    },
  })
