import type { Tables } from '../store.js'
import { recordTables, uniqueColumns } from './tables.js'

/**
 * Everything a store holds, as JSON. Amounts are text; entries are their canonical texts and hashes.
 *
 * @decision 0014
 */
export interface Snapshot {
  /** The version. */
  readonly version: 1
  /** By merchant. */
  readonly merchants: Readonly<Record<string, MerchantSnapshot>>
}
/** One merchant's part of a {@link Snapshot}. */
export interface MerchantSnapshot {
  /** Rows, by table. */
  readonly tables: Readonly<Record<string, readonly unknown[]>>
  /** How far each sequence of ids has come. */
  readonly counters: Readonly<Record<string, number>>
  /** Balance and sequence of each account. */
  readonly accounts: Readonly<Record<string, readonly [balance: string, sequence: number]>>
  /** The canonical text and the hash of each entry. */
  readonly entries: readonly (readonly [text: string, hash: string])[]
}

/**
 * Looks for what no store can hold, before anything is replaced by it.
 *
 * @throws TypeError that names the row: another version, a row of another merchant, an id or a value that is taken
 *   once and stands there twice.
 */
export function checkSnapshot(snapshot: Snapshot): void {
  if (snapshot?.version !== 1) throw new TypeError('This is not a snapshot of version 1.')
  /** Values that no two merchants may share. */
  const everywhere = new Set<string>()
  for (const [merchant, saved] of Object.entries(snapshot.merchants)) {
    for (const table of recordTables) checkRows(merchant, table, saved.tables[table] ?? [], everywhere)
  }
}

function checkRows(
  merchant: string,
  table: keyof typeof uniqueColumns,
  rows: readonly unknown[],
  everywhere: Set<string>,
): void {
  const ids = new Set<string>()
  const own = new Set<string>()
  const rule = uniqueColumns[table]
  for (const row of rows as readonly Tables[typeof table][]) {
    if (row.merchant !== merchant) throw new TypeError(`${table} ${row.id} of ${merchant} belongs to ${row.merchant}.`)
    if (ids.has(row.id)) throw new TypeError(`${table} ${row.id} of ${merchant} is there twice.`)
    ids.add(row.id)
    const value = rule && row[rule.column as keyof typeof row]
    if (!rule || value === null || value === undefined) continue
    const taken = rule.everywhere ? everywhere : own
    const key = `${table} ${value}`
    if (taken.has(key)) throw new TypeError(`The ${rule.column} of ${table} ${row.id} of ${merchant} is there twice.`)
    taken.add(key)
  }
}
