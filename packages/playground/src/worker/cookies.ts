/** Cookie stored by the worker. Pages cannot read it, because no `Response` contains it. */
export interface Cookie {
  readonly name: string
  readonly value: string
  readonly path: string
  readonly endMs: number
}

/**
 * Stores a `Set-Cookie` header, as a browser does for a server but not for a worker. Supports the attributes that the
 * sandbox uses: `Path` and `Max-Age`.
 */
export function storeCookie(cookies: readonly Cookie[], header: string, nowMs: number): readonly Cookie[] {
  const [pair = '', ...attributes] = header.split(/;\s*/)
  const [name, value] = splitPair(pair)
  const attributeValues = new Map(attributes.map((attribute) => splitPair(attribute.toLowerCase())))
  // `Path` is case-sensitive.
  const [, path = '/'] = /;\s*path=([^;]*)/i.exec(header) ?? []
  const ageMs = Number(attributeValues.get('max-age') ?? Number.NaN) * 1000
  const otherCookies = removeExpired(cookies, nowMs).filter((cookie) => cookie.name !== name || cookie.path !== path)
  if (ageMs <= 0) return otherCookies
  return [...otherCookies, { name, value, path, endMs: Number.isNaN(ageMs) ? Number.MAX_SAFE_INTEGER : nowMs + ageMs }]
}

/** Returns the `Cookie` header for a path, longer cookie paths first; empty without cookies. */
export const toCookieHeader = (cookies: readonly Cookie[], path: string, nowMs: number): string =>
  removeExpired(cookies, nowMs)
    .filter((cookie) => path === cookie.path || path.startsWith(cookie.path.replace(/\/?$/, '/')))
    .sort((left, right) => right.path.length - left.path.length)
    .map(({ name, value }) => `${name}=${value}`)
    .join('; ')

const removeExpired = (cookies: readonly Cookie[], nowMs: number) => cookies.filter(({ endMs }) => endMs > nowMs)

function splitPair(pair: string): readonly [string, string] {
  const index = pair.indexOf('=')
  return index < 0 ? [pair, ''] : [pair.slice(0, index), pair.slice(index + 1)]
}
