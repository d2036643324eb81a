import { at, type Description, type Schema } from '../schema.js'

/** Member of an object whose name is another spelling of a name in the contract. */
interface RenamedMember {
  /** Name in the contract: `created_at`. */
  readonly name: string
  /** Name in the response: `createdAt`. */
  readonly original: string
}

/** Objects of responses, by the objects that have the names of the contract. */
const originals = new WeakMap<object, object>()

/** Returns the object of the response, with the names of the service. */
export const getOriginal = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? (originals.get(value) ?? value) : value

/** Returns a name without separators and capitals, so that all its spellings are equal: `createdat`. */
const toSpelling = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '')

/** Maximum depth of a value. A hostile service may nest values too deeply for a recursion. */
const maxDepth = 50

/** Members with names of the caller. */
const freeMembers = ['metadata']

/** Members of the envelope. An overlay cannot rename them. */
export const envelopeMembers: readonly string[] = ['success', 'data', 'error']

/** Returns all names of properties in the description. */
function listNames(value: unknown, names: Set<string> = new Set(envelopeMembers)): Set<string> {
  if (typeof value !== 'object' || value === null) return names
  for (const [key, inner] of Object.entries(value)) {
    if (key === 'properties' && typeof inner === 'object' && inner !== null)
      for (const name of Object.keys(inner)) names.add(name)
    listNames(inner, names)
  }
  return names
}

/**
 * Creates a function that gives the members of a body the names of the contract. `createdAt`, `CreatedAt` and `created-at`
 * become `created_at`, so that only one line reports them.
 */
export function createNameConverter(contract: Description): (body: unknown) => unknown {
  const names = listNames(contract)
  const namesBySpelling = new Map([...names, ...envelopeMembers].map((name) => [toSpelling(name), name]))
  const findName = (original: string, record: object): string => {
    if (Array.isArray(record)) return original
    const isAdopted = names.has(original) && !envelopeMembers.includes(toSpelling(original))
    const name = isAdopted ? undefined : namesBySpelling.get(toSpelling(original))
    return name === undefined || Object.hasOwn(record, name) ? original : name
  }
  const convert = (value: unknown, depth: number): unknown => {
    if (typeof value !== 'object' || value === null || depth === maxDepth) return value
    const entries = Object.entries(value)
    const renamed = entries.map(([original]) => findName(original, value))
    const isUnique = new Set(renamed).size === entries.length
    const convertedEntries = entries.map(([original, inner], index) => {
      const name = isUnique ? (renamed[index] as string) : original
      return [name, freeMembers.includes(name) ? inner : convert(inner, depth + 1)] as const
    })
    // Unchanged objects stay the same.
    if (convertedEntries.every(([name, inner], index) => entries[index]?.[0] === name && entries[index]?.[1] === inner))
      return value
    const converted = Array.isArray(value)
      ? convertedEntries.map(([, inner]) => inner)
      : Object.fromEntries(convertedEntries)
    originals.set(converted, value)
    return converted
  }
  return (body) => convert(body, 0)
}

/** Returns the renamed members of a value and of the objects inside it. */
export function listRenamed(value: unknown, depth = 0): RenamedMember[] {
  if (typeof value !== 'object' || value === null || depth === maxDepth) return []
  const original = getOriginal(value) as object
  const originalNames = Object.keys(original)
  return Object.entries(value).flatMap(([name, inner], index) => [
    ...(originalNames[index] === name || original === value || Array.isArray(value)
      ? []
      : [{ name, original: originalNames[index] as string }]),
    ...listRenamed(inner, depth + 1),
  ])
}

/** Returns the names of the properties of a schema and of the schemas inside it. */
export function listPropertyNames(
  contract: Description,
  schema: Schema,
  visited: Set<string> = new Set(),
): Set<string> {
  const names = new Set<string>()
  const add = (inner: Schema): void => {
    for (const name of listPropertyNames(contract, inner, visited)) names.add(name)
  }
  if (schema.$ref !== undefined && !visited.has(schema.$ref)) {
    visited.add(schema.$ref)
    add((at(contract, schema.$ref) ?? {}) as Schema)
  }
  for (const [name, inner] of Object.entries(schema.properties ?? {})) {
    names.add(name)
    add(inner)
  }
  for (const inner of [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.items ? [schema.items] : [])])
    add(inner)
  return names
}
