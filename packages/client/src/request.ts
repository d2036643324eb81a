import { type Headers, joinHeaders } from './headers.js'
import { check } from './input.js'
import type { CallOptions, Config, ListQuery, Scope, WriteOptions } from './types.js'

// The platform's, by structure: no DOM types are asked of those who compile against this package.
interface Platform {
  readonly location?: unknown
  readonly process?: { readonly pid?: number }
}

/** What all requests of one config have in common. */
export interface Connection {
  /** The base address, without a slash at its end. */
  readonly base: string
  /** The headers that every request has. */
  readonly headers: Headers
}

/**
 * Looks at a config: its address, its key, where it runs.
 *
 * @throws TypeError when one of them is wrong.
 */
export const connect = ({ baseUrl, dangerouslyAllowBrowser, apiKey, headers }: Config): Connection => ({
  base: check('baseUrl', baseUrl, /^http(s|:..(localhost|127|\[::1))/).replace(/\/$/, ''),
  headers: joinHeaders(
    {
      // Browsers have a location, and no stand-in for process that they are given has a pid.
      Authorization:
        'Bearer ' +
        check(
          'apiKey outside browsers',
          (!(globalThis as Platform).location || (globalThis as Platform).process?.pid || dangerouslyAllowBrowser) &&
            ((apiKey as () => string)?.call ? (apiKey as () => string)() : apiKey),
        ),
      Accept: 'application/json',
    },
    headers,
  ),
})

/** Describes what reads, without what writes need: for bundles that only read. */
export const describeRead = (
  path: string,
  operation: string,
  { base, headers }: Connection,
  scope: Scope,
  { limit, cursor }: ListQuery = {},
  options?: CallOptions,
): never =>
  Object.freeze({
    method: 'GET',
    url:
      base +
      path +
      // As a number it needs no encoding; of what is none the service says so.
      (limit ? '?limit=' + +limit : '') +
      (cursor ? (limit ? '&' : '?') + 'cursor=' + encodeURIComponent(cursor) : ''),
    headers: options?.headers ? joinHeaders(headers, options.headers) : headers,
    operation,
    scope,
  }) as never

/** The headers of what has a body or options. */
const writing = (
  body: string | undefined,
  headers: Headers,
  { idempotencyKey, simulate, headers: extra }: WriteOptions = {},
): Headers =>
  joinHeaders(
    {
      ...headers,
      ...(body && { 'Content-Type': 'application/json' }),
      ...(simulate && { 'X-Service-Simulate': 'true' }),
      ...(idempotencyKey != null && { 'Idempotency-Key': check('idempotencyKey', idempotencyKey) }),
    },
    extra,
  )

/** A value as exactly one segment of a path. */
export const segment = (name: string, value: unknown): string =>
  // A dot segment climbs even when it is encoded, and a slash splits.
  encodeURIComponent(check(name, value, /^(?!(\.|%2e){0,2}$)[^/\\]+$/i))

/**
 * Describes any request. Orders and names here are those that compress best.
 *
 * @param body - As text; undefined when there is none.
 */
export const describe = (
  path: string,
  scope: Scope | undefined,
  operation: string,
  { base, headers }: Connection,
  options: WriteOptions | undefined,
  method: string,
  { limit, cursor }: ListQuery | undefined = {},
  body?: string,
): never =>
  Object.freeze({
    // Those that read without options share one object.
    headers: body || options ? writing(body, headers, options) : headers,
    method,
    operation,
    url:
      base +
      path +
      (limit
        ? '?limit=' + +limit + (cursor ? '&cursor=' + encodeURIComponent(cursor) : '')
        : cursor
          ? '?cursor=' + encodeURIComponent(cursor)
          : ''),
    scope,
    ...(body && { body }),
  }) as never
