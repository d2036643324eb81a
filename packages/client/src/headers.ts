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

const isKeyHeader = (name: string): boolean => name.toLowerCase() === 'authorization'

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
type KeyHandler = ProxyHandler<Record<string, string>>

/**
 * Creates the proxy handler of headers with a key. Reading the header by its name returns the key.
 *
 * The key is in a closure, because inspectors can print a handler.
 */
const createKeyHandler = (name: string, key: string): KeyHandler => ({
  get: (headers, property) => (property === name ? key : headers[property as string]),
  // Another key would be visible in logs, and would not be sent.
  set: (headers, property, value) => property !== name && Reflect.set(headers, property, value),
  preventExtensions(headers) {
    // A frozen proxy must return the value of a data property of its target, but may return any value for a getter.
    Object.defineProperty(headers, name, { get: () => redactedKey, enumerable: true })
    return Reflect.preventExtensions(headers)
  },
})

/** Header with its name in lowercase, in which names are compared. */
export interface HeaderEntry {
  readonly name: string
  readonly lowerName: string
  /** Value in the target of the proxy: redacted if the header has a key. */
  readonly shownValue: string
  /** Handler that returns the key. Undefined for other headers. */
  readonly keyHandler: KeyHandler | undefined
}

/** Creates a header entry. */
export function toHeaderEntry(name: string, value: string): HeaderEntry {
  const lowerName = name.toLowerCase()
  return lowerName === 'authorization'
    ? { name, lowerName, shownValue: redactedKey, keyHandler: createKeyHandler(name, value) }
    : { name, lowerName, shownValue: value, keyHandler: undefined }
}

/**
 * Creates one object that all common HTTP libraries accept and that logs without the key. Names are compared
 * case-insensitively because HTTP would join `authorization` and `Authorization` into one header.
 *
 * The object is a proxy: HTTP libraries read its properties, and receive the key. The inspectors of Node, Bun, Deno and
 * browsers, and the messages of `node:assert`, print its target, which has `Bearer ***` instead.
 *
 * @param entries - Headers by descending priority: those of the client, then those of the caller.
 * @decision 0021
 */
export function createHeaders(entries: readonly HeaderEntry[]): HttpHeaders {
  const target: Record<string, string> = Object.create(redactingPrototype)
  let keyHandler: KeyHandler | undefined
  for (const entry of entries) {
    // The first header of a name counts.
    if (entries.find(({ lowerName }) => lowerName === entry.lowerName) !== entry) continue
    target[entry.name] = entry.shownValue
    keyHandler ??= entry.keyHandler
  }
  return keyHandler ? new Proxy(target, keyHandler) : target
}

/**
 * Merges headers, those with the highest priority first. See {@link createHeaders}.
 *
 * @throws TypeError if a source is not an object or pairs of strings.
 */
export const mergeHeaders = (...sources: readonly (HeadersInput | undefined)[]): HttpHeaders =>
  createHeaders(sources.flatMap(parseHeaders))

/** Parses headers. Skips undefined values. @throws TypeError if a name or value is not a string. */
export function parseHeaders(source: HeadersInput | undefined): HeaderEntry[] {
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
  return (entries as [string, string | undefined][]).flatMap(([name, value]) =>
    value === undefined ? [] : toHeaderEntry(name, value),
  )
}
