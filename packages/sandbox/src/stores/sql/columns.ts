import {
  type Column,
  getDefinition,
  type Kind,
  PlanError,
  parseCanonicalText,
  parseItem,
  type Row,
  type Table,
  type TableName,
  toJsonRow,
} from '@cedi/mock-server/internal'
import type { SqlRow, SqlValue } from './driver.js'

const sqlTypes: Readonly<Record<Kind, string>> = {
  text: 'text',
  pesewas: 'bigint',
  number: 'bigint',
  flag: 'boolean',
  json: 'text',
  canonical: 'text',
}

/** Returns the columns of a table besides the merchant and the id. */
export const listColumns = (table: TableName): readonly string[] => Object.keys(getDefinition(table).columns)

/** Returns the SQL type of a column. */
export const toSqlType = ({ kind }: Column): string => sqlTypes[kind]

/** Returns the SQL type to which a parameter for a column is cast. */
export function getParameterType(table: TableName, column: string): string {
  if (column === 'id' || column === 'merchant') return 'text'
  return toSqlType(getColumn(getDefinition(table), table, column))
}

function getColumn({ columns }: Table, table: TableName, name: string): Column {
  const column = Object.hasOwn(columns, name) ? columns[name] : undefined
  if (!column) throw new PlanError(`${table} has no column ${name}. Use one that its definition has.`)
  return column
}

/**
 * Converts a value to a parameter.
 *
 * @throws {@link PlanError} if the database would change the value.
 */
export function toSql(table: TableName, name: string, value: unknown): SqlValue {
  if (value === null) return null
  const { kind, shape } = name === 'id' ? idColumn : getColumn(getDefinition(table), table, name)
  if (kind === 'json') return JSON.stringify(shape === 'items' ? toJsonRow(value) : value)
  if (typeof value === 'string') return checkStorableText(value, `${table}.${name}`)
  if (typeof value === 'bigint' || typeof value === 'boolean') return value
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value
  throw new PlanError(`${table}.${name} must be text, a bigint, a flag or a whole number, not ${String(value)}.`)
}

const idColumn: Column = { kind: 'text' }

/** Rejects strings that a database cannot store: NUL, and lone surrogates, which have no UTF-8 encoding. */
export function checkStorableText(text: string, where: string): string {
  if (/[\0\p{Cs}]/u.test(text)) throw new PlanError(`${where} has NUL or half a character in it. Leave it out.`)
  return text
}

/** Returns the columns that a statement selects. */
export const selectedColumns = (table: TableName): readonly string[] => ['merchant_id', 'id', ...listColumns(table)]

/** Converts a row of the database to a deeply frozen row of the ledger. */
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
  for (const [name, column] of Object.entries(getDefinition(table).columns))
    decoded[name] = decodeValue(column, row[name])
  return Object.freeze(decoded)
}

function decodeValue({ kind, shape }: Column, value: unknown): unknown {
  if (value === null || value === undefined) return null
  if (kind === 'number') return Number(value)
  if (kind === 'pesewas') return BigInt(value as string)
  if (kind === 'flag') return value === true || value === 't' || value === 'true'
  if (kind !== 'json') return value
  const parsed = JSON.parse(value as string)
  return frozen(shape === 'items' ? (parsed as unknown[]).map(parseItem) : parsed)
}

/** Freezes a value that has no other reference. */
function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value
  for (const member of Object.values(value)) frozen(member)
  return Object.freeze(value)
}

/** Returns the values of an entry in the order of the columns of its table, from its canonical text. */
export function toEntryCells(merchant: string, text: string, previousHash: string, hash: string): readonly SqlValue[] {
  const { id, sequence, kind, source, at_ms, memo } = parseCanonicalText(
    merchant,
    checkStorableText(text, 'entries'),
    previousHash,
    hash,
  )
  const [, , , , postings = '', balances = ''] = text.split('|')
  return [id, sequence, kind, source, at_ms, postings, balances, memo, previousHash, hash]
}
