import type { ListQuery, TableName } from '@cedi/mock-server/internal'
import { getParameterType, selectedColumns } from './columns.js'
import type { Statement } from './driver.js'
import { createValues, type Values } from './statement.js'

/** Returns the statement that reads one row. */
export function getStatement(table: TableName, merchant: string | null, id: string): Statement {
  const { list, param } = createValues()
  const owner = merchant === null ? '' : `merchant_id = ${param(merchant, 'text')} AND `
  const text = `SELECT ${selectedColumns(table).join(', ')} FROM cedi.${table}
WHERE ${owner}id = ${param(id, 'text')} ORDER BY merchant_id LIMIT 1`
  return { text, values: list }
}

/** Returns the statement that reads a listing. */
export function listStatement(table: TableName, merchant: string | null, query: ListQuery): Statement {
  const values = createValues()
  const { param } = values
  const { limit, before, after, where = {}, dueUntilMs } = query
  const rules: string[] = []
  if (merchant !== null) rules.push(`merchant_id = ${param(merchant, 'text')}`)
  if (before !== undefined) rules.push(`id < ${param(before, 'text')}`)
  if (after !== undefined) rules.push(`id > ${param(after, 'text')}`)
  for (const [column, value] of Object.entries(where)) {
    if (value === undefined) continue
    rules.push(value === null ? `${column} IS NULL` : `${column} = ${toFilterValue(values, table, column, value)}`)
  }
  if (dueUntilMs !== undefined) rules.push(`due_ms <= ${param(dueUntilMs, 'bigint')}`)
  const order = createOrder(values, merchant, query)
  const all = [...rules, ...order.rules].join(' AND ') || 'id IS NOT NULL'
  const text = `SELECT ${selectedColumns(table).join(', ')} FROM cedi.${table}
WHERE ${all} ORDER BY ${order.text} LIMIT ${param(limit, 'bigint')}`
  return { text, values: values.list }
}

/** Returns the order of a listing, and its conditions. */
function createOrder({ param }: Values, merchant: string | null, { order = 'newest', by, past }: ListQuery) {
  const columns: string[] = order === 'due' ? ['due_ms', 'id'] : by === undefined ? ['id'] : [by, 'id']
  if (merchant === null || past) columns.push('merchant_id')
  const text = columns.map((column) => (order === 'newest' ? `${column} DESC` : column)).join(', ')
  const rules = by === undefined ? [] : [`${by} IS NOT NULL`]
  if (past) {
    const place = [param(past.id, 'text'), param(past.merchant, 'text')]
    if (past.ms !== undefined) place.unshift(param(past.ms, 'bigint'))
    rules.push(`(${columns.join(', ')}) ${order === 'newest' ? '<' : '>'} (${place.join(', ')})`)
  }
  return { text, rules }
}

function toFilterValue({ param }: Values, table: TableName, column: string, value: string | number | bigint | boolean) {
  // The kind is a literal, because a partial index is only used for a literal. There are eleven kinds.
  if (table === 'entries' && column === 'kind' && /^[a-z_]{1,40}$/.test(String(value))) return `'${value}'`
  return param(value, getParameterType(table, column))
}
