import { type RecordTable, recordTables, type Tables, uniqueColumnOf } from '../tables.js'

/**
 * Everything a store holds, as JSON. Amounts are text; entries are their canonical texts and hashes.
 *
 * @decision 0014
 */
export interface Snapshot {
  readonly version: 1
  readonly merchants: Readonly<Record<string, MerchantSnapshot>>
}
/** One merchant's part of a {@link Snapshot}. */
export interface MerchantSnapshot {
  readonly tables: Readonly<Record<string, readonly unknown[]>>
  readonly counters: Readonly<Record<string, number>>
  readonly accounts: Readonly<Record<string, readonly [balance: string, sequence: number]>>
  /** The canonical text and the hash of each entry. */
  readonly entries: readonly (readonly [text: string, hash: string])[]
}

/**
 * Looks for what no store can hold, before anything is replaced by it. What single values must be is looked at when
 * the rows are read, by the definition of their table.
 *
 * @throws TypeError that names the row: another version, a row of another merchant, an id or a value that is taken
 *   once and stands there twice.
 */
export function checkSnapshot(snapshot: Snapshot): void {
  if (snapshot?.version !== 1) throw new TypeError('This is not a snapshot of version 1.')
  /** Values that no two merchants may share. */
  const everywhere = new Set<string>()
  for (const [merchant, saved] of Object.entries(snapshot.merchants)) {
    const strange = Object.keys(saved.tables).find((table) => !recordTables.includes(table as RecordTable))
    if (strange !== undefined) throw new TypeError(`There is no table ${strange}, of which ${merchant} has rows.`)
    for (const table of recordTables) checkRows(merchant, table, saved.tables[table] ?? [], everywhere)
  }
}

function checkRows(merchant: string, table: RecordTable, rows: readonly unknown[], everywhere: Set<string>): void {
  const ids = new Set<string>()
  const own = new Set<string>()
  const rule = uniqueColumnOf(table)
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
