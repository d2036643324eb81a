import type { ListQuery, TableName } from '../../store.js'
import { selectedColumns, sqlTypeOf } from './columns.js'
import { createValues, type Statement } from './statement.js'

/** The statement that reads one row. */
export function getStatement(table: TableName, merchant: string | null, id: string): Statement {
  const { list, param } = createValues()
  const owner = merchant === null ? '' : `merchant_id = ${param(merchant, 'text')} AND `
  const text = `SELECT ${selectedColumns(table)} FROM cedi.${table}
WHERE ${owner}id = ${param(id, 'text')}${touched(table)} ORDER BY merchant_id LIMIT 1`
  return { text, values: list }
}

/** The statement that reads a listing. */
export function listStatement(table: TableName, merchant: string | null, query: ListQuery): Statement {
  const { list, param } = createValues()
  const { limit, order = 'newest', before, after, where = {}, dueUntilMs } = query
  const rules: string[] = []
  if (merchant !== null) rules.push(`merchant_id = ${param(merchant, 'text')}`)
  if (before !== undefined) rules.push(`id < ${param(before, 'text')}`)
  if (after !== undefined) rules.push(`id > ${param(after, 'text')}`)
  for (const [column, value] of Object.entries(where)) {
    if (value === undefined) continue
    rules.push(value === null ? `${column} IS NULL` : `${column} = ${param(value, typeOf(table, column))}`)
  }
  if (dueUntilMs !== undefined) rules.push(`due_ms <= ${param(dueUntilMs, 'bigint')}`)
  const all = rules.length > 0 ? rules.join(' AND ') : 'id IS NOT NULL'
  const orders = { newest: 'id DESC', oldest: 'id', due: 'due_ms, id' } as const
  const text = `SELECT ${selectedColumns(table)} FROM cedi.${table}
WHERE ${all}${touched(table)} ORDER BY ${orders[order]}${merchant === null ? ', merchant_id' : ''} LIMIT ${param(limit, 'bigint')}`
  return { text, values: list }
}

/** All accounts of a merchant are there from the first commit on; those that no entry touched are not shown. */
const touched = (table: TableName): string => (table === 'accounts' ? ' AND sequence > 0' : '')

function typeOf(table: TableName, column: string): string {
  if (table === 'counters' || table === 'accounts' || table === 'entries') return 'text'
  return sqlTypeOf(table, column)
}
