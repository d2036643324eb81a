import { describeValue } from '@cedi/contract/options'

/** HTTP headers by name. */
export type HttpHeaders = Readonly<Record<string, string>>

/** Headers as `fetch` accepts them: an object, a `Headers` object, a `Map`, or pairs. Undefined values are skipped. */
export type HeadersInput = Readonly<Record<string, string | undefined>> | Iterable<readonly [string, string]>

/** Returns the value of a header. Names are compared case-insensitively. */
export function getHeader(headers: HttpHeaders, name: string): string | undefined {
  const lowerName = name.toLowerCase()
  return Object.entries(headers).find(([key]) => key.toLowerCase() === lowerName)?.[1]
}

/** Reads a header of a response. Mock responses may have no headers. */
export function readHeader(response: unknown, name: string): string | null | undefined {
  const headers = (response as { readonly headers?: { get?(name: string): string | null } } | undefined)?.headers
  return typeof headers?.get === 'function' ? headers.get(name) : undefined
}

/** Value of the `Authorization` header wherever the key must not appear. */
export const redactedKey = 'Bearer ***'

const isKeyHeader = (name: unknown): boolean => typeof name === 'string' && name.toLowerCase() === 'authorization'

/** See {@link redactHeaders}. A method of headers. */
function redactKey(this: HttpHeaders): HttpHeaders {
  return Object.fromEntries(
    Object.entries(this).map(([name, value]) => [name, isKeyHeader(name) ? redactedKey : value]),
  )
}

/** Returns a copy of the headers without the API key. */
export const redactHeaders = (headers: HttpHeaders): HttpHeaders => redactKey.call(headers)

// These methods are on a prototype because fetch rejects symbol keys in headers and would send an own method. axios requires
// a prototype chain that ends in null, and test runners that compare classes read `constructor`. Template literals and older
// libraries call the other two.
const redactingPrototype: object = /* @__PURE__ */ Object.create(null, {
  constructor: { value: Object },
  toString: { value: Object.prototype.toString },
  hasOwnProperty: { value: Object.prototype.hasOwnProperty },
  toJSON: { value: redactKey },
  [Symbol.for('nodejs.util.inspect.custom')]: { value: redactKey },
})
// A getter, because a frozen proxy must return the value of a data property of its target.
const redactedProperty: PropertyDescriptor = { get: () => redactedKey, enumerable: true, configurable: true }

/**
 * Merges headers into one object that all common HTTP libraries accept and that logs without the key. Names are compared
 * case-insensitively because HTTP would join `authorization` and `Authorization` into one header.
 *
 * The object is a proxy: HTTP libraries read its properties, and receive the key. The inspectors of Node, Bun, Deno and
 * browsers, and the messages of `node:assert`, print its target, which has `Bearer ***` instead.
 *
 * @param sources - Headers by descending priority: those of the client, then those of the caller.
 * @throws TypeError if a source is not an object or pairs of strings.
 * @decision 0021
 */
export function mergeHeaders(...sources: readonly (HeadersInput | undefined)[]): HttpHeaders {
  const target: Record<string, string> = Object.create(redactingPrototype)
  const keys = new Map<unknown, string>()
  const seenNames = new Set<string>()
  for (const source of sources) {
    for (const [name, value] of toEntries(source)) {
      const lowerName = name.toLowerCase()
      if (value === undefined || seenNames.has(lowerName)) continue
      seenNames.add(lowerName)
      if (isKeyHeader(name)) {
        keys.set(name, value)
        Object.defineProperty(target, name, redactedProperty)
      } else target[name] = value
    }
  }
  return new Proxy(target, {
    get: (headers, name) => keys.get(name) ?? Reflect.get(headers, name),
  })
}

/** Returns the names and values of headers. Includes undefined values, which the caller must skip. */
function toEntries(source: HeadersInput | undefined): [string, string | undefined][] {
  if (source === undefined) return []
  if (typeof source !== 'object' || source === null)
    throw new TypeError(`headers must be an object, a Headers object, a Map or pairs. Got ${describeValue(source)}.`)
  const isIterable = Symbol.iterator in source
  const entries: unknown[] = isIterable ? [...source] : Object.entries(source)
  for (const entry of entries) {
    const [name, value] = Array.isArray(entry) && entry.length === 2 ? entry : []
    if (typeof name !== 'string')
      throw new TypeError(`headers must contain pairs of a name and a value. Got ${describeValue(entry)}.`)
    if (typeof value !== 'string' && (isIterable || value !== undefined))
      throw new TypeError(`The header ${name.slice(0, 40)} must be a string. Got ${describeValue(value)}.`)
  }
  return entries as [string, string | undefined][]
}
