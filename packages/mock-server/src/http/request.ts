import { pathOf, type Served } from '../service/context.js'
import type { ServiceError } from '../service/service-error.js'
import { readHeaders } from './read-headers.js'

/**
 * A request as a value: what a call of `@cedi/client` returns, and what `handle` takes.
 *
 * @decision 0021
 */
export interface RequestDescription {
  /** The HTTP method. */
  readonly method: string
  /** A full address, or a path from `/` on. */
  readonly url: string
  /** Header names and values. */
  readonly headers?: Readonly<Record<string, string>>
  /** The body, as text. */
  readonly body?: string | undefined
}

/** A parsed request. */
export interface IncomingRequest extends Served {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams | undefined
  readonly body: string | undefined
  /** Why no door accepts it; undefined when `fetch` would send it like this. */
  readonly refusal?: ServiceError | undefined
}

/**
 * Parses a description. Only the query is decoded.
 *
 * @param baseUrl - The caller's base address: its path is not part of the request.
 */
export function readRequest({ method, url, headers, body }: RequestDescription, baseUrl?: string): IncomingRequest {
  // A path may have an address in its query.
  const scheme = url.startsWith('/') ? -1 : url.indexOf('://')
  const start = scheme < 0 ? 0 : url.indexOf('/', scheme + 3)
  const target = start < 0 ? '/' : url.slice(start)
  const hash = target.indexOf('#')
  const sent = hash < 0 ? target : target.slice(0, hash)
  const mark = sent.indexOf('?')
  const read = readHeaders(headers)
  return {
    method,
    origin: scheme < 0 ? '' : url.slice(0, start < 0 ? url.length : start),
    baseUrl,
    path: withoutPrefix(mark < 0 ? sent : sent.slice(0, mark), baseUrl),
    query: mark < 0 ? undefined : new URLSearchParams(sent.slice(mark + 1)),
    headers: read.headers,
    body,
    refusal: read.refusal,
  }
}

function withoutPrefix(path: string, baseUrl: string | undefined): string {
  const prefix = baseUrl === undefined ? '' : pathOf(baseUrl)
  return prefix && path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : path
}
