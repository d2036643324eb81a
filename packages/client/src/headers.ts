/** HTTP headers by name. */
export type HttpHeaders = Readonly<Record<string, string>>

/** Returns the value of a header. Names are compared case-insensitively. */
export function getHeader(headers: HttpHeaders, name: string): string | undefined {
  const lowerName = name.toLowerCase()
  return Object.entries(headers).find(([key]) => key.toLowerCase() === lowerName)?.[1]
}

/** Returns a copy of the headers without the API key. */
function redactKey(this: HttpHeaders): HttpHeaders {
  return Object.fromEntries(
    Object.entries(this).map(([name, value]) => [name, name.toLowerCase() === 'authorization' ? 'Bearer ***' : value]),
  )
}

// The methods that redact the key in JSON and in Node's logs are on a prototype because fetch rejects symbol keys in headers.
// axios requires a prototype chain that ends in null, and test runners that compare classes read `constructor`.
const redactingPrototype: object = /* @__PURE__ */ Object.create(null, {
  constructor: { value: Object },
  toJSON: { value: redactKey },
  [Symbol.for('nodejs.util.inspect.custom')]: { value: redactKey },
})

/**
 * Merges headers into one frozen object that all common HTTP libraries accept and that logs without the key.
 * Names are compared case-insensitively because HTTP would join `authorization` and `Authorization` into one header.
 *
 * @param sources - Headers by descending priority: those of the client, then those of the caller. Undefined values are skipped.
 * @decision 0021
 */
export function mergeHeaders(
  ...sources: readonly (Readonly<Record<string, string | undefined>> | undefined)[]
): HttpHeaders {
  const merged: Record<string, string> = Object.create(redactingPrototype)
  const seenNames = new Set<string>()
  for (const source of sources) {
    // `Object.entries` skips inherited members, such as the methods of a `Headers` object.
    for (const [name, value] of Object.entries(source ?? {})) {
      const lowerName = name.toLowerCase()
      if (value === undefined || seenNames.has(lowerName)) continue
      merged[name] = value
      seenNames.add(lowerName)
    }
  }
  return Object.freeze(merged)
}
