import type { Account } from '../../accounts.js'
import { entryHash, entryId, firstHash, parseCanonicalText } from '../../entry.js'
import type { Entry, EntryKind } from '../../posting.js'
import type { AccountRow } from '../../tables/accounts.js'
import type { EntryRow } from '../../tables/entries.js'
import { getUniqueColumn, type RecordTable, type TableName } from '../../tables.js'
import type { AnyRow } from '../prepare-commit.js'
import { frozen } from './frozen.js'
import { type Indexes, type Item, updateIndexes } from './indexes.js'

type TableIndexes = { [T in TableName]?: Indexes }

/** The data of one merchant. */
export interface MerchantLedger {
  readonly rows: { [T in RecordTable]?: Map<string, AnyRow> }
  /** Indexes for listings of this merchant. */
  readonly indexes: TableIndexes
  /** Values that are unique for this merchant, as `table value`. */
  readonly uniqueValues: Set<string>
  readonly counters: Map<string, number>
  readonly accounts: Map<Account, AccountRow>
  /** Canonical texts: a third of the size of the rows, which are read rarely. */
  readonly entryTexts: string[]
  /**
   * Hashes of the first entries. The others are computed on demand, because hashing is most of the work of a commit.
   */
  readonly hashes: string[]
  /** Sequences of the entries by source: one, or several. */
  readonly bySource: Map<string, number | readonly number[]>
  lastAtMs: number
}

/** The data of all merchants. */
export interface Ledgers {
  readonly byMerchant: Map<string, MerchantLedger>
  /** Indexes for listings of all merchants. */
  readonly indexes: TableIndexes
  /** Values that are unique over all merchants, as `table value`. */
  readonly uniqueValues: Set<string>
}

export const createLedgers = (): Ledgers => ({ byMerchant: new Map(), indexes: {}, uniqueValues: new Set() })

/** Returns the data of a merchant. Creates it if it does not exist. */
export function getLedger({ byMerchant }: Ledgers, merchant: string): MerchantLedger {
  const found = byMerchant.get(merchant)
  if (found) return found
  const ledger: MerchantLedger = {
    rows: {},
    indexes: {},
    uniqueValues: new Set(),
    counters: new Map(),
    accounts: new Map(),
    entryTexts: [],
    hashes: [],
    bySource: new Map(),
    lastAtMs: Number.NEGATIVE_INFINITY,
  }
  byMerchant.set(merchant, ledger)
  return ledger
}

/** Updates all indexes after an insert (no `old`), an update, or a delete (no `item`). */
function updateAllIndexes(
  ledgers: Ledgers,
  ledger: MerchantLedger,
  table: TableName,
  old: Item | undefined,
  item: Item | undefined,
): void {
  updateIndexes(ledger.indexes[table], old, item)
  updateIndexes(ledgers.indexes[table], old, item)
}

/** A unique value: the set that contains it, and its key in the set. */
interface UniqueValue {
  readonly uniqueValues: Set<string>
  readonly key: string
}

/** Returns the unique value of a row, if its table has a unique column and the row a value in it. */
export function findUniqueValue(
  ledgers: Ledgers,
  ledger: MerchantLedger,
  table: RecordTable,
  row: AnyRow,
): UniqueValue | undefined {
  const rule = getUniqueColumn(table)
  const value = rule && row[rule.column as keyof AnyRow]
  if (!rule || value === null) return undefined
  return {
    uniqueValues: (rule.isGlobal ? ledgers : ledger).uniqueValues,
    key: `${table} ${value}`,
  }
}

/** Inserts a row, or replaces the row with its id. */
export function write(ledgers: Ledgers, ledger: MerchantLedger, table: RecordTable, row: AnyRow): void {
  let rows = ledger.rows[table]
  if (!rows) {
    rows = new Map()
    ledger.rows[table] = rows
  }
  const old = rows.get(row.id)
  rows.set(row.id, row)
  updateAllIndexes(ledgers, ledger, table, old, row)
}

