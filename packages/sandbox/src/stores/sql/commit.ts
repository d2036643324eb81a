import {
  type Account,
  type AccountRow,
  type AnyRow,
  type CommitResult,
  type CommitState,
  entryHash,
  firstHash,
  getUniqueColumn,
  type Plan,
  type PreparedCommit,
  prepareCommit,
  type RecordTable,
  type TableName,
} from '@cedi/mock-server/internal'
import { checkStorableText, fromSql, listColumns, selectedColumns, toEntryCells, toSql } from './columns.js'
import { insertText, updateText } from './commit-statements.js'
import type { SqlQuery, SqlRow, Statement, Transaction } from './driver.js'
import { toUniqueValue } from './sharding/unique-values.js'
import { createValues } from './statement.js'

/**
 * Locks and checks the rows of a plan, and returns the result of the commit with its writes; none after a failure.
 *
 * All commits of a merchant lock the merchant's row in `books` first, so they run one after the other. A value that is
 * unique over all merchants may still be inserted by another commit: the unique index then fails the transaction.
 *
 * @decision 0032
 */
export async function checkCommit(query: SqlQuery, plan: Plan, isSharded: boolean): Promise<Transaction<CommitResult>> {
  const { merchant } = plan
  checkStorableText(merchant, 'merchant')
  let state = await readState(query, plan, isSharded)
  if (!state) {
    await query(insertBook, [merchant, 0, Number.MIN_SAFE_INTEGER, firstHash(merchant)])
    state = await readState(query, plan, isSharded)
  }
  if (!state) throw new Error(`The row of ${merchant} in cedi.books was deleted during a commit.`)
  const prepared = prepareCommit(plan, state)
  if (prepared.outcome !== 'ok') return { result: prepared, writes: [] }
  const result = { outcome: 'ok', sequence: state.sequence + prepared.entries.length } as const
  return { result, writes: listWrites(plan, prepared, state.hash, isSharded) }
}

const insertBook = `INSERT INTO cedi.books (merchant_id, sequence, at_ms, hash)
VALUES (CAST($1 AS text), CAST($2 AS bigint), CAST($3 AS bigint), CAST($4 AS text)) ON CONFLICT (merchant_id) DO NOTHING`
const lockBook = 'SELECT sequence, at_ms, hash FROM cedi.books WHERE merchant_id = CAST($1 AS text) FOR UPDATE'
const updateBook = `UPDATE cedi.books SET sequence = CAST($2 AS bigint), at_ms = CAST($3 AS bigint), hash = CAST($4 AS text)
WHERE merchant_id = CAST($1 AS text)`
const upsertCounter = `INSERT INTO cedi.counters (merchant_id, id, value)
VALUES (CAST($1 AS text), CAST($2 AS text), CAST($3 AS bigint))
ON CONFLICT (merchant_id, id) DO UPDATE SET value = EXCLUDED.value`
const deleteEvent = 'DELETE FROM cedi.events WHERE merchant_id = CAST($1 AS text) AND id = CAST($2 AS text)'
const insertUniqueValue =
  'INSERT INTO cedi.unique_values (value, merchant_id) VALUES (CAST($1 AS text), CAST($2 AS text))'

/**
 * Returns the statement that selects rows by the values of one column. The values are a list and not an array, because
 * PostgreSQL would plan each execution with an array.
 */
function selectRows(
  table: TableName | 'unique_values',
  columns: readonly string[],
  { by = 'id', merchant, end = '' }: { readonly by?: string; readonly merchant?: string; readonly end?: string },
  values: readonly string[],
): Statement {
  const { list, param } = createValues()
  const owner = merchant === undefined ? '' : `merchant_id = ${param(merchant, 'text')} AND `
  const members = values.map((value) => param(value, 'text')).join(', ')
  return {
    text: `SELECT ${columns.join(', ')} FROM cedi.${table} WHERE ${owner}${by} IN (${members})${end}`,
    values: list,
  }
}
/** Locks the rows in the order of their ids. */
const locked = ' ORDER BY id FOR UPDATE'

/**
 * Locks and reads all rows that a plan depends on. The statements are sent together: each one sees the commits that
 * ended before the lock was acquired.
 *
 * @returns Undefined if the merchant has no row in `books`.
 */
async function readState(
  query: SqlQuery,
  plan: Plan,
  isSharded: boolean,
): Promise<(CommitState & { readonly hash: string }) | undefined> {
  const { merchant } = plan
  const rows = new Map<string, AnyRow>()
  const uniqueValues = new Set<string>()
  const balances = new Map<string, bigint>()
  const entries = new Set<string>()
  const counters = new Map<string, number>()
  const read = async (
    table: TableName,
    columns: readonly string[],
    options: { readonly by?: string; readonly end?: string },
    keys: readonly string[],
    add: (row: SqlRow) => void,
  ) => {
    if (keys.length === 0) return
    const { text, values } = selectRows(table, columns, { merchant, ...options }, keys)
    for (const row of await query(text, values)) add(row)
  }
  const book = query(lockBook, [merchant])
  const idsByTable = new Map<RecordTable, Set<string>>()
  for (const [table, id] of listRowIds(plan)) {
    const ids = idsByTable.get(table) ?? new Set<string>()
    idsByTable.set(table, ids.add(checkStorableText(id, table)))
  }
  const tables = [...idsByTable].sort(([one], [other]) => (one < other ? -1 : 1))
  const [[found]] = await Promise.all([
    book,
    ...tables.map(([table, ids]) =>
      read(table, selectedColumns(table), { end: locked }, [...ids], (row) =>
        rows.set(`${table} ${row['id']}`, fromSql(table, row) as AnyRow),
      ),
    ),
    read(
      'counters',
      ['id', 'value'],
      { end: locked },
      plan.counters.map(({ name }) => checkStorableText(name, 'counters')),
      (row) => counters.set(String(row['id']), Number(row['value'])),
    ),
    read('accounts', ['id', 'balance_pesewas'], {}, listAccounts(plan), (row) =>
      balances.set(String(row['id']), BigInt(row['balance_pesewas'] as string)),
    ),
    read(
      'entries',
      ['kind', 'source'],
      { by: 'source' },
      plan.entries.map(({ source }) => source),
      (row) => entries.add(`${row['kind']} ${row['source']}`),
    ),
    ...readUniqueValues(query, plan, isSharded, uniqueValues),
  ])
  return (
    found && {
      sequence: Number(found['sequence']),
      lastAtMs: Number(found['at_ms']),
      hash: String(found['hash']),
      getRow: (table, id) => rows.get(`${table} ${id}`),
      getCounter: (name) => counters.get(name) ?? 0,
      getBalance: (account) => balances.get(account) ?? 0n,
      hasEntry: ({ kind, source }) => entries.has(`${kind} ${source}`),
      hasUniqueValue: (table, row) => uniqueValues.has(toUniqueValue(table, readUniqueCell(table, row))),
    }
  )
}

