import { chartOfAccounts } from '../accounts.js'
import { getUniqueColumn, type RecordTable, recordTables, type Tables } from '../tables.js'
import { checkRow, parsePesewas } from './json-row.js'

/**
 * All data of a store, as JSON. Amounts are strings; entries are their canonical texts and hashes.
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
 * Validates a snapshot before it is restored: checks its rows against the definitions of their tables. `verify` checks
 * the entries.
 *
 * @throws TypeError that describes the error: another version, an invalid row, an id or a unique value that occurs
 *   twice.
 */
export function checkSnapshot(snapshot: Snapshot): void {
  if (snapshot?.version !== 1 || !isObject(snapshot.merchants))
    throw new TypeError('This is not a snapshot of version 1. Take a new one.')
  /** Values that are unique over all merchants. */
  const globalValues = new Set<string>()
  for (const [merchant, merchantSnapshot] of Object.entries(snapshot.merchants)) {
    if (!isObject(merchantSnapshot) || !isObject(merchantSnapshot.tables))
      throw new TypeError(`${merchant} must have tables.`)
    for (const [table, rows] of Object.entries(merchantSnapshot.tables)) {
      if (!recordTables.includes(table as RecordTable) || !Array.isArray(rows))
        throw new TypeError(`${merchant} has rows of ${table}, and there is no such table. Leave them out.`)
    }
    for (const table of recordTables) checkRows(merchant, table, merchantSnapshot.tables[table] ?? [], globalValues)
    checkMerchant(merchant, merchantSnapshot)
  }
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function checkAccounts(merchant: string, accounts: unknown): void {
  if (!isObject(accounts)) throw new TypeError(`${merchant} must have accounts.`)
  for (const [account, balanceAndSequence] of Object.entries(accounts)) {
    if (!Object.hasOwn(chartOfAccounts, account))
      throw new TypeError(`${merchant}: ${account} is not an account. Leave it out.`)
    if (!Array.isArray(balanceAndSequence) || !Number.isSafeInteger(balanceAndSequence[1]))
      throw new TypeError(`${merchant}: ${account} must have a balance and a sequence.`)
    parsePesewas(balanceAndSequence[0], `${merchant}: ${account}`)
  }
}

/** Checks the types of counters, accounts and entries. */
function checkMerchant(merchant: string, { counters, accounts, entries }: MerchantSnapshot): void {
  if (!isObject(counters) || !Object.values(counters).every((value) => Number.isSafeInteger(value) && value >= 0))
    throw new TypeError(`The counters of ${merchant} must be whole numbers from 0.`)
  checkAccounts(merchant, accounts)
  const isEntry = (entry: unknown) => Array.isArray(entry) && entry.length === 2 && entry.every(isText)
  if (!Array.isArray(entries) || !entries.every(isEntry))
    throw new TypeError(`The entries of ${merchant} must be texts with their hashes.`)
}

const isText = (value: unknown) => typeof value === 'string'

function checkRows(merchant: string, table: RecordTable, rows: readonly unknown[], globalValues: Set<string>): void {
  const ids = new Set<string>()
  const merchantValues = new Set<string>()
  const rule = getUniqueColumn(table)
  for (const row of rows as readonly Tables[typeof table][]) {
    checkRow(table, merchant, row)
    if (ids.has(row.id)) throw new TypeError(`${table} ${row.id} of ${merchant} occurs twice. Keep one.`)
    ids.add(row.id)
    const value = rule && row[rule.column as keyof typeof row]
    if (!rule || value === null || value === undefined) continue
    const uniqueValues = rule.isGlobal ? globalValues : merchantValues
    const key = `${table} ${value}`
    if (uniqueValues.has(key))
      throw new TypeError(`The ${rule.column} of ${table} ${row.id} of ${merchant} occurs twice. Keep one.`)
    uniqueValues.add(key)
  }
}
