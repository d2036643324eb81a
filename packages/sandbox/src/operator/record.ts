import type { Row } from '@cedi/ledger'
import type { Visit } from '../kit/visit.js'

/**
 * The address of a record's page. It names the merchant, too: ids differ between merchants by eight characters, and
 * somebody could search for the name of a shop whose ids are those of another.
 */
export const pageOf = (
  { at }: Visit,
  section: 'refunds' | 'payouts' | 'suspense',
  { id, merchant }: { readonly id: string; readonly merchant: string },
  query: Readonly<Record<string, string>> = {},
): string => at(`${section}/${id}`, { of: merchant, ...query })

/** The record at an address of {@link pageOf}; undefined when there is none. */
export const recordAt = <Table extends 'refunds' | 'payouts' | 'payments'>(
  { context, request, id }: Visit,
  table: Table,
): Promise<Row<Table> | undefined> => context.store.get(table, request.query?.get('of') ?? null, id)
