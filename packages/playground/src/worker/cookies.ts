/** A cookie that the worker stores. No page can read it, because no page gets it in a `Response`. */
export interface Cookie {
  readonly name: string
  readonly value: string
  readonly path: string
  readonly endMs: number
}

/**
 * Does what a browser does for a server but not for a worker: stores cookies of answers, and adds them to requests. It
 * supports only what the sandbox's pages use: `Path` and `Max-Age`.
 */
export function taken(cookies: readonly Cookie[], header: string, nowMs: number): readonly Cookie[] {
  const [pair = '', ...attributes] = header.split(/;\s*/)
  const [name, value] = halves(pair)
  const said = new Map(attributes.map((attribute) => halves(attribute.toLowerCase())))
  // `Path` is case-sensitive.
  const [, path = '/'] = /;\s*path=([^;]*)/i.exec(header) ?? []
  const ageMs = Number(said.get('max-age') ?? Number.NaN) * 1000
  const others = alive(cookies, nowMs).filter((cookie) => cookie.name !== name || cookie.path !== path)
  if (ageMs <= 0) return others
  return [...others, { name, value, path, endMs: Number.isNaN(ageMs) ? Number.MAX_SAFE_INTEGER : nowMs + ageMs }]
}

/** The `Cookie` header for a path; empty when there is none. Longer paths come first. */
export const headerFor = (cookies: readonly Cookie[], path: string, nowMs: number): string =>
  alive(cookies, nowMs)
    .filter((cookie) => path === cookie.path || path.startsWith(cookie.path.replace(/\/?$/, '/')))
    .sort((one, other) => other.path.length - one.path.length)
    .map(({ name, value }) => `${name}=${value}`)
    .join('; ')

const alive = (cookies: readonly Cookie[], nowMs: number) => cookies.filter(({ endMs }) => endMs > nowMs)

function halves(pair: string): readonly [string, string] {
  const at = pair.indexOf('=')
  return at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)]
}
