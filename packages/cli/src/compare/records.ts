import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { at, type Description, type Schema } from '../schema.js'
import type { Action } from './line.js'
import { inferSchema, isSafeName, isSafeValue, type Place, toJsonPath, toSchemaActions } from './schema-actions.js'

/** Result of validating records against a schema. */
interface RecordFindings {
  /** One sentence per deviation. */
  readonly wrong: readonly string[]
  /** One sentence per field that the contract does not define, which it allows (decision 0008). */
  readonly extra: readonly string[]
  readonly actions: readonly Action[]
}

/** Validates records against the contract's schemas, and collects the places that they cover. */
export interface RecordCheck {
  /** @param name - The schema, such as `Payment`. */
  check(name: string, records: readonly unknown[]): RecordFindings
  /** Places with valid values. */
  readonly right: ReadonlySet<Place>
  /** Places with invalid values. */
  readonly wrong: ReadonlySet<Place>
}

const base = 'https://contract.invalid/description'
const schemasAt: readonly string[] = ['#/components/schemas', '#/x-public-surfaces/schemas']

/** Keyword of amounts, with the currency. */
const unitKeyword = 'x-unit'
const hasTwoDecimals = (unit: string, value: number): boolean => unit !== 'GHS' || Number(value.toFixed(2)) === value

function createCompiler(contract: Description): Ajv2020 {
  const ajv = new Ajv2020({ allErrors: true, verbose: true, inlineRefs: false, strict: false })
  ;(addFormats.default ?? addFormats)(ajv as never, ['date-time', 'uri'])
  ajv.addKeyword({
    keyword: unitKeyword,
    type: 'number',
    schemaType: 'string',
    validate: hasTwoDecimals,
    errors: false,
  })
  ajv.addSchema({ ...contract, $id: base } as never)
  return ajv
}

/** Returns the place of a schema. */
export function findSchemaPlace(contract: Description, name: string): Place {
  const place = schemasAt.map((where) => `${where}/${name}`).find((where) => at(contract, where) !== undefined)
  if (!place) throw new Error(`The description has no schema ${name}. This is a bug in cedi compare: report it.`)
  return place
}

/** Creates the check. @param contract - OpenAPI document with the schemas. */
export function createRecordCheck(contract: Description): RecordCheck {
  const ajv = createCompiler(contract)
  const right = new Set<Place>()
  const wrong = new Set<Place>()
  return {
    right,
    wrong,
    check(name, records) {
      const place = findSchemaPlace(contract, name)
      const validate = ajv.getSchema(`${base}${place}`)
      const errors: ErrorObject[] = []
      const extra = new Map<Place, Map<string, unknown[]>>()
      for (const record of records) {
        validate?.(record)
        errors.push(...(validate?.errors ?? []))
        walk(contract, record, place, { right, extra })
      }
      const found = describeErrors(contract, place, errors)
      const added = [...describeExtraFields(extra)]
      for (const one of found) {
        wrong.add(one.place)
        right.delete(one.place)
      }
      return {
        wrong: [...new Set(found.map(({ message }) => message))],
        extra: added.map(({ message }) => message),
        actions: removeDuplicates([...found, ...added].flatMap(({ actions }) => actions)),
      }
    },
  }
}

interface Difference {
  readonly place: Place
  readonly message: string
  readonly actions: readonly Action[]
}

/** Resolves `$ref` recursively. */
function resolvePlace(contract: Description, place: Place): { readonly place: Place; readonly schema: Schema } {
  const schema = (at(contract, place) ?? {}) as Schema
  return schema.$ref ? resolvePlace(contract, schema.$ref) : { place, schema }
}

/** Collects the places that a value covers, and the fields that the schema does not define. */
function walk(
  contract: Description,
  value: unknown,
  from: Place,
  seen: { readonly right: Set<Place>; readonly extra: Map<Place, Map<string, unknown[]>> },
): void {
  const { place, schema } = resolvePlace(contract, from)
  if (Array.isArray(value)) {
    if (schema.items) for (const one of value) walk(contract, one, `${place}/items`, seen)
    return
  }
  // A null shows that the field exists, but not what it contains.
  if (typeof value !== 'object' || value === null) return
  for (const word of ['anyOf', 'oneOf'] as const)
    schema[word]?.forEach((one, index) => {
      if (one.$ref) walk(contract, value, `${place}/${word}/${index}`, seen)
    })
  if (!schema.properties) return
  seen.right.add(place)
  for (const [name, inner] of Object.entries(value)) {
    if (Object.hasOwn(schema.properties, name)) {
      if (inner !== null) seen.right.add(`${place}/properties/${name}`)
      walk(contract, inner, `${place}/properties/${name}`, seen)
    } else {
      const fields = seen.extra.get(place) ?? new Map<string, unknown[]>()
      seen.extra.set(place, fields.set(name, [...(fields.get(name) ?? []), inner]))
    }
  }
}

