import { accounts } from '../../accounts.js'
import { canonicalText, firstHash, parseCanonicalText } from '../../entry.js'
import { recordTables, type TableName } from '../../tables.js'
import { pesewasOf, plainRow, revivedRow } from '../plain.js'
import { checkSnapshot, type MerchantSnapshot, type Snapshot } from '../snapshot.js'
import { checkedText, columnsOf, fromSql, selectedColumns, sqlTypeOf, toSql } from './columns.js'
import { isUniqueViolation, type SqlDriver, SqlError, type SqlRow, type SqlValue } from './driver.js'
import { globallyUniqueColumn, globallyUniqueTables, toUniqueValue } from './sharding/unique-values.js'

/** Tables of a snapshot. `books` is derived from the entries. */
const savedTables: readonly TableName[] = [...recordTables, 'counters', 'accounts', 'entries']

/** One statement reads all tables, so that the snapshot is consistent. */
function everything(): string {
  const widest = Math.max(...savedTables.map((table) => selectedColumns(table).length))
  const parts = savedTables.map((table) => {
    const names = selectedColumns(table)
    const cells = Array.from({ length: widest }, (_, at) => `CAST(${names[at] ?? 'NULL'} AS text) AS c${at}`)
    return `SELECT '${table}' AS held_in, merchant_id AS owner, id AS place, ${cells.join(', ')} FROM cedi.${table}`
  })
  return `${parts.join('\nUNION ALL ')}\nORDER BY owner, place LIMIT CAST($1 AS bigint)`
}

/** Returns the statement that empties all tables atomically. It locks the books first, as a commit does. */
export const emptyAll = (isSharded: boolean): string =>
  `TRUNCATE ${['books', ...savedTables, ...(isSharded ? ['unique_values'] : [])].map((table) => `cedi.${table}`).join(', ')}`

/** Reads everything in a database, in the form that the memory store returns. */
export async function readSnapshot(driver: SqlDriver): Promise<Snapshot> {
  const books = new Map<string, Map<TableName, SqlRow[]>>()
  for (const row of await driver.query(everything(), [null])) {
    const table = row['held_in'] as TableName
    const owner = String(row['owner'])
    const book = books.get(owner) ?? new Map<TableName, SqlRow[]>()
    books.set(owner, book)
    const named = Object.fromEntries(selectedColumns(table).map((name, at) => [name, row[`c${at}`]]))
    const rows = book.get(table)
    if (rows) rows.push(named)
    else book.set(table, [named])
  }
  const merchants: [string, MerchantSnapshot][] = []
  for (const [merchant, book] of books) {
    const saved = savedBook(book)
    const { tables, counters, entries } = saved
    if (Object.keys(tables).length + Object.keys(counters).length + entries.length > 0)
      merchants.push([merchant, saved])
  }
  return { version: 1, merchants: Object.fromEntries(merchants) }
}

function savedBook(book: Map<TableName, SqlRow[]>): MerchantSnapshot {
  const rowsOf = <T extends TableName>(table: T) => (book.get(table) ?? []).map((row) => fromSql(table, row))
  const tables = recordTables
    .filter((table) => book.has(table))
    .map((table) => [table, rowsOf(table).map(plainRow)] as const)
  const held = new Map(rowsOf('accounts').map((row) => [row.id, row]))
  return {
    tables: Object.fromEntries(tables),
    counters: Object.fromEntries(rowsOf('counters').map(({ id, value }) => [id, value])),
    accounts: Object.fromEntries(
      accounts.flatMap((account): [string, [string, number]][] => {
        const row = held.get(account)
        // Every account is there from the first commit on; those that no entry touched are not shown.
        return row && row.sequence > 0 ? [[account, [String(row.balance_pesewas), row.sequence]]] : []
      }),
    ),
    entries: rowsOf('entries').map((entry) => [canonicalText(entry), entry.hash] as const),
  }
}

/** Number of rows per JSON parameter. */
const rowsAtOnce = 2_000

interface Part {
  readonly table: string
  /** Name and type of each column. */
  readonly columns: readonly (readonly [name: string, type: string])[]
  readonly rows: readonly (readonly SqlValue[])[]
}

/**
 * Replaces all data in one transaction, so that readers see either the old or the new data.
 *
 * @throws TypeError when it is no snapshot that the store can hold; then nothing has changed.
 */
