/** Headers as they go on the wire. */
export type Headers = Readonly<Record<string, string>>

// fetch reads own enumerable members and refuses symbols among them, axios wants a prototype that ends in null,
// test runners want `constructor` to be Object: so what redacts is hidden on a prototype of our own.
const redacted = {
  value(this: Headers) {
    return { ...this, Authorization: 'Bearer ***' }
  },
}
const prototype: object = /* @__PURE__ */ Object.create(null, {
  constructor: { value: Object },
  toJSON: redacted,
  [Symbol.for('nodejs.util.inspect.custom')]: redacted,
})

/**
 * Joins headers into one frozen object that fetch and all common libraries read, and that logs without the key.
 *
 * @param own - What the client sets; it wins.
 * @param extra - What the caller adds. The library that sends refuses new lines in it.
 * @decision 0021
 */
export const joinHeaders = (own: object, extra: Headers | undefined): Headers =>
  Object.freeze({ __proto__: prototype, ...extra, ...own } as never)
