import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { at, description, type Schema } from '../schema.js'
import type { Action } from './line.js'

/** JSON Pointer in the contract's description: `#/components/schemas/Payment/properties/fee`. */
export type Place = string

/** Result of validating records against a schema. */
interface RecordFindings {
  /** One sentence per deviation. */
  readonly wrong: readonly string[]
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

/** Returns the JSON Pointer of a named schema. */
const findSchema = (name: string): Place | undefined =>
  schemasAt.map((where) => `${where}/${name}`).find((where) => at(description, where) !== undefined)

function createCompiler(): Ajv2020 {
  const ajv = new Ajv2020({ allErrors: true, verbose: true, inlineRefs: false, strict: false })
  ;(addFormats.default ?? addFormats)(ajv as never, ['date-time', 'uri'])
  ajv.addSchema({ ...description, $id: base } as never)
  return ajv
}

export function createRecordCheck(): RecordCheck {
  const ajv = createCompiler()
  const right = new Set<Place>()
  const wrong = new Set<Place>()
  return {
    right,
    wrong,
    check(name, records) {
      const place = findSchema(name)
      if (!place) throw new Error(`The description has no schema ${name}. This is a bug in cedi compare: report it.`)
      const validate = ajv.getSchema(`${base}${place}`)
      const errors: ErrorObject[] = []
      const extra = new Map<Place, Map<string, unknown>>()
      for (const record of records) {
        validate?.(record)
        errors.push(...(validate?.errors ?? []))
        walk(record, place, { right, extra })
      }
      const found = [...describeErrors(place, errors), ...describeExtraFields(extra)]
      for (const one of found) {
        wrong.add(one.place)
        right.delete(one.place)
      }
      return {
        wrong: [...new Set(found.map(({ message }) => message))],
        actions: removeDuplicates(found.flatMap(({ actions }) => actions)),
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
function resolvePlace(place: Place): { readonly place: Place; readonly schema: Schema } {
  const schema = (at(description, place) ?? {}) as Schema
  return schema.$ref ? resolvePlace(schema.$ref) : { place, schema }
}

/** Collects the places that a value covers, and the fields that the schema does not define. */
function walk(
  value: unknown,
  from: Place,
  seen: { readonly right: Set<Place>; readonly extra: Map<Place, Map<string, unknown>> },
): void {
  const { place, schema } = resolvePlace(from)
  if (Array.isArray(value)) {
    if (schema.items) for (const one of value) walk(one, `${place}/items`, seen)
    return
  }
  // A null shows that the field exists, but not what it contains.
  if (typeof value !== 'object' || value === null) return
  for (const word of ['anyOf', 'oneOf'] as const)
    schema[word]?.forEach((one, index) => {
      if (one.$ref) walk(value, `${place}/${word}/${index}`, seen)
    })
  if (!schema.properties) return
  seen.right.add(place)
  for (const [name, inner] of Object.entries(value)) {
    if (Object.hasOwn(schema.properties, name)) {
      if (inner !== null) seen.right.add(`${place}/properties/${name}`)
      walk(inner, `${place}/properties/${name}`, seen)
    } else seen.extra.set(place, (seen.extra.get(place) ?? new Map()).set(name, inner))
  }
}

/** Converts a place to a JSONPath: `$.components.schemas.Payment`. */
const toJsonPath = (place: Place): string =>
  `$${place
    .slice(2)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((part) => (/^[A-Za-z_]\w*$/.test(part) ? `.${part}` : `['${part}']`))
    .join('')}`

const toFieldName = (place: Place): string =>
  place
    .replace(/^#\/(?:components|x-public-surfaces)\/schemas\//, '')
    .replaceAll('/properties/', '.')
    .replaceAll('/items', '[]')

/** Returns the JSON Schema type of a value. */
const getJsonType = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : Number.isInteger(value) ? 'integer' : typeof value

/** Returns the place of a record's field: the property in the parent schema, not the shared schema. */
function findField(root: Place, instancePath: string): Place {
  let place = root
  for (const part of instancePath.split('/').slice(1)) {
    const { place: owner, schema } = findBranch(place, part)
    place = schema.items && /^\d+$/.test(part) ? `${owner}/items` : `${owner}/properties/${part}`
  }
  return place
}

/** Resolves a schema, and chooses the alternative that has the field. */
function findBranch(from: Place, field: string): { readonly place: Place; readonly schema: Schema } {
  const found = resolvePlace(from)
  for (const word of ['anyOf', 'oneOf'] as const)
    for (const index of (found.schema[word] ?? []).keys()) {
      const branch = resolvePlace(`${found.place}/${word}/${index}`)
      if (branch.schema.properties && Object.hasOwn(branch.schema.properties, field)) return branch
    }
  return found
}

function* describeErrors(root: Place, errors: readonly ErrorObject[]): Generator<Difference> {
  for (const { keyword, params, data, message, instancePath } of errors) {
    const place = findField(root, instancePath)
    if (keyword === 'required') {
      const owner = findBranch(place, params['missingProperty']).place
      const field = `${owner}/properties/${params['missingProperty']}`
      yield {
        place: field,
        message: `${toFieldName(field)} is missing.`,
        actions: [
          { target: `${toJsonPath(owner)}.required[?@ == '${params['missingProperty']}']`, remove: true },
          { target: toJsonPath(field), remove: true, description: 'Missing in a response of the service.' },
        ],
      }
    } else if (keyword === 'enum') {
      yield {
        place,
        message: `${toFieldName(place)} is ${JSON.stringify(data)?.slice(0, 60)}, which the contract does not list.`,
        actions: [{ target: `${toJsonPath(resolvePlace(place).place)}.enum`, update: data }],
      }
    } else if (keyword === 'type') {
      const expected = [params['type']].flat().join(' or ')
      yield {
        place,
        message: `${toFieldName(place)} is ${/^[aeiou]/.test(getJsonType(data)) ? 'an' : 'a'} ${getJsonType(data)}, not ${expected}.`,
        actions: toReplaceActions(place, data),
      }
    } else if (!redundantKeywords.includes(keyword)) {
      yield { place, message: `${toFieldName(place)} ${message ?? 'differs'}.`, actions: [] }
    }
  }
}

/** Keywords whose errors repeat an error of a nested schema. */
const redundantKeywords = ['anyOf', 'oneOf', '$ref', 'if']

/** Returns actions that change a field's type. An update alone would merge the two schemas. */
function toReplaceActions(place: Place, value: unknown): Action[] {
  const [, parent, name] = /^(.*\/properties)\/([^/]+)$/.exec(place) ?? []
  if (parent === undefined || name === undefined)
    return [{ target: toJsonPath(place), update: { type: getJsonType(value) } }]
  return [
    { target: toJsonPath(place), remove: true },
    {
      target: toJsonPath(parent),
      update: { [name]: { type: getJsonType(value), description: 'Observed in a response of the service.' } },
    },
  ]
}

function* describeExtraFields(extra: ReadonlyMap<Place, ReadonlyMap<string, unknown>>): Generator<Difference> {
  for (const [place, fields] of extra)
    for (const [name, value] of fields)
      yield {
        place: `${place}/properties/${name}`,
        message: `${toFieldName(place)} has ${name.slice(0, 60)}, which the contract does not define.`,
        actions: [
          {
            target: `${toJsonPath(place)}.properties`,
            update: { [name]: { type: getJsonType(value), description: 'Observed in a response of the service.' } },
          },
        ],
      }
}

/** Removes duplicate actions. */
export const removeDuplicates = (actions: readonly Action[]): Action[] => [
  ...new Map(actions.map((action) => [JSON.stringify(action), action])).values(),
]