export async function writeSnapshot(driver: SqlDriver, snapshot: Snapshot, isSharded: boolean): Promise<void> {
  checkSnapshot(snapshot)
  const parts = Object.entries(snapshot.merchants).flatMap(([merchant, saved]) => [
    ...partsOf(merchant, saved),
    ...(isSharded ? [uniqueValuesOf(merchant, saved)] : []),
  ])
  // A query without values is one transaction.
  const text = [emptyAll(isSharded), ...joined(parts).flatMap(insertsOf)].join(';\n')
  try {
    await driver.query(text)
  } catch (error) {
    // Values out of range, or taken twice: classes 22 and 23.
    if (error instanceof SqlError && (/^2[23]/.test(error.code) || isUniqueViolation(error)))
      throw new TypeError(`The database cannot hold this snapshot (${error.message}). Take a new one.`, {
        cause: error,
      })
    throw error
  }
}

/** The rows of each table, whosever they are. */
function joined(parts: readonly Part[]): readonly Part[] {
  const all = new Map<string, Part & { rows: (readonly SqlValue[])[] }>()
  for (const { table, columns, rows } of parts) {
    const part = all.get(table) ?? { table, columns, rows: [] }
    for (const row of rows) part.rows.push(row)
    all.set(table, part)
  }
  return [...all.values()]
}

function insertsOf({ table, columns, rows }: Part): string[] {
  const names = columns.map(([name]) => name).join(', ')
  const types = columns.map(([name, type]) => `${name} ${type}`).join(', ')
  const inserts: string[] = []
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    const records = rows
      .slice(from, from + rowsAtOnce)
      .map((row) => Object.fromEntries(columns.map(([name], at) => [name, plainValue(row[at] ?? null)])))
    inserts.push(
      `INSERT INTO cedi.${table} (${names}) SELECT ${names} FROM json_to_recordset(${quoted(JSON.stringify(records))}) AS t (${types})`,
    )
  }
  return inserts
}

const plainValue = (value: SqlValue) => (typeof value === 'bigint' ? String(value) : value)

/** A text that no sign in it ends, however the database reads backslashes. */
function quoted(text: string): string {
  let tag = '$cedi$'
  while (text.includes(tag)) tag = `$x${tag.slice(1)}`
  return `${tag}${text}${tag}`
}

const owner = ['merchant_id', 'text'] as const
/** The name and the type of each column of a table, in the order of its definition. */
const typedColumns = (table: TableName): Part['columns'] => [
  owner,
  ...['id', ...columnsOf(table)].map((column) => [column, sqlTypeOf(table, column)] as const),
]

/** Returns the globally unique values of a merchant. */
function uniqueValuesOf(merchant: string, { tables }: MerchantSnapshot): Part {
  const rows = globallyUniqueTables.flatMap((table) =>
    (tables[table as 'keys'] ?? [])
      .map((row) => (row as Readonly<Record<string, unknown>>)[globallyUniqueColumn(table) ?? ''])
      .filter((value) => value !== null && value !== undefined)
      .map((value) => [toUniqueValue(table, value), merchant]),
  )
  return { table: 'unique_values', columns: [['value', 'text'], owner], rows }
}

function partsOf(name: string, saved: MerchantSnapshot): readonly Part[] {
  const merchant = checkedText(name, 'merchant')
  const records = recordTables.map((table): Part => {
    const names = ['id', ...columnsOf(table)]
    const rows = (saved.tables[table] ?? []).map((plain) => {
      const row = revivedRow(table, plain)
      return [merchant, ...names.map((column) => toSql(table, column, row[column]))]
    })
    return { table, columns: typedColumns(table), rows }
  })
  const held = accounts.map((account) => {
    const [balance, sequence] = saved.accounts[account] ?? ['0', 0]
    return [merchant, account, pesewasOf(balance, account), sequence]
  })
  let previous = firstHash(merchant)
  let lastMs = Number.MIN_SAFE_INTEGER
  const entries = saved.entries.map(([text, hash]) => {
    const { id, sequence, at_ms, memo } = parseCanonicalText(merchant, checkedText(text, 'entries'), previous, hash)
    const [, kind = '', source = '', , postings = '', balances = ''] = text.split('|')
    const row = [merchant, id, sequence, kind, source, at_ms, postings, balances, memo, previous, hash]
    previous = hash
    lastMs = Math.max(lastMs, at_ms)
    return row
  })
  return [
    {
      table: 'books',
      columns: [owner, ['sequence', 'bigint'], ['at_ms', 'bigint'], ['hash', 'text']],
      rows: [[merchant, entries.length, lastMs, previous]],
    },
    { table: 'accounts', columns: typedColumns('accounts'), rows: held },
    {
      table: 'counters',
      columns: typedColumns('counters'),
      rows: Object.entries(saved.counters).map(([id, value]) => [merchant, checkedText(id, 'counters'), value]),
    },
    { table: 'entries', columns: typedColumns('entries'), rows: entries },
    ...records,
  ]
}
