import type { Row } from '@cedi/mock-server/internal'
import { findRecord } from '@cedi/mock-server/service'
import type { SessionContext } from '../kit/page-context.js'

/**
 * Returns the path of a record. It contains the merchant, because ids are unique per merchant only.
 */
export const recordUrl = (
  { at }: SessionContext,
  section: 'refunds' | 'payouts' | 'suspense',
  { id, merchant }: { readonly id: string; readonly merchant: string },
  query: Readonly<Record<string, string>> = {},
): string => at(`${section}/${id}`, { of: merchant, ...query })

/** Reads the record of a path from {@link recordUrl}. Returns undefined if the path names no merchant and several have it. */
export async function readRecord<Table extends 'refunds' | 'payouts' | 'payments'>(
  { context, request, id }: SessionContext,
  table: Table,
): Promise<Row<Table> | undefined> {
  const row = await findRecord(context, table, request.query?.get('of') ?? null, id)
  return row === 'ambiguous' ? undefined : row
}
