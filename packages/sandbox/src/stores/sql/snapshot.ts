import {
  accounts,
  canonicalText,
  checkSnapshot,
  firstHash,
  fromJsonRow,
  type MerchantSnapshot,
  parsePesewas,
  recordTables,
  type Snapshot,
  type TableName,
  toJsonRow,
} from '@cedi/mock-server/internal'
import {
  checkStorableText,
  fromSql,
  getParameterType,
  listColumns,
  selectedColumns,
  toEntryCells,
  toSql,
} from './columns.js'
import { isUniqueViolation, type SqlDriver, SqlError, type SqlRow, type SqlValue } from './driver.js'
import { globallyUniqueColumn, globallyUniqueTables, toUniqueValue } from './sharding/unique-values.js'

/** Tables of a snapshot. The table `books` is derived from the entries. */
const snapshotTables: readonly TableName[] = [...recordTables, 'counters', 'accounts', 'entries']

/** One statement reads all tables, so that the snapshot is consistent. */
function createSnapshotQuery(): string {
  const maxColumns = Math.max(...snapshotTables.map((table) => selectedColumns(table).length))
  const parts = snapshotTables.map((table) => {
    const names = selectedColumns(table)
    const values = Array.from(
      { length: maxColumns },
      (_, index) => `CAST(${names[index] ?? 'NULL'} AS text) AS c${index}`,
    )
    return `SELECT '${table}' AS held_in, merchant_id AS owner, id AS place, ${values.join(', ')} FROM cedi.${table}`
  })
  return `${parts.join('\nUNION ALL ')}\nORDER BY owner, place LIMIT CAST($1 AS bigint)`
}

/** Returns the statement that empties all tables atomically. It locks the table `books` first, as a commit does. */
export const emptyAll = (isSharded: boolean): string =>
  `TRUNCATE ${['books', ...snapshotTables, ...(isSharded ? ['unique_values'] : [])].map((table) => `cedi.${table}`).join(', ')}`

/** Reads everything in a database, in the form that the memory store returns. */
export async function readSnapshot(driver: SqlDriver): Promise<Snapshot> {
  const rowsByMerchant = new Map<string, Map<TableName, SqlRow[]>>()
  for (const row of await driver.query(createSnapshotQuery(), [null])) {
    const table = row['held_in'] as TableName
    const owner = String(row['owner'])
    const rowsByTable = rowsByMerchant.get(owner) ?? new Map<TableName, SqlRow[]>()
    rowsByMerchant.set(owner, rowsByTable)
    const valuesByName = Object.fromEntries(selectedColumns(table).map((name, index) => [name, row[`c${index}`]]))
    const rows = rowsByTable.get(table)
    if (rows) rows.push(valuesByName)
    else rowsByTable.set(table, [valuesByName])
  }
  const merchants: [string, MerchantSnapshot][] = []
  for (const [merchant, rowsByTable] of rowsByMerchant) {
    const merchantSnapshot = toMerchantSnapshot(rowsByTable)
    const { tables, counters, entries } = merchantSnapshot
    if (Object.keys(tables).length + Object.keys(counters).length + entries.length > 0)
      merchants.push([merchant, merchantSnapshot])
  }
  return { version: 1, merchants: Object.fromEntries(merchants) }
}

