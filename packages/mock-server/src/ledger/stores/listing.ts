import type { ListQuery, Place } from '../store.js'
import { getDefinition, type TableName } from '../tables.js'

/** Validates a query. @throws RangeError that describes the error. */
export function checkQuery(table: TableName, query: ListQuery): void {
  if (!Number.isSafeInteger(query.limit) || query.limit < 1)
    throw new RangeError('The limit must be a whole number from 1.')
  if ((query.order === 'due' || query.dueUntilMs !== undefined) && table !== 'events') {
    throw new RangeError(`Only events can be listed by due time, not ${table}.`)
  }
  const { order, by, past } = query
  const times: readonly string[] = getDefinition(table).times ?? []
  if (by !== undefined && (order === 'due' || !times.includes(by)))
    throw new RangeError(`${table} cannot be listed by ${by}. Leave it out.`)
  if (past && (order === 'due' || (by === undefined) !== (past.ms === undefined)))
    throw new RangeError('past must be a place of the same order: take it from toPlace.')
}

/**
 * Returns the position of a row in a listing, after which the next page starts.
 *
 * @param row - A row of the listing.
 * @param by - The name of the time column that the query orders by, if it has one.
 */
export function toPlace(row: { readonly id: string; readonly merchant: string }, by: string | undefined): Place {
  const { id, merchant } = row
  return by === undefined ? { id, merchant } : { ms: Number(row[by as keyof typeof row]), id, merchant }
}
