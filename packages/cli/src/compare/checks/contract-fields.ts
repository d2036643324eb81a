import { isDeepStrictEqual } from 'node:util'
import { at, description, type Schema } from '../../schema.js'
import { readField } from '../service-client.js'
import { parseAmount } from './fees.js'

type AnyRecord = Readonly<Record<string, unknown>>

const listProperties = (name: string): Readonly<Record<string, Schema>> =>
  (at(description, `#/components/schemas/${name}`) as Schema | undefined)?.properties ?? {}

/** Returns whether the contract lists a value of a field. The fields of the record report any other value. */
export const isListed = (name: string, field: string, value: unknown): boolean =>
  listProperties(name)[field]?.enum?.includes(value) ?? true

/** Returns whether the contract allows null for a field. */
export function isNullable(name: string, field: string): boolean {
  const { type, anyOf = [], oneOf = [] } = listProperties(name)[field] ?? {}
  return [type].flat().includes('null') || [...anyOf, ...oneOf].some((one) => one.type === 'null')
}

/** Values of one field in two responses. */
export interface ChangedField {
  readonly field: string
  readonly before: unknown
  readonly after: unknown
}

/**
 * Returns the fields of the contract whose values differ. Another type and a missing field are reported with the fields of the
 * record.
 *
 * @param name - Schema of the records, such as `Payment`.
 */
export const findChangedFields = (name: string, before: AnyRecord, after: AnyRecord): ChangedField[] =>
  Object.keys(listProperties(name))
    .map((field) => ({ field, before: readField(before, field), after: readField(after, field) }))
    .filter((one) => one.before !== undefined && one.after !== undefined && !isEqual(one.before, one.after))

/** Formats the changes: `metadata is {}, and was {"order":1}`. */
export const describeChanged = (changed: readonly ChangedField[]): string =>
  changed
    .map(({ field, before, after }) => `${field} is ${formatJson(after)}, and was ${formatJson(before)}`)
    .join('; ')

/** Compares values. The order of an object's members has no meaning. */
function isEqual(before: unknown, after: unknown): boolean {
  const amount = parseAmount(before)
  return isDeepStrictEqual(before, after) || (amount !== undefined && amount === parseAmount(after))
}

const formatJson = (value: unknown): string => {
  const text = JSON.stringify(value)
  return text.length > 60 ? `${text.slice(0, 59)}…` : text
}
