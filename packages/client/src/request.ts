import { check } from './errors.js'
import { type Headers, joinHeaders } from './headers.js'
import type { CallOptions, Config, ListQuery, Scope, WriteOptions } from './types.js'

// The platform's, by structure: no DOM types are asked of those who compile against this package.
interface Platform {
  readonly location?: unknown
  readonly process?: { readonly pid?: number }
}

/** One row of the endpoint table. */
export type Row = readonly [operation: string, method: string, path: string, scope?: Scope | undefined]

// What was checked last. One only: looking a config up costs more than to check it anew.
let lastConfig: Config | undefined
let lastKey: string
let base: string
let shared: Headers

/**
 * Looks at a config: its address, its key, where it runs.
 *
 * @throws {@link InputError} when one of them is wrong.
 */
const connect = (config: Config): void => {
  const { apiKey } = config
  const key = typeof apiKey === 'function' ? apiKey() : apiKey
  if (lastConfig !== config || lastKey !== key) {
    const { location, process } = globalThis as Platform
    // All or nothing: a key never meets the address of another config.
    ;[base, shared, lastConfig, lastKey] = [
      // A dot comes only after a letter or digit, so that no segment climbs.
      check(
        'baseUrl',
        config.baseUrl,
        /^http(s:\/\/\w|:\/\/(localhost|127\.0\.0\.1|\[::1])(?![\w.-]))([\w/:-]|\b\.)*$/i,
      ).replace(/\/$/, ''),
      joinHeaders(
        {
          // Browsers have a location, and no stand-in for process that they are given has a pid.
          Authorization: `Bearer ${check(
            'apiKey (never in a browser)',
            (!location || process?.pid || config.dangerouslyAllowBrowser) && key,
          )}`,
          Accept: 'application/json',
        },
        config.headers,
      ),
      config,
      key,
    ]
  }
}

/** Describes what lists: the input is the query. */
export const list =
  ([operation, method, path, scope]: Row) =>
  (config: Config, { limit, cursor }: ListQuery = {}, options?: CallOptions): never => {
    connect(config)
    // Taken before anything of the caller runs, a getter say, that may look at another config.
    let url = base + path
    const headers = options?.headers ? joinHeaders(shared, options.headers) : shared
    if (limit !== undefined) url += `?limit=${encode('limit', limit)}`
    if (cursor !== undefined) url += `${limit ? '&' : '?'}cursor=${encode('cursor', cursor)}`
    return Object.freeze({ method, url, headers, operation, scope }) as never
  }

/** Describes what reads one record: the input is the parameter of the path. */
export const read =
  ([operation, method, path, scope]: Row) =>
  (config: Config, id: string, options?: CallOptions): never =>
    list([operation, method, fillPath(path, id), scope])(config, undefined, options)

/** Describes what reads the only record. */
export const readOnly =
  (row: Row) =>
  (config: Config, options?: CallOptions): never =>
    list(row)(config, undefined, options)

/** Describes what writes: the input is the body, if there is one. */
export const create =
  ([operation, method, path, scope]: Row) =>
  (config: Config, body: unknown, { simulate, idempotencyKey, headers }: WriteOptions = {}): never => {
    connect(config)
    const text = JSON.stringify(body)
    return Object.freeze({
      method,
      url: base + path,
      headers: joinHeaders(
        {
          ...shared,
          ...(text && { 'Content-Type': 'application/json' }),
          ...(simulate && { 'X-Service-Simulate': 'true' }),
          ...(idempotencyKey !== undefined && { 'Idempotency-Key': check('idempotencyKey', idempotencyKey) }),
        },
        headers,
      ),
      operation,
      scope,
      ...(text && { body: text }),
    }) as never
  }

/** A path with its parameters filled in, each as exactly one segment. */
export const fillPath = (path: string, parameters: string | Readonly<Record<string, string>> | undefined): string =>
  path.replace(/{(\w+)}/g, (_, name: string) =>
    encodeURIComponent(
      check(
        name,
        typeof parameters === 'object' ? parameters[name] : parameters,
        // A dot segment climbs even when it is encoded; a slash splits; a lone surrogate has no encoding.
        // In ranges: \p{…}, and i beside u, cost a third of the import, since engines look them up as they parse.
        /^(?!(\.|%2[eE]){0,2}$)[ -.0-[\]-~\xa0-\ud7ff\ue000-\u{10ffff}]+$/u,
      ),
    ),
  )

/** A value in a query. */
export const encode = (name: string, value: unknown): string =>
  // A whole number as text, which most are, needs no encoding, and to see that costs less than to encode it.
  value === `${Number(value) | 0}` ? value : encodeURIComponent(check(name, value, /^[^\ud800-\udfff]+$/u))
