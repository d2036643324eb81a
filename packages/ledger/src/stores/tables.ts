import type { ListQuery, Place, RecordTable, TableName, TimeColumns } from '../store.js'

/** The tables that plans insert into, in the order in which stores walk them. */
export const recordTables: readonly RecordTable[] = [
  'merchants',
  'payments',
  'intents',
  'refunds',
  'payouts',
  'orders',
  'products',
  'licenses',
  'keys',
  'idempotency',
  'events',
]

/** A column whose value is taken once. */
export type UniqueColumn = 'slug' | 'handle' | 'hash' | 'key_hash'

/** Which column of a table is taken once, and whether by all merchants or by each. */
export const uniqueColumns: {
  readonly [T in RecordTable]?: { readonly column: UniqueColumn; readonly everywhere: boolean }
} = {
  products: { column: 'slug', everywhere: false },
  licenses: { column: 'key_hash', everywhere: true },
  keys: { column: 'hash', everywhere: true },
  merchants: { column: 'handle', everywhere: true },
}

/** Refuses a query that no store can answer. @throws RangeError that says what is wrong. */
export function checkQuery(table: TableName, query: ListQuery): void {
  if (!Number.isSafeInteger(query.limit) || query.limit < 1) throw new RangeError('A limit is a whole number from 1.')
  if ((query.order === 'due' || query.dueUntilMs !== undefined) && table !== 'events') {
    throw new RangeError(`Only events are due, not ${table}.`)
  }
  const { order, by, past } = query
  const times: readonly string[] = timeColumns[table as keyof typeof timeColumns] ?? []
  if (by !== undefined && (order === 'due' || !times.includes(by)))
    throw new RangeError(`${table} are not listed by ${by}.`)
  if (past && (order === 'due' || (by === undefined) !== (past.ms === undefined)))
    throw new RangeError('A place is one of the order in which is listed.')
}

const timeColumns: { readonly [T in keyof TimeColumns]: readonly TimeColumns[T][] } = {
  payments: ['created_ms'],
  refunds: ['created_ms', 'resolved_ms'],
  payouts: ['created_ms', 'resolved_ms'],
  entries: ['at_ms'],
}

/**
 * Where a row stands in a listing: what the next page comes after.
 *
 * @param row - One of the rows that the listing gave.
 * @param by - The time of the query, if it has one.
 */
export function placeOf(row: { readonly id: string; readonly merchant: string }, by: string | undefined): Place {
  const { id, merchant } = row
  return by === undefined ? { id, merchant } : { ms: Number(row[by as keyof typeof row]), id, merchant }
}

/** A row as JSON: `*_pesewas` are its only bigints, at the top and in the items of an order. */
export function plainRow(row: unknown): unknown {
  return JSON.parse(JSON.stringify(row, (_, value) => (typeof value === 'bigint' ? String(value) : value)))
}

/** The row that {@link plainRow} was made of. */
export function revivedRow(row: unknown): Record<string, unknown> {
  const copy: Record<string, unknown> = {}
  for (const [column, value] of Object.entries(row as Record<string, unknown>)) {
    if (column.endsWith('_pesewas')) copy[column] = pesewasOf(value, column)
    else if (column === 'items') copy[column] = (value as unknown[]).map(revivedRow)
    else copy[column] = value
  }
  return copy
}

/** Reads pesewas as a snapshot writes them. @throws TypeError when it is no number of them. */
export function pesewasOf(value: unknown, where: string): bigint {
  if (typeof value !== 'string' || !/^-?\d{1,30}$/.test(value)) throw new TypeError(`${where} is no number of pesewas.`)
  return BigInt(value)
}
