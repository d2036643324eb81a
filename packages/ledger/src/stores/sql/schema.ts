import { books } from '../../tables/books.js'
import type { Table } from '../../tables/table.js'
import { definitionOf, recordTables, type TableName } from '../../tables.js'
import { sqlTypeOfColumn } from './columns.js'

const others: readonly TableName[] = ['accounts', 'entries', 'counters']

/** Ids compare by bytes, as `Store` requires. */
const name = 'text COLLATE "C" NOT NULL'

/**
 * Returns the script that creates all tables.
 *
 * Nothing is made by the database: no default, no sequence, no trigger, no clock.
 *
 * @decision 0032
 */
export function schema(): string {
  const tables = [...others, ...recordTables].map((table) => tableText(table, definitionOf(table)))
  return [bookText(books), ...tables].join('\n')
}

/** One row for each merchant, which has no id besides the merchant's own. */
const bookText = (table: Table): string =>
  createTable('books', [`merchant_id ${name} PRIMARY KEY`, ...columnTexts(table)])

function tableText(table: TableName, definition: Table): string {
  const { unique, uniqueTogether } = definition
  const lines = [`merchant_id ${name}`, `id ${name}`, ...columnTexts(definition), 'PRIMARY KEY (merchant_id, id)']
  if (unique) lines.push(`UNIQUE (${unique.everywhere ? '' : 'merchant_id, '}${unique.column})`)
  if (uniqueTogether) lines.push(`UNIQUE (merchant_id, ${uniqueTogether.join(', ')})`)
  return [createTable(table, lines), ...indexTexts(table, definition)].join('\n')
}

const indexTexts = (table: string, { indexes = [] }: Table): readonly string[] =>
  indexes.map(({ name: index, on, where }) => {
    return `CREATE INDEX ${index} ON cedi.${table} (${on.join(', ')})${where ? ` WHERE ${where}` : ''};`
  })

const columnTexts = ({ columns }: Table): string[] =>
  Object.entries(columns).map(
    ([column, definition]) => `${column} ${sqlTypeOfColumn(definition)}${definition.nullable ? '' : ' NOT NULL'}`,
  )

const createTable = (table: string, lines: readonly string[]): string =>
  `CREATE TABLE cedi.${table} (\n  ${lines.join(',\n  ')}\n);`
