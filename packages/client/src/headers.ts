import { check } from './errors.js'

/** Headers as they go on the wire. */
export type Headers = Readonly<Record<string, string>>

let prototype: object | undefined

// fetch reads own enumerable members and refuses symbols among them, axios wants a prototype that ends in null,
// test runners want `constructor` to be Object: so what redacts is hidden on a copy of Object.prototype.
function redacting(): object {
  const redacted = {
    value(this: Headers) {
      return { ...this, ...(this.Authorization && { Authorization: 'Bearer ***' }) }
    },
  }
  return Object.create(null, {
    ...Object.getOwnPropertyDescriptors(Object.prototype),
    toJSON: redacted,
    [Symbol.for('nodejs.util.inspect.custom')]: redacted,
  })
}

/**
 * Joins headers into one frozen object that fetch and all common libraries read, and that logs without the key.
 *
 * @param own - What the client sets.
 * @param extra - What the caller adds: no new line, no name that the client sets itself.
 * @decision 0021
 */
export function joinHeaders(own: object, extra: Headers | undefined): Headers {
  for (const name in extra) {
    check(
      `${name}\n${extra[name]}`,
      `headers: ${name}`,
      /^(?!accept|auth|content|idem|x-service)[a-z\d-]+\n[ -~]*$/i,
      'one line of ASCII, and not a header of the client',
    )
  }
  prototype ??= redacting()
  return Object.freeze(Object.assign(Object.create(prototype), own, extra))
}
