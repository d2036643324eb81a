import { readBaseAddress } from '@cedi/contract/base-address'
import { anyCheck, booleanCheck, checkOptions, describeValue, type OptionCheck } from '@cedi/contract/options'
import { createHeaders, type HeaderEntry, type HttpHeaders, parseHeaders, toHeaderEntry } from './headers.js'
import { isUserDevice, splitUrl } from './platform.js'
import type { Config, PublicConfig, WriteOptions } from './types.js'
import { parseHeaderValue, rejectInput } from './validation.js'

/** Properties of a call that determine its headers. */
interface HeaderInput {
  /** Whether the operation requires the API key. */
  readonly needsKey: boolean
  /** Whether the call has a JSON body. */
  readonly hasBody: boolean
  /** Options of the call. */
  readonly options?: WriteOptions | undefined
}

/** Key of one client. */
interface ParsedKey {
  readonly isTestKey: boolean
  readonly header: HeaderEntry
}

/** Validated configuration of one client. */
export interface Connection {
  /**
   * Returns the base URL without a trailing slash.
   *
   * @throws TypeError if a function of the configuration returns an invalid base URL.
   */
  getBaseUrl(): string
  /**
   * Builds the headers of a call.
   *
   * @throws TypeError if the key or the idempotency key is invalid, or if there is a key in a browser.
   */
  buildHeaders(input: HeaderInput): HttpHeaders
}

/**
 * Validates a configuration. Sends nothing. Strings are validated immediately, the results of functions on each call.
 *
 * @param config - Base URL, key and headers.
 * @throws TypeError if the base URL is not https (or http on localhost), if the key is missing or contains a space,
 *   if there is a key in a browser, or if an option is unknown or has the wrong type.
 */
export function createConnection(config: Config | PublicConfig): Connection {
  if (config === undefined || config === null)
    throw new TypeError(`Pass an object to createClient, such as { baseUrl, apiKey }. Got ${describeValue(config)}.`)
  checkOptions('createClient', config, configChecks)
  const { apiKey, dangerouslyAllowBrowser, insecureHosts } = config as Config
  const getBaseUrl = createBaseUrlReader(config.baseUrl, insecureHosts)
  // A copy, which later changes to the configuration do not affect.
  const clientHeaders = parseHeaders(config.headers)
  // A static key is parsed once.
  let staticKey: ParsedKey | undefined

  const readKey = (): ParsedKey => {
    if (isUserDevice() && !dangerouslyAllowBrowser)
      rejectInput('apiKey', 'not be used in a browser or an app, whose users can read it. Call from your server')
    if (staticKey) return staticKey
    const text: unknown = typeof apiKey === 'function' ? apiKey() : apiKey
    checkIsSet('apiKey', text)
    const value = parseHeaderValue('apiKey', text, ', for example from the variable CEDI_API_KEY')
    const key = {
      isTestKey: /^sk_(?:test|issued)_/.test(value),
      header: toHeaderEntry('Authorization', `Bearer ${value}`),
    }
    if (typeof apiKey !== 'function') staticKey = key
    return key
  }
  const buildAuthorization = (): HeaderEntry => {
    const { isTestKey, header } = readKey()
    if (insecureHosts && !isTestKey && isInsecureUrl(getBaseUrl(), insecureHosts))
      rejectInput('apiKey', 'be a test key (sk_test_…), because insecureHosts sends it without encryption')
    return header
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

  const isStaticUrl = typeof config.baseUrl !== 'function'
  if (isStaticUrl) getBaseUrl()
  if ('apiKey' in config && typeof apiKey !== 'function') (isStaticUrl ? buildAuthorization : readKey)()
  return { getBaseUrl, buildHeaders }
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

/** Rejects an empty value, which an environment variable that is not set leaves. */
function checkIsSet(name: 'baseUrl' | 'apiKey', value: unknown): void {
  const variable = name === 'apiKey' ? 'CEDI_API_KEY' : 'CEDI_URL'
  if (value === undefined || value === null || value === '')
    rejectInput(name, `be set. Got ${describeValue(value)}. Check the variable it comes from, such as ${variable}`)
  if (typeof value !== 'string') rejectInput(name, `be a string or return one. Got ${describeValue(value)}`)
}

/** Creates a function that returns the base URL, and parses it again only if it has changed. */
function createBaseUrlReader(
  baseUrl: string | (() => string),
  insecureHosts: readonly string[] | undefined,
): () => string {
  let text: string
  let parsed: string
  return () => {
    const current = typeof baseUrl === 'function' ? baseUrl() : baseUrl
    if (parsed === undefined || current !== text) {
      parsed = parseBaseUrl(current, insecureHosts)
      text = current
    }
    return parsed
  }
}

function parseBaseUrl(baseUrl: string, insecureHosts: readonly string[] | undefined): string {
  checkIsSet('baseUrl', baseUrl)
  const parsed = readBaseAddress(baseUrl, insecureHosts)
  const version = /\/api(?:\/v1)?$/.exec(parsed)?.[0]
  if (version) rejectInput('baseUrl', `not end with ${version}, which the client adds. Remove it`)
  return parsed
}

const isInsecureUrl = (baseUrl: string, insecureHosts: readonly string[]): boolean =>
  baseUrl.startsWith('http:') && insecureHosts.includes(splitUrl(baseUrl).host.replace(/:\d+$/, ''))
