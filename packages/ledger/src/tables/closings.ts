import { entries } from './entries.js'
import type { Table } from './table.js'

/**
 * Where a merchant's books stood at the end of a month that was closed, in a database. The id is the month: `2026-09`.
 *
 * @decision 0099
 */
export const closings: Table = {
  columns: {
    /** The last closed entry of the month, its hash, and when it was recorded. */
    sequence: { kind: 'number' },
    hash: { kind: 'text' },
    at_ms: { kind: 'number' },
    /** What each account held then, and the last entry that touched it. */
    accounts: { kind: 'json', shape: 'object' },
  },
  filters: [],
}

/** Entries that are closed, in a database: the same columns, and a partition for each month. */
export const closedEntries: Table & { readonly partitionedBy: string } = {
  columns: entries.columns,
  filters: entries.filters,
  partitionedBy: 'at_ms',
  indexes: [
    { name: 'closed_entries_source', on: ['merchant_id', 'source', 'kind'] },
    ...entries.indexes.map((index) => ({ ...index, name: `closed_${index.name}` })),
  ],
}

/**
 * What keeps the event of a closed entry from being recorded again. It is not partitioned: a commit looks here once,
 * however many months there are.
 */
export const closedSources: Table = { columns: { source: { kind: 'text' }, kind: { kind: 'text' } }, filters: [] }
