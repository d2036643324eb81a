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
export const connect = ({ baseUrl, headers, apiKey, dangerouslyAllowBrowser }: Config): Connection => ({
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

/** Describes what reads. */
export const list = (
  operation: string,
  path: string,
  scope: Scope,
  { base, headers }: Connection,
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

/** Describes what writes; the input is the body, if there is one. */
export const create = (
  operation: string,
  path: string,
  scope: Scope | undefined,
  { headers, base }: Connection,
  input: unknown,
  { simulate, idempotencyKey, headers: extra }: WriteOptions = {},
  method = 'POST',
): never => {
  const body = JSON.stringify(input)
  return Object.freeze({
    method,
    scope,
    operation,
    url: base + path,
    headers: joinHeaders(
      {
        ...headers,
        ...(body && { 'Content-Type': 'application/json' }),
        ...(simulate && { 'X-Service-Simulate': 'true' }),
        ...(idempotencyKey != null && { 'Idempotency-Key': check('idempotencyKey', idempotencyKey) }),
      },
      extra,
    ),
    ...(body && { body }),
  }) as never
}

/** A value as exactly one segment of a path. */
export const segment = (name: string, value: unknown): string =>
  // A dot segment climbs even when it is encoded, and a slash splits.
  encodeURIComponent(check(name, value, /^(?!(\.|%2e){0,2}$)[^/\\]+$/i))
