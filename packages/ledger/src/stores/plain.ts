import type { Column } from '../tables/table.js'
import { definitionOf, type RecordTable } from '../tables.js'

/** A row as JSON: `*_pesewas` are its only bigints, at the top and in the items of an order. */
export function plainRow(row: unknown): unknown {
  return JSON.parse(JSON.stringify(row, (_, value) => (typeof value === 'bigint' ? String(value) : value)))
}

/**
 * Looks whether a row of a snapshot is one that its table can hold.
 *
 * @throws TypeError that names the first column whose value is none.
 */
export function checkRow(table: RecordTable, merchant: string, plain: unknown): void {
  if (!isObject(plain)) throw new TypeError(`Each row of ${table} of ${merchant} must be an object.`)
  const { id, merchant: own } = plain
  if (typeof id !== 'string' || id === '') throw new TypeError(`Each row of ${table} of ${merchant} must have an id.`)
  const where = `${table} ${id} of ${merchant}`
  if (own !== merchant) throw new TypeError(`${where} must name this merchant, not ${String(own)}.`)
  const { columns } = definitionOf(table)
  for (const name of Object.keys(plain)) {
    if (name !== 'id' && name !== 'merchant' && !Object.hasOwn(columns, name))
      throw new TypeError(`${where}: there is no column ${name}. Leave it out.`)
  }
  for (const [name, column] of Object.entries(columns)) {
    const value = plain[name]
    if (value === undefined || value === null) {
      if (!column.nullable) throw new TypeError(`${where}: ${name} is missing. Add it.`)
      continue
    }
    const fault = faultOf(column, value)
    if (fault) throw new TypeError(`${where}: ${name} must be ${fault}.`)
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isPesewas = (value: unknown) => typeof value === 'string' && /^\d{1,30}$/.test(value)

const isItem = (value: unknown) =>
  isObject(value) && Object.entries(value).every(([name, each]) => !name.endsWith('_pesewas') || isPesewas(each))

/** Returns the requirement that a value violates; undefined if it is valid. */
function faultOf({ kind, oneOf, shape }: Column, value: unknown): string | undefined {
  if (kind === 'pesewas') return isPesewas(value) ? undefined : 'a whole number of pesewas, as text'
  if (kind === 'number') return Number.isSafeInteger(value) ? undefined : 'a whole number'
  if (kind === 'flag') return typeof value === 'boolean' ? undefined : 'true or false'
  if (kind !== 'json') {
    if (typeof value !== 'string') return 'text'
    return oneOf && !oneOf.includes(value) ? `one of ${oneOf.join(', ')}` : undefined
  }
  if (shape === 'object') return isObject(value) ? undefined : 'an object'
  const isMember = shape === 'texts' ? (each: unknown) => typeof each === 'string' : isItem
  return Array.isArray(value) && value.every(isMember) ? undefined : `a list of ${shape}`
}

/**
 * The row that {@link plainRow} was made of. A column that was not there yet when it was made, and may be null, is null.
 *
 * @param plain - A row that {@link checkRow} has looked at.
 */
export function revivedRow(table: RecordTable, plain: unknown): Record<string, unknown> {
  const given = plain as Readonly<Record<string, unknown>>
  const row: Record<string, unknown> = { merchant: given['merchant'], id: given['id'] }
  for (const [name, { kind, shape }] of Object.entries(definitionOf(table).columns)) {
    const value = given[name] ?? null
    if (value !== null && kind === 'pesewas') row[name] = BigInt(value as string)
    else row[name] = value !== null && shape === 'items' ? (value as unknown[]).map(withPesewas) : value
  }
  return row
}

/** The amounts in an item of a list, which JSON has as text. */
export function withPesewas(item: unknown): Record<string, unknown> {
  const copy: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(item as Record<string, unknown>))
    copy[name] = name.endsWith('_pesewas') ? pesewasOf(value, name) : value
  return copy
}

/** Parses pesewas of a snapshot. @throws TypeError if the value is invalid. */
export function pesewasOf(value: unknown, where: string): bigint {
  if (typeof value !== 'string' || !/^-?\d{1,30}$/.test(value))
    throw new TypeError(`${where} must be a whole number of pesewas, as text.`)
  return BigInt(value)
}
