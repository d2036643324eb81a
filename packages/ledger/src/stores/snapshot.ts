import { chartOfAccounts } from '../accounts.js'
import { type RecordTable, recordTables, type Tables, uniqueColumnOf } from '../tables.js'
import { checkRow, pesewasOf } from './plain.js'

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
 * Validates a snapshot before it replaces anything: rows are checked against the definitions of their tables. `verify`
 * checks the entries.
 *
 * @throws TypeError that names what is wrong: another version, a row that its table cannot hold, an id or a value that
 *   must be unique and occurs twice.
 */
export function checkSnapshot(snapshot: Snapshot): void {
  if (snapshot?.version !== 1 || !isObject(snapshot.merchants))
    throw new TypeError('This is not a snapshot of version 1. Take a new one.')
  /** Values that no two merchants may share. */
  const everywhere = new Set<string>()
  for (const [merchant, saved] of Object.entries(snapshot.merchants)) {
    if (!isObject(saved) || !isObject(saved.tables)) throw new TypeError(`${merchant} must have tables.`)
    for (const [table, rows] of Object.entries(saved.tables)) {
      if (!recordTables.includes(table as RecordTable) || !Array.isArray(rows))
        throw new TypeError(`${merchant} has rows of ${table}, and there is no such table. Leave them out.`)
    }
    for (const table of recordTables) checkRows(merchant, table, saved.tables[table] ?? [], everywhere)
    checkBooks(merchant, saved)
  }
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function checkAccounts(merchant: string, accounts: unknown): void {
  if (!isObject(accounts)) throw new TypeError(`${merchant} must have accounts.`)
  for (const [account, held] of Object.entries(accounts)) {
    if (!Object.hasOwn(chartOfAccounts, account))
      throw new TypeError(`${merchant}: ${account} is not an account. Leave it out.`)
    if (!Array.isArray(held) || !Number.isSafeInteger(held[1]))
      throw new TypeError(`${merchant}: ${account} must have a balance and a sequence.`)
    pesewasOf(held[0], `${merchant}: ${account}`)
  }
}

/** Counters, accounts and entries must have the form of some. */
function checkBooks(merchant: string, { counters, accounts, entries }: MerchantSnapshot): void {
  if (!isObject(counters) || !Object.values(counters).every((value) => Number.isSafeInteger(value) && value >= 0))
    throw new TypeError(`The counters of ${merchant} must be whole numbers from 0.`)
  checkAccounts(merchant, accounts)
  const isEntry = (entry: unknown) => Array.isArray(entry) && entry.length === 2 && entry.every(isText)
  if (!Array.isArray(entries) || !entries.every(isEntry))
    throw new TypeError(`The entries of ${merchant} must be texts with their hashes.`)
}

const isText = (value: unknown) => typeof value === 'string'

function checkRows(merchant: string, table: RecordTable, rows: readonly unknown[], everywhere: Set<string>): void {
  const ids = new Set<string>()
  const own = new Set<string>()
  const rule = uniqueColumnOf(table)
  for (const row of rows as readonly Tables[typeof table][]) {
    checkRow(table, merchant, row)
    if (ids.has(row.id)) throw new TypeError(`${table} ${row.id} of ${merchant} is there twice. Keep one.`)
    ids.add(row.id)
    const value = rule && row[rule.column as keyof typeof row]
    if (!rule || value === null || value === undefined) continue
    const taken = rule.everywhere ? everywhere : own
    const key = `${table} ${value}`
    if (taken.has(key))
      throw new TypeError(`The ${rule.column} of ${table} ${row.id} of ${merchant} is there twice. Keep one.`)
    taken.add(key)
  }
}
