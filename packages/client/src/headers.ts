import { check } from './errors.js'

/** Headers as they go on the wire. */
export type Headers = Readonly<Record<string, string>>

// fetch reads own enumerable members and refuses symbols among them, axios wants a prototype that ends in null,
// test runners want `constructor` to be Object: so what redacts is hidden on a copy of Object.prototype.
const redacted = {
  value(this: Headers) {
    return { ...this, Authorization: 'Bearer ***' }
  },
}
const prototype: object = /* @__PURE__ */ Object.create(null, {
  ...Object.getOwnPropertyDescriptors(Object.prototype),
  toJSON: redacted,
  [Symbol.for('nodejs.util.inspect.custom')]: redacted,
})

/**
 * Joins headers into one frozen object that fetch and all common libraries read, and that logs without the key.
 *
 * @param own - What the client sets.
 * @param extra - What the caller adds: no new line, no name that the client sets itself.
 * @decision 0021
 */
export const joinHeaders = (own: object, extra: Headers | undefined): Headers => {
  for (const name in extra)
    check(`headers.${name}`, `${name}\n${extra[name]}`, /^(?!accept|auth|content|idem|x-service)[\w-]+\n[ -~]*$/i)
  return Object.freeze({ __proto__: prototype, ...own, ...extra } as never)
}
