import type { ListQuery, RecordTable, TableName } from '../store.js'

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
}

/** A row as JSON: `*_pesewas` are its only bigints, at the top and in the items of an order. */
export function plainRow(row: unknown): unknown {
  return JSON.parse(JSON.stringify(row, (_, value) => (typeof value === 'bigint' ? String(value) : value)))
}

/** The row that {@link plainRow} was made of. */
export function revivedRow(row: unknown): Record<string, unknown> {
  const copy: Record<string, unknown> = {}
  for (const [column, value] of Object.entries(row as Record<string, unknown>)) {
    if (column.endsWith('_pesewas')) copy[column] = BigInt(value as string)
    else if (column === 'items') copy[column] = (value as unknown[]).map(revivedRow)
    else copy[column] = value
  }
  return copy
}
