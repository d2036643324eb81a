import type { Headers } from './header.js'

const withoutKey = {
  value(this: Headers): Headers {
    const shown: Record<string, string> = { ...this }
    for (const name in shown) if (name.toLowerCase() === 'authorization') shown[name] = 'Bearer ***'
    return shown
  },
}

// What hides the key from JSON and from Node's logs sits on a prototype, because fetch refuses own symbols among headers.
// The prototype ends in null for axios, and its `constructor` is Object for test runners that compare classes.
const prototype: object = /* @__PURE__ */ Object.create(null, {
  constructor: { value: Object },
  toJSON: withoutKey,
  [Symbol.for('nodejs.util.inspect.custom')]: withoutKey,
})

/**
 * Joins headers into one frozen object that `fetch` and all common libraries read, and that logs without the key.
 * The case of names does not matter: HTTP would send `authorization` and `Authorization` as two values of one header.
 *
 * @param layers - The first that has a name wins: those of the client come before those of the caller.
 * @decision 0021
 */
export function joinHeaders(...layers: readonly (Readonly<Record<string, string | undefined>> | undefined)[]): Headers {
  const joined: Record<string, string> = Object.create(prototype)
  const seen = new Set<string>()
  for (const layer of layers) {
    // Own names only: `Headers` of fetch would give its methods otherwise.
    for (const [name, value] of Object.entries(layer ?? {})) {
      const lower = name.toLowerCase()
      if (value !== undefined && !seen.has(lower)) {
        joined[name] = value
        seen.add(lower)
      }
    }
  }
  return Object.freeze(joined)
}
