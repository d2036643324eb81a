import type { TableName } from '@cedi/mock-server/internal'
import { getParameterType, listColumns } from './columns.js'

/** Returns the parameters of the id and the columns of a table. The first parameter is the merchant. */
function listParameters(table: TableName): readonly (readonly [column: string, parameter: string])[] {
  const columns = ['id', ...listColumns(table)]
  return columns.map((column, index) => [column, `CAST($${index + 2} AS ${getParameterType(table, column)})`])
}

/** Returns the statement that inserts a row. Its parameters are the merchant, the id and the columns of the table. */
export function insertText(table: TableName): string {
  const parameters = listParameters(table)
  return `INSERT INTO cedi.${table} (merchant_id, ${parameters.map(([column]) => column).join(', ')})
VALUES (CAST($1 AS text), ${parameters.map(([, parameter]) => parameter).join(', ')})`
}

/** Returns the statement that replaces a row. It has the same parameters as an insert. */
export function updateText(table: TableName): string {
  const [, ...columns] = listParameters(table)
  return `UPDATE cedi.${table} SET ${columns.map(([column, parameter]) => `${column} = ${parameter}`).join(', ')}
WHERE merchant_id = CAST($1 AS text) AND id = CAST($2 AS text)`
}
