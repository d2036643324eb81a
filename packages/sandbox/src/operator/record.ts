import type { Row } from '@cedi/ledger'
import type { SessionContext } from '../kit/page-context.js'

/**
 * Returns the path of a record. It contains the merchant, because ids of different merchants differ in only eight
 * characters, and a merchant could choose an id that collides.
 */
export const recordUrl = (
  { at }: SessionContext,
  section: 'refunds' | 'payouts' | 'suspense',
  { id, merchant }: { readonly id: string; readonly merchant: string },
  query: Readonly<Record<string, string>> = {},
): string => at(`${section}/${id}`, { of: merchant, ...query })

/** Reads the record of a path from {@link recordUrl}. */
export const readRecord = <Table extends 'refunds' | 'payouts' | 'payments'>(
  { context, request, id }: SessionContext,
  table: Table,
): Promise<Row<Table> | undefined> => context.store.get(table, request.query?.get('of') ?? null, id)
