import type { Column } from '../tables/table.js'
import { definitionOf, type RecordTable } from '../tables.js'

/** A row as JSON: `*_pesewas` are its only bigints, at the top and in the items of an order. */
export function plainRow(row: unknown): unknown {
  return JSON.parse(JSON.stringify(row, (_, value) => (typeof value === 'bigint' ? String(value) : value)))
}

/**
 * The row that {@link plainRow} was made of. A column that was not there yet when it was made, and may be null, is null.
 *
 * @throws TypeError that names the first column whose value the table cannot hold.
 */
export function revivedRow(table: RecordTable, plain: unknown): Record<string, unknown> {
  const given = plain as Readonly<Record<string, unknown>>
  const { columns } = definitionOf(table)
  const { merchant, id } = given
  const where = `${table} ${String(id)} of ${String(merchant)}`
  if (typeof id !== 'string' || id === '') throw new TypeError(`${where} has no id.`)
  const row: Record<string, unknown> = { merchant, id }
  for (const column in given) {
    if (!(column in row) && !Object.hasOwn(columns, column)) throw new TypeError(`${where}: there is no ${column}.`)
  }
  for (const [name, column] of Object.entries(columns)) row[name] = revived(column, given[name], `${where}: ${name}`)
  return row
}

function revived({ kind, nullable, oneOf, holdsPesewas }: Column, value: unknown, where: string): unknown {
  if (value === undefined || value === null) {
    if (nullable) return null
    throw new TypeError(`${where} is missing.`)
  }
  if (kind === 'pesewas') return pesewasOf(value, where)
  if (kind === 'json') return holdsPesewas ? (value as unknown[]).map(withPesewas) : value
  if (kind === 'number' && !Number.isSafeInteger(value)) throw new TypeError(`${where} is no whole number.`)
  if (kind === 'flag' && typeof value !== 'boolean') throw new TypeError(`${where} is neither true nor false.`)
  if (kind === 'text' && typeof value !== 'string') throw new TypeError(`${where} is no text.`)
  if (oneOf && !oneOf.includes(value as string)) throw new TypeError(`${where} is none of ${oneOf.join(', ')}.`)
  return value
}

/** The amounts in an item of a list, which JSON has as text. */
export function withPesewas(item: unknown): Record<string, unknown> {
  const copy: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(item as Record<string, unknown>))
    copy[name] = name.endsWith('_pesewas') ? pesewasOf(value, name) : value
  return copy
}

/** Reads pesewas as a snapshot writes them. @throws TypeError when it is no number of them. */
export function pesewasOf(value: unknown, where: string): bigint {
  if (typeof value !== 'string' || !/^-?\d{1,30}$/.test(value)) throw new TypeError(`${where} is no number of pesewas.`)
  return BigInt(value)
}
