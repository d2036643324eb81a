import { at, type Description, type Schema } from '../schema.js'
import type { Action } from './line.js'

/** JSON Pointer in the contract's description: `#/components/schemas/Payment/properties/fee`. */
export type Place = string

/** Converts a place to a JSONPath: `$.components.schemas.Payment`. */
export const toJsonPath = (place: Place): string =>
  `$${place
    .slice(2)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((part) => (/^[A-Za-z_]\w*$/.test(part) ? `.${part}` : `['${part}']`))
    .join('')}`

/** Returns the JSON Schema type of a value. Whole numbers are numbers too: the next value may have decimals. */
const getSchemaType = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Infers a schema that allows all given values. Objects have no required properties. */
export function inferSchema(values: readonly unknown[]): object {
  return { ...inferTypes(values), description: 'Observed in responses of the service.' }
}

function inferTypes(values: readonly unknown[]): object {
  const types = [...new Set(values.map(getSchemaType))].sort()
  const objects = values.filter(isRecord)
  const names = [...new Set(objects.flatMap(Object.keys))]
  const properties = Object.fromEntries(
    names.map((name) => [name, inferTypes(objects.filter((one) => Object.hasOwn(one, name)).map((one) => one[name]))]),
  )
  const items = values.filter(Array.isArray).flat() as unknown[]
  return {
    type: types.length === 1 ? types[0] : types,
    ...(names.length > 0 && { properties }),
    ...(items.length > 0 && { items: inferTypes(items) }),
  }
}

/**
 * Returns actions that make a schema allow values that it rejects. They keep everything that the schema allows already, and
 * its description and extensions.
 *
 * @param keywords - Keywords that reject a value.
 * @param values - All rejected values of the place.
 */
export function toSchemaActions(
  contract: Description,
  place: Place,
  keywords: ReadonlySet<string>,
  values: readonly unknown[],
): Action[] {
  const schema = (at(contract, place) ?? {}) as Schema
  const target = toJsonPath(place)
  // A shared schema also describes other fields, so an alternative is added beside the reference.
  if (schema.$ref !== undefined)
    return [
      { target: `${target}['$ref']`, remove: true },
      { target, update: { anyOf: [{ $ref: schema.$ref }, inferTypes(values)] } },
    ]
  if (schema.anyOf !== undefined) return [{ target: `${target}.anyOf`, update: inferTypes(values) }]
  // The generator accepts a oneOf only for a schema and null. Alternatives that overlap need anyOf in any case.
  if (schema.oneOf !== undefined)
    return [
      { target: `${target}.oneOf`, remove: true },
      { target, update: { anyOf: [...schema.oneOf, inferTypes(values)] } },
    ]
  return [...toTypeActions(target, schema, keywords, values), ...toValueActions(target, schema, keywords, values)]
}

function toTypeActions(
  target: string,
  schema: Schema,
  keywords: ReadonlySet<string>,
  values: readonly unknown[],
): Action[] {
  if (!keywords.has('type')) return []
  const knownTypes = [schema.type ?? []].flat()
  const seen = values.map(getSchemaType).filter((type) => !knownTypes.includes(type))
  const { type: _, ...inner } = inferTypes(values.filter((value) => typeof value === 'object')) as { type?: unknown }
  return [
    // An update appends to a list, so the old type is removed first.
    { target: `${target}.type`, remove: true },
    { target, update: { type: [...new Set([...knownTypes, ...seen])] } },
    ...(Object.keys(inner).length > 0 ? [{ target, update: inner }] : []),
  ]
}

/**
 * Returns whether an overlay may contain a name of the service. Code is generated from the contract, so other names are
 * reported and not proposed.
 */
export const isSafeName = (name: string): boolean => /^[\w.-]{1,60}$/.test(name)

/** Returns whether an overlay may contain a value of the service: a name, also with spaces and currency symbols. */
export const isSafeValue = (value: string): boolean => /^[\w.\-\p{Sc} ]{1,60}$/u.test(value)

/** Keywords that list values, and keywords that restrict them. A value that breaks a restriction disproves it. */
function toValueActions(
  target: string,
  schema: Schema,
  keywords: ReadonlySet<string>,
  values: readonly unknown[],
): Action[] {
  const actions: Action[] = []
  const unlisted = [...new Set(values)].filter(
    (value) => !isRecord(value) && !Array.isArray(value) && (typeof value !== 'string' || isSafeValue(value)),
  )
  if (schema.enum !== undefined && (keywords.has('enum') || keywords.has('type')))
    for (const value of unlisted)
      if (!schema.enum.includes(value)) actions.push({ target: `${target}.enum`, update: value })
  const added = unlisted.filter((value) => value !== schema.const)
  if (schema.const !== undefined && added.length > 0 && (keywords.has('const') || keywords.has('type')))
    actions.push({ target: `${target}.const`, remove: true }, { target, update: { enum: [schema.const, ...added] } })
  for (const keyword of keywords)
    if (!['type', 'enum', 'const', 'additionalProperties', 'required'].includes(keyword))
      actions.push({ target: `${target}.${keyword}`, remove: true })
  return actions
}
