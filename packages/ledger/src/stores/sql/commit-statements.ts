import type { TableName } from '../../tables.js'
import { getParameterType, listColumns } from './columns.js'

/** Returns the texts that depend on the table only. Each is created once. */
function cacheByTable(create: (table: TableName, columns: readonly string[]) => string): (table: TableName) => string {
  const texts = new Map<TableName, string>()
  return (table) => {
    const text = texts.get(table) ?? create(table, ['id', ...listColumns(table)])
    texts.set(table, text)
    return text
  }
}

/** The parameter of a column. The first one is the merchant. */
const toParameter = (table: TableName, column: string, index: number): string =>
  `CAST($${index + 2} AS ${getParameterType(table, column)})`

/** Returns the statement that inserts a row. Its parameters are the merchant, the id and the columns of the table. */
export const insertText: (table: TableName) => string = cacheByTable((table, columns) => {
  const values = columns.map((column, index) => toParameter(table, column, index))
  return `INSERT INTO cedi.${table} (merchant_id, ${columns.join(', ')})
VALUES (CAST($1 AS text), ${values.join(', ')})`
})

/** Returns the statement that replaces a row. It has the same parameters as an insert. */
export const updateText: (table: TableName) => string = cacheByTable((table, columns) => {
  const changes = columns.map((column, index) => `${column} = ${toParameter(table, column, index)}`)
  return `UPDATE cedi.${table} SET ${changes.slice(1).join(', ')}
WHERE merchant_id = CAST($1 AS text) AND id = CAST($2 AS text)`
})
