import { isDeepStrictEqual } from 'node:util'
import { type Line, toVerdict, unknown } from '../line.js'
import { type Exchange, isSuccess, readField, readRecord } from '../service-client.js'

/** Text that shows whether a service escapes, normalizes or removes characters. */
export const sampleText = 'Ɛdwom & <kente> "e\u0301" 100 %'

/** Request that creates a record, and its response. */
export interface CreatedRecord {
  /** Schema of the record, such as `Payment`. */
  readonly name: string
  readonly sent: Readonly<Record<string, unknown>>
  /** Values of fields that the request leaves out. */
  readonly defaults?: Readonly<Record<string, unknown>>
  readonly exchange: Exchange
}

/** Fields that the response shows in another form. */
const changedFields = ['phone']

/** Checks that the fields of created records have the values of their requests. */
export function checkCreatedValues(created: readonly CreatedRecord[]): Line {
  const statement = {
    id: 'created.values',
    title: 'a created record has the values of its request, and the defaults for the rest',
    source: '0008',
  }
  const compared = created
    .filter(({ exchange }) => isSuccess(exchange))
    .flatMap(({ name, sent, defaults = {}, exchange }) =>
      Object.entries({ ...sent, ...defaults })
        .map(([field, value]) => ({
          name: `${name}.${field}`,
          field,
          value,
          condition: Object.hasOwn(defaults, field) ? ' when left out' : '',
          found: readField(readRecord(exchange), field),
        }))
        // A missing field is reported with the fields of the record.
        .filter(({ field, found }) => found !== undefined && !changedFields.includes(field)),
    )
  if (compared.length === 0) return unknown(statement, 'No request created a record.')
  const line = toVerdict(
    statement,
    compared.map(
      ({ name, value, condition, found }) =>
        !isEqual(value, found) &&
        (isEqual(normalize(value), normalize(found))
          ? `${name} has another Unicode normalization.`
          : `${name} is ${JSON.stringify(found)?.slice(0, 80)}${condition}, not ${JSON.stringify(value)}.`),
    ),
  )
  const names = new Set(compared.map(({ name }) => name.split('.')[0]))
  return line.verdict === 'holds' ? { ...line, seen: `Tried: ${[...names].join(', ')}.` } : line
}

/** Compares values. A wrong type or sign, more than two decimals, and pesewas are reported in other lines. */
function isEqual(sent: unknown, found: unknown): boolean {
  if (typeof sent === 'number') {
    const amount = Number(found)
    return Number.isNaN(amount) || [1, 100].some((factor) => Math.abs(Math.abs(amount) - sent * factor) < 0.001)
  }
  const hasOtherType = found !== null && (typeof sent !== typeof found || Array.isArray(sent) !== Array.isArray(found))
  return hasOtherType || isDeepStrictEqual(sent, found)
}

const normalize = (value: unknown): unknown => (JSON.stringify(value) ?? '').normalize()
