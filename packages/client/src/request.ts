import { check } from './errors.js'
import { type Headers, joinHeaders } from './headers.js'
import type { CallOptions, Config, ListQuery, PublicConfig, Scope, WriteOptions } from './types.js'

// The platform's, by structure: no DOM types are asked of those who compile against this package.
interface Platform {
  readonly document?: unknown
  readonly importScripts?: unknown
  readonly process?: { readonly versions?: { readonly node?: string } }
}

/** One row of the endpoint table, as far as a description needs it. */
export interface Row {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly scope?: Scope
}

/** What is checked once per config and key, then shared by its descriptions. */
interface Target {
  readonly config: Config
  readonly key: string
  readonly base: string
  readonly headers: Headers
}

// The last one only: looking a config up costs more than everything else, and checking it anew is cheap.
let last: Target | undefined

/** The base address without its last slash, once it is known to be safe to send a key to. */
function checkBase(baseUrl: string): string {
  return check(
    baseUrl,
    'baseUrl',
    /^http(s:\/\/[a-z\d.-]+|:\/\/(localhost|127\.0\.0\.1|\[::1]))(:\d{1,5})?(\/[\w-][\w.-]*)*\/?$/i,
    'https://… (http:// for this machine only)',
  ).replace(/\/$/, '')
}

/**
 * Looks at a config: its address, its key, where it runs.
 *
 * @throws {@link InputError} when one of them is wrong.
 */
export function connect(config: Config): Target {
  const { apiKey } = config
  const key = typeof apiKey === 'function' ? apiKey() : apiKey
  if (last?.config === config && last.key === key) return last
  const { baseUrl, headers, dangerouslyAllowBrowser } = config
  const { document, importScripts, process } = globalThis as Platform
  if ((document || importScripts) && !process?.versions?.node && !dangerouslyAllowBrowser)
    check(0, 'apiKey', undefined, 'on your server, never in a browser')
  last = {
    config,
    key,
    base: checkBase(baseUrl),
    headers: joinHeaders(
      { Authorization: `Bearer ${check(key, 'apiKey', /^[!-~]+$/, 'a key')}`, Accept: 'application/json' },
      headers,
    ),
  }
  return last
}

/**
 * Makes the value of a request. Nothing is sent.
 *
 * @decision 0021
 */
export function describeRequest(
  config: Config,
  { id: operation, method, scope }: Row,
  path: string,
  options?: CallOptions,
  own?: object,
  body?: string,
): never {
  const target = connect(config)
  const url = target.base + path
  const headers = own || options ? joinHeaders({ ...target.headers, ...own }, options?.headers) : target.headers
  // Two whole objects: adding a member later, or a spread, costs as much as all the rest.
  return Object.freeze(
    body === undefined ? { method, url, headers, operation, scope } : { method, url, headers, operation, scope, body },
  ) as never
}

/** Describes what lists: the input is the query. */
export function list(config: Config, row: Row, query?: ListQuery, options?: CallOptions): never {
  const limit = pair('?', 'limit', query?.limit)
  return describeRequest(config, row, row.path + limit + pair(limit ? '&' : '?', 'cursor', query?.cursor), options)
}

/** Describes what reads one record: the input is the parameter of the path. */
export const read = (config: Config, row: Row, id: string, options?: CallOptions): never =>
  describeRequest(config, row, fillPath(row.path, id), options)

/** Describes what creates: the input is the body. */
export const create = (config: Config, row: Row, body: unknown, options?: WriteOptions): never =>
  describeRequest(config, row, row.path, options, writeHeaders(options), JSON.stringify(body))

/** The headers of a write, and those that its options stand for. */
export function writeHeaders({ simulate, idempotencyKey }: WriteOptions = {}): object {
  return {
    'Content-Type': 'application/json',
    ...(simulate && { 'X-Service-Simulate': 'true' }),
    ...(idempotencyKey !== undefined && {
      'Idempotency-Key': check(idempotencyKey, 'idempotencyKey', /^[!-~]+$/, 'ASCII without spaces'),
    }),
  }
}

/** A path with its parameters filled in, each as exactly one segment. */
export function fillPath(path: string, parameters: string | Readonly<Record<string, string>> | undefined): string {
  return path.replace(/{(\w+)}/g, (_, name: string) =>
    encodeURIComponent(
      check(
        typeof parameters === 'object' ? parameters[name] : parameters,
        name,
        // A dot segment climbs even when it is encoded; a slash splits; a lone surrogate has no encoding.
        /^(?!(\.|%2e){0,2}$)[^/\\\p{Cc}\p{Cs}]+$/iu,
        'one path segment',
      ),
    ),
  )
}

/** One part of a query; nothing when there is no value. */
export const pair = (mark: string, name: string, value: unknown): string =>
  value === undefined
    ? ''
    : // Most values need no encoding, and to see that costs less than to encode them.
      `${mark + name}=${typeof value === 'string' && /^[\w-]+$/.test(value) ? value : encodeURIComponent(check(value, name))}`

/** The description of a call that needs no key and sends none. */
export function describePublic(
  { baseUrl, headers }: PublicConfig | Config,
  operation: string,
  path: string,
  options: CallOptions | undefined,
  body: unknown,
): never {
  return Object.freeze({
    method: 'POST',
    url: checkBase(baseUrl) + path,
    headers: joinHeaders(
      joinHeaders({ Accept: 'application/json', 'Content-Type': 'application/json' }, headers),
      options?.headers,
    ),
    operation,
    body: JSON.stringify(body),
  }) as never
}
