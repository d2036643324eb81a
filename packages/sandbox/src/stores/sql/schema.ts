import { getDefinition, ledgerTables, recordTables, type Table, type TableName } from '@cedi/mock-server/internal'
import { toSqlType } from './columns.js'

const internalTables: readonly TableName[] = ['accounts', 'entries', 'counters']

/** Ids compare by bytes, as `Store` requires. */
const name = 'text COLLATE "C" NOT NULL'

/**
 * Returns the script that creates all tables.
 *
 * The database computes no values: there is no default, sequence, trigger or clock.
 *
 * @decision 0032
 */
export function schema(): string {
  const tables = [...internalTables, ...recordTables].map((table) => tableScript(table, getDefinition(table)))
  return [booksScript(ledgerTables), ...tables].join('\n')
}

/** Returns the script of the table with one row per merchant, which has no other id. */
const booksScript = (table: Table): string =>
  createTable('books', [`merchant_id ${name} PRIMARY KEY`, ...columnLines(table)])

function tableScript(table: TableName, definition: Table): string {
  const { unique, uniqueColumns } = definition
  const lines = [`merchant_id ${name}`, `id ${name}`, ...columnLines(definition), 'PRIMARY KEY (merchant_id, id)']
  if (unique) lines.push(`UNIQUE (${unique.isGlobal ? '' : 'merchant_id, '}${unique.column})`)
  if (uniqueColumns) lines.push(`UNIQUE (merchant_id, ${uniqueColumns.join(', ')})`)
  return [createTable(table, lines), ...indexScripts(table, definition)].join('\n')
}

const indexScripts = (table: string, { indexes = [] }: Table): readonly string[] =>
  indexes.map(({ name: index, on, where }) => {
    return `CREATE INDEX ${index} ON cedi.${table} (${on.join(', ')})${where ? ` WHERE ${where}` : ''};`
  })

const columnLines = ({ columns }: Table): string[] =>
  Object.entries(columns).map(
    ([column, definition]) => `${column} ${toSqlType(definition)}${definition.nullable ? '' : ' NOT NULL'}`,
  )

const createTable = (table: string, lines: readonly string[]): string =>
  `CREATE TABLE cedi.${table} (\n  ${lines.join(',\n  ')}\n);`
