import { readBaseAddress } from '@cedi/contract/base-address'
import { anyCheck, booleanCheck, checkOptions, describeValue, type OptionCheck } from '@cedi/contract/options'
import { createHeaders, type HeaderEntry, type HttpHeaders, parseHeaders, toHeaderEntry } from './headers.js'
import type { Config, PublicConfig, WriteOptions } from './types.js'
import { parseHeaderValue, rejectInput } from './validation.js'

// Structural types, because consumers may compile without DOM or Node types.
interface PlatformGlobals {
  readonly location?: unknown
  readonly process?: { readonly pid?: number }
}

/** Properties of a call that determine its headers. */
interface HeaderInput {
  /** Whether the operation requires the API key. */
  readonly needsKey: boolean
  /** Whether the call has a JSON body. */
  readonly hasBody: boolean
  /** Options of the call. */
  readonly options?: WriteOptions | undefined
}

/** Validated configuration of one client. */
export interface Connection {
  /** Base URL without a trailing slash. */
  readonly baseUrl: string
  /**
   * Builds the headers of a call.
   *
   * @throws TypeError if the key or the idempotency key is invalid, or if there is a key in a browser.
   */
  buildHeaders(input: HeaderInput): HttpHeaders
}

/**
 * Validates a configuration. Sends nothing. A static key is validated immediately, a key function on each call.
 *
 * @param config - Base URL, key and headers.
 * @throws TypeError if the base URL is not https (or http on localhost), if the key is missing or contains a space,
 *   if there is a key in a browser, or if an option is unknown or has the wrong type.
 */
export function createConnection(config: Config | PublicConfig): Connection {
  checkOptions('createClient', config ?? null, configChecks)
  const { apiKey, dangerouslyAllowBrowser, insecureHosts } = config as Config
  const baseUrl = parseBaseUrl(config.baseUrl, insecureHosts)
  const isInsecure = insecureHosts?.includes(new URL(baseUrl).hostname) && baseUrl.startsWith('http:')
  // A copy, which later changes to the configuration do not affect.
  const clientHeaders = parseHeaders(config.headers)
  // A static key is parsed once.
  let staticAuthorization: HeaderEntry | undefined

  const buildAuthorization = (): HeaderEntry => {
    if (isBrowser() && !dangerouslyAllowBrowser)
      rejectInput('apiKey', 'not be used in a browser, where every visitor can read it. Call from your server')
    if (staticAuthorization) return staticAuthorization
    const key: unknown = typeof apiKey === 'function' ? apiKey() : apiKey
    if (key === undefined) rejectInput('apiKey', 'be set. Check its environment variable')
    const text = parseHeaderValue('apiKey', key)
    if (isInsecure && !/^sk_(?:test|issued)_/.test(text))
      rejectInput('apiKey', 'be a test key (sk_test_…), because insecureHosts sends it without encryption')
    const entry = toHeaderEntry('Authorization', `Bearer ${text}`)
    if (typeof apiKey !== 'function') staticAuthorization = entry
    return entry
  }
  const buildHeaders = ({ needsKey, hasBody, options = {} }: HeaderInput): HttpHeaders => {
    const entries: HeaderEntry[] = needsKey ? [buildAuthorization(), acceptHeader] : [acceptHeader]
    if (hasBody) entries.push(contentTypeHeader)
    if (options.simulate) entries.push(simulateHeader)
    if (options.idempotencyKey !== undefined)
      entries.push(toHeaderEntry('Idempotency-Key', parseHeaderValue('idempotencyKey', options.idempotencyKey)))
    if (options.headers !== undefined) entries.push(...parseHeaders(options.headers))
    return createHeaders(clientHeaders.length > 0 ? [...entries, ...clientHeaders] : entries)
  }

  // Validates a static key.
  if ('apiKey' in config && typeof apiKey !== 'function') buildHeaders({ needsKey: true, hasBody: false })
  return { baseUrl, buildHeaders }
}

const acceptHeader = /* @__PURE__ */ toHeaderEntry('Accept', 'application/json')
const contentTypeHeader = /* @__PURE__ */ toHeaderEntry('Content-Type', 'application/json')
const simulateHeader = /* @__PURE__ */ toHeaderEntry('X-Service-Simulate', 'true')

const hostsCheck: OptionCheck = {
  requirement: 'be an array of host names without a port, such as ["cedi-mock"]',
  accepts: (value) =>
    Array.isArray(value) && value.every((host) => typeof host === 'string' && /^[a-z0-9][a-z0-9.-]*$/.test(host)),
}

// `createConnection` and `parseHeaders` validate the other options.
const configChecks = {
  baseUrl: anyCheck,
  apiKey: anyCheck,
  headers: anyCheck,
  dangerouslyAllowBrowser: booleanCheck,
  insecureHosts: hostsCheck,
}

function parseBaseUrl(baseUrl: unknown, insecureHosts: readonly string[] | undefined): string {
  if (baseUrl === undefined || baseUrl === '') rejectInput('baseUrl', 'be set. Check its environment variable')
  if (typeof baseUrl !== 'string') rejectInput('baseUrl', `be a string. Got ${describeValue(baseUrl)}`)
  const parsed = readBaseAddress(baseUrl, insecureHosts)
  const version = /\/api(?:\/v1)?$/.exec(parsed)?.[0]
  if (version) rejectInput('baseUrl', `not end with ${version}, which the client adds. Remove it`)
  return parsed
}

declare const URL: new (url: string) => { readonly hostname: string }

/** Browsers have a `location`, and the `process` that bundlers add has no `pid`. jsdom under Node has both. */
function isBrowser(): boolean {
  const { location, process } = globalThis as PlatformGlobals
  return location !== undefined && process?.pid === undefined
}
