import { isLoopback } from '../../connection.js'
import type { Exchange } from '../service-client.js'

/** Next page of a list, from its `Link` header. */
export interface NextPage {
  readonly cursor: string
  /** Path and query to request. They are those of the Link if it names the list of this service. */
  readonly path: string
  /** Deviations of the Link, one sentence each. */
  readonly wrong: readonly string[]
}

/** Returns the URL with `rel="next"` of a `Link` header, resolved against the URL of the request. */
function readNextUrl({ headers }: Exchange, requestUrl: string): URL | undefined {
  const links = (headers.get('link') ?? '').matchAll(/<([^>]*)>((?:\s*;\s*[\w*]+\s*=\s*(?:"[^"]*"|[^",;\s]+))*)/g)
  for (const [, target = '', parameters = ''] of links) {
    const relations = /;\s*rel\s*=\s*(?:"([^"]*)"|([^",;\s]+))/i.exec(parameters)
    const isNext = (relations?.[1] ?? relations?.[2] ?? '').toLowerCase().split(/\s+/).includes('next')
    if (isNext && URL.canParse(target, requestUrl)) return new URL(target, requestUrl)
  }
  return undefined
}

/** Compares origins. A proxy on this machine may forward to another port of it. */
const isSameOrigin = (one: URL, other: URL): boolean =>
  one.origin === other.origin || (isLoopback(one.origin) && isLoopback(other.origin))

/** Returns the next page of a list. A Link to another URL is reported, and the key is not sent there. */
export function readNextPage(page: Exchange, baseUrl: string): NextPage | undefined {
  const base = baseUrl.replace(/\/+$/, '')
  const next = readNextUrl(page, base + page.path)
  const cursor = next?.searchParams.get('cursor')
  if (next === undefined || !cursor) return undefined
  const requested = new URL(base + page.path)
  const listPath = page.path.split('?')[0] as string
  const isOther = !isSameOrigin(next, requested) || next.pathname !== requested.pathname
  const changed = [...requested.searchParams].filter(
    ([name, value]) => name !== 'cursor' && next.searchParams.get(name) !== value,
  )
  const own = new URLSearchParams(requested.searchParams)
  own.set('cursor', cursor)
  return {
    cursor,
    path: `${listPath}${isOther || changed.length > 0 ? `?${own}` : next.search}`,
    wrong: [
      ...(isOther
        ? [`The Link of ${listPath} names another URL: ${(next.origin + next.pathname).slice(0, 200)}.`]
        : []),
      ...changed
        .filter(([name]) => !next.searchParams.has(name))
        .map(([name]) => `The Link of ${listPath} drops ${name}.`),
    ],
  }
}
