import { accounts } from '../../accounts.js'
import { canonicalText, firstHash, parseCanonicalText } from '../../entry.js'
import type { RecordTable } from '../../store.js'
import type { MerchantSnapshot, Snapshot } from '../memory.js'
import { plainRow, recordTables, revivedRow } from '../tables.js'
import { columnsOf, fromSql, selectedColumns, sqlTypeOf, toSql } from './columns.js'
import type { SqlDriver, SqlRow, SqlValue } from './driver.js'
import { createValues } from './statement.js'

/** Everything in a database, in the form in which a store in memory gives it. */
export async function readSnapshot(driver: SqlDriver): Promise<Snapshot> {
  const merchants: [string, MerchantSnapshot][] = []
  const books = await driver.query(
    'SELECT merchant_id FROM cedi.books WHERE sequence >= CAST($1 AS bigint) ORDER BY merchant_id',
    [0],
  )
  for (const { merchant_id: merchant } of books) {
    const saved = await readMerchant(driver, String(merchant))
    const { tables, counters, entries } = saved
    if (Object.keys(tables).length + Object.keys(counters).length + entries.length > 0) {
      merchants.push([String(merchant), saved])
    }
  }
  return { version: 1, merchants: Object.fromEntries(merchants) }
}

async function readMerchant(driver: SqlDriver, merchant: string): Promise<MerchantSnapshot> {
  const all = (table: 'counters' | 'accounts' | 'entries' | RecordTable): Promise<readonly SqlRow[]> =>
    driver.query(
      `SELECT ${selectedColumns(table)} FROM cedi.${table} WHERE merchant_id = CAST($1 AS text) ORDER BY id`,
      [merchant],
    )
  const tables: [string, unknown[]][] = []
  for (const table of recordTables) {
    const rows = await all(table)
    if (rows.length > 0) tables.push([table, rows.map((row) => plainRow(fromSql(table, row)))])
  }
  const held = (await all('accounts')).map((row) => fromSql('accounts', row)).filter(({ sequence }) => sequence > 0)
  return {
    tables: Object.fromEntries(tables),
    counters: Object.fromEntries((await all('counters')).map(({ id, value }) => [id, Number(value)])),
    accounts: Object.fromEntries(
      accounts.flatMap((account) =>
        held
          .filter(({ id }) => id === account)
          .map((row): [string, [string, number]] => [row.id, [String(row.balance_pesewas), row.sequence]]),
      ),
    ),
    entries: (await all('entries')).map((row) => {
      const entry = fromSql('entries', row)
      return [canonicalText(entry), entry.hash] as const
    }),
  }
}

/** So many rows go into one statement: a statement takes 65,535 values. */
const rowsAtOnce = 500

type Line = readonly (readonly [value: SqlValue, type: string])[]

/**
 * Puts a snapshot in the place of everything.
 *
 * @throws TypeError when it is not a snapshot of this version; then nothing has changed.
 */
export async function writeSnapshot(driver: SqlDriver, snapshot: Snapshot, clear: () => Promise<void>): Promise<void> {
  if (snapshot?.version !== 1) throw new TypeError('This is not a snapshot of version 1.')
  const batches: { table: string; columns: readonly string[]; lines: Line[] }[] = []
  for (const [merchant, saved] of Object.entries(snapshot.merchants)) batches.push(...linesOf(merchant, saved))
  await clear()
  for (const { table, columns, lines } of batches) {
    for (let from = 0; from < lines.length; from += rowsAtOnce) {
      const { list, param } = createValues()
      const rows = lines
        .slice(from, from + rowsAtOnce)
        .map((line) => `(${line.map(([value, type]) => param(value, type)).join(', ')})`)
      await driver.query(`INSERT INTO cedi.${table} (${columns.join(', ')}) VALUES ${rows.join(', ')}`, list)
    }
  }
}

function linesOf(
  merchant: string,
  saved: MerchantSnapshot,
): { table: string; columns: readonly string[]; lines: Line[] }[] {
  const owner = [merchant, 'text'] as const
  const id = (value: string) => [value, 'text'] as const
  const number = (value: number) => [value, 'bigint'] as const
  const records = recordTables.map((table) => {
    const columns = columnsOf(table)
    const lines = (saved.tables[table] ?? []).map((plain): Line => {
      const row = revivedRow(plain)
      const cells = columns.map((column) => [toSql(table, column, row[column]), sqlTypeOf(table, column)] as const)
      return [owner, id(String(row['id'])), ...cells]
    })
    return { table, columns: ['merchant_id', 'id', ...columns], lines }
  })
  const counters = Object.entries(saved.counters).map(([name, value]): Line => [owner, id(name), number(value)])
  const held = accounts.map((account): Line => {
    const [balance, sequence] = saved.accounts[account] ?? ['0', 0]
    return [owner, id(account), [BigInt(balance), 'bigint'], number(sequence)]
  })
  let previous = firstHash(merchant)
  let atMs = Number.MIN_SAFE_INTEGER
  const entries = saved.entries.map(([text, hash]): Line => {
    const entry = parseCanonicalText(merchant, text, previous, hash)
    const [, kind = '', source = '', , postings = '', balances = ''] = text.split('|')
    previous = hash
    atMs = Math.max(atMs, entry.at_ms)
    const texts = [kind, source].map(id)
    const rest = [postings, balances, entry.memo, entry.previous_hash, hash].map((value) => [value, 'text'] as const)
    return [owner, id(entry.id), number(entry.sequence), ...texts, number(entry.at_ms), ...rest]
  })
  const book: Line = [owner, number(entries.length), number(atMs), id(previous)]
  const entryColumns = 'merchant_id, id, sequence, kind, source, at_ms, postings, balances, memo, previous_hash, hash'
  return [
    { table: 'books', columns: ['merchant_id', 'sequence', 'at_ms', 'hash'], lines: [book] },
    { table: 'accounts', columns: ['merchant_id', 'id', 'balance_pesewas', 'sequence'], lines: held },
    { table: 'counters', columns: ['merchant_id', 'id', 'value'], lines: counters },
    { table: 'entries', columns: [entryColumns], lines: entries },
    ...records,
  ]
}