const listRowIds = ({ inserts, updates, deletes }: Plan): readonly (readonly [RecordTable, string])[] => [
  ...inserts.map(({ table, row }) => [table, row.id] as const),
  ...[...updates, ...deletes].map(({ table, id }) => [table, id] as const),
]

const listAccounts = ({ entries }: Plan): readonly Account[] => [
  ...new Set(entries.flatMap(({ postings }) => postings.flatMap(({ debit, credit }) => [debit, credit]))),
]

const readUniqueCell = (table: RecordTable, row: AnyRow): unknown =>
  row[(getUniqueColumn(table)?.column ?? 'id') as keyof AnyRow]

/** Returns the new values in unique columns by table. */
function groupUniqueValues({ inserts }: Plan): ReadonlyMap<RecordTable, readonly string[]> {
  const groups = new Map<RecordTable, string[]>()
  for (const { table, row } of inserts) {
    const value = getUniqueColumn(table) && readUniqueCell(table, row)
    if (typeof value !== 'string') continue
    groups.set(table, [...(groups.get(table) ?? []), checkStorableText(value, table)])
  }
  return groups
}

function readUniqueValues(query: SqlQuery, plan: Plan, isSharded: boolean, found: Set<string>): Promise<void>[] {
  return [...groupUniqueValues(plan)].map(async ([table, unique]) => {
    const { column, isGlobal } = getUniqueColumn(table) ?? { column: 'id', isGlobal: false }
    const isShared = isSharded && isGlobal
    const { text, values } = isShared
      ? selectRows(
          'unique_values',
          ['value'],
          { by: 'value' },
          unique.map((value) => toUniqueValue(table, value)),
        )
      : selectRows(table, [column], { by: column, ...(!isGlobal && { merchant: plan.merchant }) }, unique)
    for (const row of await query(text, values))
      found.add(isShared ? String(row['value']) : toUniqueValue(table, row[column]))
  })
}

const write = (text: string, ...values: Statement['values']): Statement => ({ text, values })

/** Returns the statements of a commit. Unique values come first, in order, so that two commits do not deadlock. */
function listWrites(
  plan: Plan,
  prepared: PreparedCommit,
  firstPrevious: string,
  isSharded: boolean,
): readonly Statement[] {
  const { merchant } = plan
  const toCells = (table: TableName, row: object) =>
    ['id', ...listColumns(table)].map((column) => toSql(table, column, (row as Record<string, unknown>)[column]))
  const uniqueValues = isSharded
    ? [...groupUniqueValues(plan)].flatMap(([table, values]) =>
        getUniqueColumn(table)?.isGlobal ? values.map((value) => toUniqueValue(table, value)) : [],
      )
    : []
  let hash = firstPrevious
  const entries = prepared.entries.map(({ text }) => {
    const previous = hash
    hash = entryHash(previous, text)
    return write(insertText('entries'), merchant, ...toEntryCells(merchant, text, previous, hash))
  })
  const sequence = Number(prepared.entries.at(-1)?.text.split('|', 1)[0])
  return [
    ...uniqueValues.sort().map((value) => write(insertUniqueValue, value, merchant)),
    ...prepared.inserts.map(({ table, row }) => write(insertText(table), merchant, ...toCells(table, row))),
    ...prepared.updates.map(({ table, row }) => write(updateText(table), merchant, ...toCells(table, row))),
    ...plan.deletes.map(({ id }) => write(deleteEvent, merchant, id)),
    ...plan.counters.map(({ name, to }) => write(upsertCounter, merchant, name, to)),
    ...(entries.length > 0 ? [writeAccounts(merchant, prepared.accounts)] : []),
    ...entries,
    ...(entries.length > 0 ? [write(updateBook, merchant, sequence, prepared.atMs, hash)] : []),
  ]
}

function writeAccounts(merchant: string, rows: readonly AccountRow[]): Statement {
  const { list, param } = createValues()
  const owner = param(merchant, 'text')
  const cells = rows.map(
    ({ id, balance_pesewas: balance, sequence }) =>
      `(${owner}, ${param(id, 'text')}, ${param(balance, 'bigint')}, ${param(sequence, 'bigint')})`,
  )
  const text = `INSERT INTO cedi.accounts (merchant_id, id, balance_pesewas, sequence) VALUES ${cells.join(', ')}
ON CONFLICT (merchant_id, id) DO UPDATE SET balance_pesewas = EXCLUDED.balance_pesewas, sequence = EXCLUDED.sequence`
  return { text, values: list }
}