function toMerchantSnapshot(rowsByTable: Map<TableName, SqlRow[]>): MerchantSnapshot {
  const decodeRows = <T extends TableName>(table: T) => (rowsByTable.get(table) ?? []).map((row) => fromSql(table, row))
  const tables = recordTables
    .filter((table) => rowsByTable.has(table))
    .map((table) => [table, decodeRows(table).map(toJsonRow)] as const)
  const accountRows = new Map(decodeRows('accounts').map((row) => [row.id, row]))
  return {
    tables: Object.fromEntries(tables),
    counters: Object.fromEntries(decodeRows('counters').map(({ id, value }) => [id, value])),
    accounts: Object.fromEntries(
      accounts.flatMap((account): [string, [string, number]][] => {
        const row = accountRows.get(account)
        return row ? [[account, [String(row.balance_pesewas), row.sequence]]] : []
      }),
    ),
    entries: decodeRows('entries').map((entry) => [canonicalText(entry), entry.hash] as const),
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
 * @throws TypeError if the snapshot is invalid; nothing has changed then.
 */
export async function writeSnapshot(driver: SqlDriver, snapshot: Snapshot, isSharded: boolean): Promise<void> {
  checkSnapshot(snapshot)
  const parts = Object.entries(snapshot.merchants).flatMap(([merchant, merchantSnapshot]) => [
    ...createParts(merchant, merchantSnapshot),
    ...(isSharded ? [listUniqueValues(merchant, merchantSnapshot)] : []),
  ])
  // A query without values is one transaction.
  const text = [emptyAll(isSharded), ...mergeParts(parts).flatMap(createInserts)].join(';\n')
  try {
    await driver.query(text)
  } catch (error) {
    // Values out of range, or duplicates: classes 22 and 23.
    if (error instanceof SqlError && (/^2[23]/.test(error.code) || isUniqueViolation(error)))
      throw new TypeError(`The database cannot hold this snapshot (${error.message}). Take a new one.`, {
        cause: error,
      })
    throw error
  }
}

/** Merges the rows of all merchants by table. */
function mergeParts(parts: readonly Part[]): readonly Part[] {
  const all = new Map<string, Part & { rows: (readonly SqlValue[])[] }>()
  for (const { table, columns, rows } of parts) {
    const part = all.get(table) ?? { table, columns, rows: [] }
    for (const row of rows) part.rows.push(row)
    all.set(table, part)
  }
  return [...all.values()]
}

function createInserts({ table, columns, rows }: Part): string[] {
  const names = columns.map(([name]) => name).join(', ')
  const types = columns.map(([name, type]) => `${name} ${type}`).join(', ')
  const inserts: string[] = []
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    const records = rows
      .slice(from, from + rowsAtOnce)
      .map((row) => Object.fromEntries(columns.map(([name], index) => [name, toJsonValue(row[index] ?? null)])))
    inserts.push(
      `INSERT INTO cedi.${table} (${names}) SELECT ${names} FROM json_to_recordset(${quoteText(JSON.stringify(records))}) AS t (${types})`,
    )
  }
  return inserts
}

const toJsonValue = (value: SqlValue) => (typeof value === 'bigint' ? String(value) : value)

/** Quotes a string with a tag that it does not contain (dollar quoting). */
function quoteText(text: string): string {
  let tag = '$cedi$'
  while (text.includes(tag)) tag = `$x${tag.slice(1)}`
  return `${tag}${text}${tag}`
}

const owner = ['merchant_id', 'text'] as const
/** Returns the name and type of each column of a table, in the order of its definition. */
const typedColumns = (table: TableName): Part['columns'] => [
  owner,
  ...['id', ...listColumns(table)].map((column) => [column, getParameterType(table, column)] as const),
]

/** Returns the globally unique values of a merchant. */
function listUniqueValues(merchant: string, { tables }: MerchantSnapshot): Part {
  const rows = globallyUniqueTables.flatMap((table) =>
    (tables[table as 'keys'] ?? [])
      .map((row) => (row as Readonly<Record<string, unknown>>)[globallyUniqueColumn(table) ?? ''])
      .filter((value) => value !== null && value !== undefined)
      .map((value) => [toUniqueValue(table, value), merchant]),
  )
  return { table: 'unique_values', columns: [['value', 'text'], owner], rows }
}

function createParts(name: string, merchantSnapshot: MerchantSnapshot): readonly Part[] {
  const merchant = checkStorableText(name, 'merchant')
  const records = recordTables.map((table): Part => {
    const names = ['id', ...listColumns(table)]
    const rows = (merchantSnapshot.tables[table] ?? []).map((jsonRow) => {
      const row = fromJsonRow(table, jsonRow)
      return [merchant, ...names.map((column) => toSql(table, column, row[column]))]
    })
    return { table, columns: typedColumns(table), rows }
  })
  const accountRows = Object.entries(merchantSnapshot.accounts).map(([account, [balance, sequence]]) => [
    merchant,
    account,
    parsePesewas(balance, account),
    sequence,
  ])
  let previous = firstHash(merchant)
  let lastMs = Number.MIN_SAFE_INTEGER
  const entries = merchantSnapshot.entries.map(([text, hash]) => {
    const row = [merchant, ...toEntryCells(merchant, text, previous, hash)]
    previous = hash
    lastMs = Math.max(lastMs, Number(text.split('|', 4)[3]))
    return row
  })
  return [
    {
      table: 'books',
      columns: [owner, ['sequence', 'bigint'], ['at_ms', 'bigint'], ['hash', 'text']],
      rows: [[merchant, entries.length, lastMs, previous]],
    },
    { table: 'accounts', columns: typedColumns('accounts'), rows: accountRows },
    {
      table: 'counters',
      columns: typedColumns('counters'),
      rows: Object.entries(merchantSnapshot.counters).map(([id, value]) => [
        merchant,
        checkStorableText(id, 'counters'),
        value,
      ]),
    },
    { table: 'entries', columns: typedColumns('entries'), rows: entries },
    ...records,
  ]
}
