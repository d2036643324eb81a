import { parseCanonicalText } from '../../entry.js'
import { PlanError } from '../../plan.js'
import type { Column, Kind, Table } from '../../tables/table.js'
import { definitionOf, type Row, type TableName } from '../../tables.js'
import { plainRow, withPesewas } from '../plain.js'
import type { SqlRow, SqlValue } from './driver.js'

const sqlTypes: Readonly<Record<Kind, string>> = {
  text: 'text',
  pesewas: 'bigint',
  number: 'bigint',
  flag: 'boolean',
  json: 'text',
  canonical: 'text',
}

/** The columns of a table besides the merchant and the id. */
export const columnsOf = (table: TableName): readonly string[] => Object.keys(definitionOf(table).columns)

/** The type of a column in SQL. */
export const sqlTypeOfColumn = ({ kind }: Column): string => sqlTypes[kind]

/** The type to which a parameter for a column is cast. */
export function sqlTypeOf(table: TableName, column: string): string {
  if (column === 'id' || column === 'merchant') return 'text'
  return sqlTypeOfColumn(columnOf(definitionOf(table), table, column))
}

function columnOf({ columns }: Table, table: TableName, name: string): Column {
  const column = Object.hasOwn(columns, name) ? columns[name] : undefined
  if (!column) throw new PlanError(`${table} has no column ${name}. Use one that its definition has.`)
  return column
}

/**
 * A value as a parameter.
 *
 * @throws {@link PlanError} when the database could not give it back as it is.
 */
export function toSql(table: TableName, name: string, value: unknown): SqlValue {
  if (value === null) return null
  const { kind, shape } = name === 'id' ? idColumn : columnOf(definitionOf(table), table, name)
  if (kind === 'json') return JSON.stringify(shape === 'items' ? plainRow(value) : value)
  if (typeof value === 'string') return checkedText(value, `${table}.${name}`)
  if (typeof value === 'bigint' || typeof value === 'boolean') return value
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value
  throw new PlanError(`${table}.${name} must be text, a bigint, a flag or a whole number, not ${String(value)}.`)
}

const idColumn: Column = { kind: 'text' }

/** Rejects text that a database would change: NUL, and lone surrogates, which have no UTF-8. */
export function checkedText(text: string, where: string): string {
  if (/[\0\p{Cs}]/u.test(text)) throw new PlanError(`${where} has NUL or half a character in it. Leave it out.`)
  return text
}

/** Returns the columns that a statement selects. */
export const selectedColumns = (table: TableName): readonly string[] => ['merchant_id', 'id', ...columnsOf(table)]

/** A row of the database as the ledger knows it: frozen, to the last member. */
export function fromSql<T extends TableName>(table: T, row: SqlRow): Row<T> {
  return decode(table, row) as unknown as Row<T>
}

function decode(table: TableName, row: SqlRow): object {
  const merchant = String(row['merchant_id'])
  if (table === 'entries') {
    const { sequence, kind, source, at_ms: atMs, postings, balances, memo } = row
    const text = [sequence, kind, source, atMs, postings, balances, memo ?? ''].join('|')
    return frozen(parseCanonicalText(merchant, text, String(row['previous_hash']), String(row['hash'])))
  }
  const decoded: Record<string, unknown> = { merchant, id: String(row['id']) }
  for (const [name, column] of Object.entries(definitionOf(table).columns)) decoded[name] = cellOf(column, row[name])
  return Object.freeze(decoded)
}

function cellOf({ kind, shape }: Column, value: unknown): unknown {
  if (value === null || value === undefined) return null
  if (kind === 'number') return Number(value)
  if (kind === 'pesewas') return BigInt(value as string)
  if (kind === 'flag') return value === true || value === 't' || value === 'true'
  if (kind !== 'json') return value
  const parsed = JSON.parse(value as string)
  return frozen(shape === 'items' ? (parsed as unknown[]).map(withPesewas) : parsed)
}

/** Freezes a value that has no other reference. */
function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value
  for (const member of Object.values(value)) frozen(member)
  return Object.freeze(value)
}
