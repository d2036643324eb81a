import type { Column } from '../tables/table.js'
import { getDefinition, type RecordTable } from '../tables.js'

/** Converts a row to JSON. Its only bigints are `*_pesewas`, at the top level and in the items of an order. */
export function toJsonRow(row: unknown): unknown {
  return JSON.parse(JSON.stringify(row, (_, value) => (typeof value === 'bigint' ? String(value) : value)))
}

/**
 * Checks a row of a snapshot against the definition of its table.
 *
 * @throws TypeError that names the first column with an invalid value.
 */
export function checkRow(table: RecordTable, merchant: string, json: unknown): void {
  if (!isObject(json)) throw new TypeError(`Each row of ${table} of ${merchant} must be an object.`)
  const { id, merchant: rowMerchant } = json
  if (typeof id !== 'string' || id === '') throw new TypeError(`Each row of ${table} of ${merchant} must have an id.`)
  const where = `${table} ${id} of ${merchant}`
  if (rowMerchant !== merchant) throw new TypeError(`${where} must name this merchant, not ${String(rowMerchant)}.`)
  const { columns } = getDefinition(table)
  for (const name of Object.keys(json)) {
    if (name !== 'id' && name !== 'merchant' && !Object.hasOwn(columns, name))
      throw new TypeError(`${where}: there is no column ${name}. Leave it out.`)
  }
  for (const [name, column] of Object.entries(columns)) {
    const value = json[name]
    if (value === undefined || value === null) {
      if (!column.nullable) throw new TypeError(`${where}: ${name} is missing. Add it.`)
      continue
    }
    const requirement = findRequirement(column, value)
    if (requirement) throw new TypeError(`${where}: ${name} must be ${requirement}.`)
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isPesewas = (value: unknown) => typeof value === 'string' && /^\d{1,30}$/.test(value)

const isItem = (value: unknown) =>
  isObject(value) && Object.entries(value).every(([name, each]) => !name.endsWith('_pesewas') || isPesewas(each))

/** Returns the requirement that a value violates; undefined if it is valid. */
function findRequirement({ kind, oneOf, shape }: Column, value: unknown): string | undefined {
  if (kind === 'pesewas') return isPesewas(value) ? undefined : 'a whole number of pesewas, as a string'
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
 * Parses a row of {@link toJsonRow}. A missing nullable column, which is newer than the snapshot, is null.
 *
 * @param json - A row that passed {@link checkRow}.
 */
export function fromJsonRow(table: RecordTable, json: unknown): Record<string, unknown> {
  const columnsJson = json as Readonly<Record<string, unknown>>
  const row: Record<string, unknown> = { merchant: columnsJson['merchant'], id: columnsJson['id'] }
  for (const [name, { kind, shape }] of Object.entries(getDefinition(table).columns)) {
    const value = columnsJson[name] ?? null
    if (value !== null && kind === 'pesewas') row[name] = BigInt(value as string)
    else row[name] = value !== null && shape === 'items' ? (value as unknown[]).map(parseItem) : value
  }
  return row
}

/** Parses the amounts of a list item, which are strings in JSON. */
export function parseItem(item: unknown): Record<string, unknown> {
  const copy: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(item as Record<string, unknown>))
    copy[name] = name.endsWith('_pesewas') ? parsePesewas(value, name) : value
  return copy
}

/** Parses pesewas of a snapshot. @throws TypeError if the value is invalid. */
export function parsePesewas(value: unknown, where: string): bigint {
  if (typeof value !== 'string' || !/^-?\d{1,30}$/.test(value))
    throw new TypeError(`${where} must be a whole number of pesewas, as a string.`)
  return BigInt(value)
}
