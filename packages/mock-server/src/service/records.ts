import type { Row } from '../ledger/index.js'
import type { Context } from './context.js'

/** Tables with records that operators select by id. */
export type RecordName = 'payments' | 'refunds' | 'payouts' | 'orders' | 'keys'

/**
 * Finds a record by its id. Ids are unique per merchant only, so that a record of another merchant must never be returned
 * instead.
 *
 * @param merchant - The merchant; null searches all merchants.
 * @returns The row; `ambiguous` if several merchants have a record with the id.
 */
export async function findRecord<Table extends RecordName>(
  { store }: Pick<Context, 'store'>,
  table: Table,
  merchant: string | null,
  id: string,
): Promise<Row<Table> | 'ambiguous' | undefined> {
  const row = await store.get(table, merchant, id)
  if (!row || merchant !== null) return row
  const past = { id, merchant: row.merchant }
  const [next] = await store.list(table, null, { limit: 1, order: 'oldest', past })
  return next?.id === id ? 'ambiguous' : row
}