/** Inserts a new row. */
export function insert(ledgers: Ledgers, ledger: MerchantLedger, table: RecordTable, row: AnyRow): void {
  write(ledgers, ledger, table, row)
  const found = findUniqueValue(ledgers, ledger, table, row)
  found?.uniqueValues.add(found.key)
}

/** Removes a row. Tables with unique values have no deletes. */
export function remove(ledgers: Ledgers, ledger: MerchantLedger, table: RecordTable, row: AnyRow): void {
  ledger.rows[table]?.delete(row.id)
  updateAllIndexes(ledgers, ledger, table, row, undefined)
}

export function setCounter(
  ledgers: Ledgers,
  merchant: string,
  ledger: MerchantLedger,
  id: string,
  value: number,
): void {
  if (!ledger.counters.has(id)) updateAllIndexes(ledgers, ledger, 'counters', undefined, { merchant, id })
  ledger.counters.set(id, value)
}

export function setAccount(ledgers: Ledgers, ledger: MerchantLedger, row: AccountRow): void {
  const { merchant, id } = row
  if (!ledger.accounts.has(id)) updateAllIndexes(ledgers, ledger, 'accounts', undefined, { merchant, id })
  ledger.accounts.set(id, row)
}

const none: readonly number[] = []

/** Returns the sequences of the entries of a source. */
export function findSequences(ledger: MerchantLedger, source: string): readonly number[] {
  const found = ledger.bySource.get(source)
  if (found === undefined) return none
  return typeof found === 'number' ? [found] : found
}

export function hasEntry(ledger: MerchantLedger, { source, kind }: Entry): boolean {
  return findSequences(ledger, source).some((sequence) =>
    ledger.entryTexts[sequence - 1]?.startsWith(`${sequence}|${kind}|`),
  )
}

/** Appends an entry. The hash is computed on demand. */
export function append(ledgers: Ledgers, merchant: string, ledger: MerchantLedger, source: string, text: string): void {
  ledger.entryTexts.push(text)
  const sequence = ledger.entryTexts.length
  const entriesOfSource = ledger.bySource.get(source)
  if (entriesOfSource === undefined) ledger.bySource.set(source, sequence)
  else if (typeof entriesOfSource === 'number') ledger.bySource.set(source, [entriesOfSource, sequence])
  else ledger.bySource.set(source, [...entriesOfSource, sequence])
  if (ledger.indexes.entries || ledgers.indexes.entries)
    updateAllIndexes(ledgers, ledger, 'entries', undefined, entryPoint(merchant, ledger, sequence))
}

/** The indexed columns of an entry. The entry itself is stored as text. */
export interface EntryPoint extends Item {
  readonly kind: EntryKind
  readonly source: string
  readonly at_ms: number
}

export function entryPoint(merchant: string, ledger: MerchantLedger, sequence: number): EntryPoint {
  const [, kind, source = '', atMs] = ledger.entryTexts[sequence - 1]?.split('|', 4) ?? []
  return { merchant, id: entryId(sequence), kind: kind as EntryKind, source, at_ms: Number(atMs) }
}

/** Hashes the entries that are not hashed yet. The texts never change, so the hashes do not depend on the time. */
export function hashEntries(merchant: string, ledger: MerchantLedger): void {
  if (ledger.hashes.length === ledger.entryTexts.length) return
  let previous = ledger.hashes.at(-1) ?? firstHash(merchant)
  for (const text of ledger.entryTexts.slice(ledger.hashes.length)) {
    previous = entryHash(previous, text)
    ledger.hashes.push(previous)
  }
}

export function entryRow(merchant: string, ledger: MerchantLedger, sequence: number): EntryRow {
  hashEntries(merchant, ledger)
  const at = sequence - 1
  const previous = ledger.hashes[at - 1] ?? firstHash(merchant)
  const row = parseCanonicalText(merchant, ledger.entryTexts[at] ?? '', previous, ledger.hashes[at] ?? '')
  return frozen(row)
}
