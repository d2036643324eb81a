import { readBaseAddress } from '@cedi/contract/base-address'
import { type HttpHeaders, mergeHeaders } from './headers.js'
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
 *   or if there is a key in a browser.
 */
export function createConnection(config: Config | PublicConfig): Connection {
  const { apiKey, dangerouslyAllowBrowser } = config as Config
  const baseUrl = readBaseAddress(`${config.baseUrl}`)
  const clientHeaders = { ...config.headers }

  const buildAuthorization = (): string => {
    if (isBrowser() && !dangerouslyAllowBrowser)
      rejectInput('apiKey', 'not be used in a browser, where every visitor can read it. Call from your server')
    const key: unknown = typeof apiKey === 'function' ? apiKey() : apiKey
    if (key === undefined) rejectInput('apiKey', 'be set. Check its environment variable')
    return `Bearer ${parseHeaderValue('apiKey', key)}`
  }
  const buildHeaders = ({ needsKey, hasBody, options = {} }: HeaderInput): HttpHeaders =>
    mergeHeaders(
      {
        Authorization: needsKey ? buildAuthorization() : undefined,
        Accept: 'application/json',
        'Content-Type': hasBody ? 'application/json' : undefined,
        'X-Service-Simulate': options.simulate ? 'true' : undefined,
        'Idempotency-Key':
          options.idempotencyKey === undefined ? undefined : parseHeaderValue('idempotencyKey', options.idempotencyKey),
      },
      options.headers,
      clientHeaders,
    )

  // Reads without options share one frozen object.
  const hasStaticKey = 'apiKey' in config && typeof apiKey !== 'function'
  const readHeaders = hasStaticKey ? buildHeaders({ needsKey: true, hasBody: false }) : undefined
  return {
    baseUrl,
    buildHeaders(input) {
      const isPlainRead = input.needsKey && !input.hasBody && !input.options
      return (isPlainRead && readHeaders) || buildHeaders(input)
    },
  }
}

/** Browsers have a `location`, and the `process` that bundlers add has no `pid`. jsdom under Node has both. */
function isBrowser(): boolean {
  const { location, process } = globalThis as PlatformGlobals
  return location !== undefined && process?.pid === undefined
}