const toFieldName = (place: Place): string =>
  place
    .replace(/^#\/(?:components|x-public-surfaces)\/schemas\//, '')
    .replaceAll('/properties/', '.')
    .replaceAll('/items', '[]')

/** Returns the JSON Schema type of a value. */
const getJsonType = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : Number.isInteger(value) ? 'integer' : typeof value

/** Returns the place of a record's field: the property in the parent schema, not the shared schema. */
function findField(contract: Description, root: Place, instancePath: string): Place {
  let place = root
  for (const part of instancePath.split('/').slice(1)) {
    const { place: owner, schema } = findBranch(contract, place, part)
    place = schema.items && /^\d+$/.test(part) ? `${owner}/items` : `${owner}/properties/${part}`
  }
  return place
}

/** Resolves a schema, and chooses the alternative that has the field. */
function findBranch(
  contract: Description,
  from: Place,
  field: string,
): { readonly place: Place; readonly schema: Schema } {
  const found = resolvePlace(contract, from)
  for (const word of ['anyOf', 'oneOf'] as const)
    for (const index of (found.schema[word] ?? []).keys()) {
      const branch = resolvePlace(contract, `${found.place}/${word}/${index}`)
      const hasField = branch.schema.properties && Object.hasOwn(branch.schema.properties, field)
      if (hasField || (branch.schema.items && /^\d+$/.test(field))) return branch
    }
  return found
}

/** Keywords whose errors repeat an error of a nested schema. */
const redundantKeywords = ['anyOf', 'oneOf', '$ref', 'if']

/** Returns whether an error only states that a value does not match the null alternative of its schema. */
function isNullAlternative(contract: Description, place: Place, { keyword, params }: ErrorObject): boolean {
  const { schema } = resolvePlace(contract, place)
  return keyword === 'type' && params['type'] === 'null' && (schema.oneOf ?? schema.anyOf) !== undefined
}

/** Describes the errors. The actions of a place consider the values of all its errors. */
function describeErrors(contract: Description, root: Place, errors: readonly ErrorObject[]): Difference[] {
  const found: Difference[] = []
  const isFound = (place: Place): boolean => found.some((one) => one.place === place)
  const valuesByPlace = new Map<Place, { keywords: Set<string>; values: unknown[] }>()
  for (const error of errors) {
    const { keyword, params, data, message, instancePath } = error
    const place = findField(contract, root, instancePath)
    if (isNullAlternative(contract, place, error)) continue
    if (keyword === 'required') {
      const owner = findBranch(contract, place, params['missingProperty']).place
      const field = `${owner}/properties/${params['missingProperty']}`
      found.push({
        place: field,
        message: `${toFieldName(field)} is missing.`,
        actions: [{ target: `${toJsonPath(owner)}.required[?@ == '${params['missingProperty']}']`, remove: true }],
      })
    } else if (!redundantKeywords.includes(keyword) && !(keyword === unitKeyword && isFound(place))) {
      // A schema cannot express decimals: dividing by 0.01 is inexact.
      if (keyword !== unitKeyword) {
        const entry = valuesByPlace.get(place) ?? { keywords: new Set(), values: [] }
        entry.keywords.add(keyword)
        entry.values.push(data)
        valuesByPlace.set(place, entry)
      }
      // The message of a format contains the value, which is another one in each record.
      if (keyword === 'format' && isFound(place)) continue
      found.push({
        place,
        message: describeError(place, { keyword, params, data, message: message ?? 'differs' }),
        actions: [],
      })
    }
  }
  for (const [place, { keywords, values }] of valuesByPlace)
    found.push({
      place,
      message: found.find((one) => one.place === place)?.message ?? '',
      actions: toSchemaActions(contract, place, keywords, values),
    })
  return found
}

const leftOut = ' The overlay leaves it out, because code is generated from the contract.'

function describeError(
  place: Place,
  { keyword, params, data, message }: Pick<ErrorObject, 'keyword' | 'params' | 'data'> & { readonly message: string },
): string {
  const name = toFieldName(place)
  const shown = JSON.stringify(data)?.slice(0, 60)
  const omission = typeof data === 'string' && !isSafeValue(data) ? leftOut : ''
  if (keyword === 'enum') return `${name} is ${shown}, which the contract does not list.${omission}`
  if (keyword === 'const') return `${name} is ${shown}, not ${JSON.stringify(params['allowedValue'])}.${omission}`
  if (keyword === unitKeyword) return `${name} is ${shown}, which has more than two decimals.`
  if (keyword === 'format') return `${name} is ${shown}, ${describeFormat(params['format'], data)}.`
  if (keyword !== 'type') return `${name} ${message}.`
  const type = getJsonType(data)
  return `${name} is ${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}, not ${[params['type']].flat().join(' or ')}${describeTimestamp(name, data)}.`
}

/** Describes a value with another format. */
function describeFormat(format: unknown, data: unknown): string {
  if (format !== 'date-time') return `which is not a ${String(format)}`
  return /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?$/.test(String(data))
    ? 'which has no time zone'
    : 'which is not a date-time such as 2026-03-06T09:30:00.000Z'
}

/** Describes the unit of a number in a field for a time. */
function describeTimestamp(name: string, data: unknown): string {
  if (typeof data !== 'number' || !/(?:_at|_of|At|Of)$/.test(name) || data < 1e9) return ''
  return `: it looks like ${data < 1e11 ? 'seconds' : 'milliseconds'} since 1970`
}

function* describeExtraFields(extra: ReadonlyMap<Place, ReadonlyMap<string, unknown[]>>): Generator<Difference> {
  for (const [place, fields] of extra)
    for (const [name, values] of fields)
      yield {
        place: `${place}/properties/${name}`,
        message: `${toFieldName(place)} has ${name.slice(0, 60)}, which the contract does not define.${isSafeName(name) ? '' : leftOut}`,
        actions: isSafeName(name)
          ? [{ target: `${toJsonPath(place)}.properties`, update: { [name]: inferSchema(values) } }]
          : [],
      }
}

/** Removes duplicate actions. */
export const removeDuplicates = (actions: readonly Action[]): Action[] => [
  ...new Map(actions.map((action) => [JSON.stringify(action), action])).values(),
]
