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
const placeOf = (name: string): Place | undefined =>
  schemasAt.map((where) => `${where}/${name}`).find((where) => at(description, where) !== undefined)

function compiler(): Ajv2020 {
  const ajv = new Ajv2020({ allErrors: true, verbose: true, inlineRefs: false, strict: false })
  ;(addFormats.default ?? addFormats)(ajv as never, ['date-time', 'uri'])
  ajv.addSchema({ ...description, $id: base } as never)
  return ajv
}

export function recordCheck(): RecordCheck {
  const ajv = compiler()
  const right = new Set<Place>()
  const wrong = new Set<Place>()
  return {
    right,
    wrong,
    check(name, records) {
      const place = placeOf(name)
      if (!place) throw new Error(`The description has no schema ${name}. This is a bug in cedi compare: report it.`)
      const validate = ajv.getSchema(`${base}${place}`)
      const errors: ErrorObject[] = []
      const extra = new Map<Place, Map<string, unknown>>()
      for (const record of records) {
        validate?.(record)
        errors.push(...(validate?.errors ?? []))
        walk(record, place, { right, extra })
      }
      const found = [...differences(place, errors), ...additions(extra)]
      for (const one of found) {
        wrong.add(one.place)
        right.delete(one.place)
      }
      return {
        wrong: [...new Set(found.map(({ sentence }) => sentence))],
        actions: unique(found.flatMap(({ actions }) => actions)),
      }
    },
  }
}

interface Difference {
  readonly place: Place
  readonly sentence: string
  readonly actions: readonly Action[]
}

/** Resolves `$ref` recursively. */
function follow(place: Place): { readonly place: Place; readonly schema: Schema } {
  const schema = (at(description, place) ?? {}) as Schema
  return schema.$ref ? follow(schema.$ref) : { place, schema }
}

/** Collects the places that a value covers, and the fields that the schema does not define. */
function walk(
  value: unknown,
  from: Place,
  seen: { readonly right: Set<Place>; readonly extra: Map<Place, Map<string, unknown>> },
): void {
  const { place, schema } = follow(from)
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
const pathOf = (place: Place): string =>
  `$${place
    .slice(2)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((part) => (/^[A-Za-z_]\w*$/.test(part) ? `.${part}` : `['${part}']`))
    .join('')}`

const nameAt = (place: Place): string =>
  place
    .replace(/^#\/(?:components|x-public-surfaces)\/schemas\//, '')
    .replaceAll('/properties/', '.')
    .replaceAll('/items', '[]')

/** Returns the JSON Schema type of a value. */
const typeOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : Number.isInteger(value) ? 'integer' : typeof value

/** Returns the place of a record's field: the property in the parent schema, not the shared schema. */
function placeOfPart(root: Place, instancePath: string): Place {
  let place = root
  for (const part of instancePath.split('/').slice(1)) {
    const { place: owner, schema } = branchWith(place, part)
    place = schema.items && /^\d+$/.test(part) ? `${owner}/items` : `${owner}/properties/${part}`
  }
  return place
}

/** Resolves a schema, and chooses the alternative that has the field. */
function branchWith(from: Place, field: string): { readonly place: Place; readonly schema: Schema } {
  const found = follow(from)
  for (const word of ['anyOf', 'oneOf'] as const)
    for (const index of (found.schema[word] ?? []).keys()) {
      const branch = follow(`${found.place}/${word}/${index}`)
      if (branch.schema.properties && Object.hasOwn(branch.schema.properties, field)) return branch
    }
  return found
}

function* differences(root: Place, errors: readonly ErrorObject[]): Generator<Difference> {
  for (const { keyword, params, data, message, instancePath } of errors) {
    const place = placeOfPart(root, instancePath)
    if (keyword === 'required') {
      const owner = branchWith(place, params['missingProperty']).place
      const field = `${owner}/properties/${params['missingProperty']}`
      yield {
        place: field,
        sentence: `${nameAt(field)} is missing.`,
        actions: [
          { target: `${pathOf(owner)}.required[?@ == '${params['missingProperty']}']`, remove: true },
          { target: pathOf(field), remove: true, description: 'The service does not send it.' },
        ],
      }
    } else if (keyword === 'enum') {
      yield {
        place,
        sentence: `${nameAt(place)} is ${JSON.stringify(data)?.slice(0, 60)}, which the contract does not list.`,
        actions: [{ target: `${pathOf(follow(place).place)}.enum`, update: data }],
      }
    } else if (keyword === 'type') {
      const wanted = [params['type']].flat().join(' or ')
      yield {
        place,
        sentence: `${nameAt(place)} is ${/^[aeiou]/.test(typeOf(data)) ? 'an' : 'a'} ${typeOf(data)}, not ${wanted}.`,
        actions: replaced(place, data),
      }
    } else if (!alternatives.includes(keyword)) {
      yield { place, sentence: `${nameAt(place)} ${message ?? 'differs'}.`, actions: [] }
    }
  }
}

/** Keywords whose errors repeat an error of a nested schema. */
const alternatives = ['anyOf', 'oneOf', '$ref', 'if']

/** Returns actions that change a field's type. An update alone would merge the two schemas. */
function replaced(place: Place, value: unknown): Action[] {
  const [, parent, name] = /^(.*\/properties)\/([^/]+)$/.exec(place) ?? []
  if (parent === undefined || name === undefined) return [{ target: pathOf(place), update: { type: typeOf(value) } }]
  return [
    { target: pathOf(place), remove: true },
    {
      target: pathOf(parent),
      update: { [name]: { type: typeOf(value), description: 'As the service was seen to send it.' } },
    },
  ]
}

function* additions(extra: ReadonlyMap<Place, ReadonlyMap<string, unknown>>): Generator<Difference> {
  for (const [place, fields] of extra)
    for (const [name, value] of fields)
      yield {
        place: `${place}/properties/${name}`,
        sentence: `${nameAt(place)} has ${name.slice(0, 60)}, which the contract does not define.`,
        actions: [
          {
            target: `${pathOf(place)}.properties`,
            update: { [name]: { type: typeOf(value), description: 'As the service was seen to send it.' } },
          },
        ],
      }
}

/** Removes duplicate actions. */
export const unique = (actions: readonly Action[]): Action[] => [
  ...new Map(actions.map((action) => [JSON.stringify(action), action])).values(),
]
