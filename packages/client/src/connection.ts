import { readBaseAddress } from '@cedi/contract/base-address'
import type { Headers } from './header.js'
import { joinHeaders } from './headers.js'
import { plainText, refuse } from './input.js'
import type { Config, PublicConfig, WriteOptions } from './types.js'

// The platform's, by structure: no DOM types are asked of those who compile against this package.
interface Platform {
  readonly location?: unknown
  readonly process?: { readonly pid?: number }
}

/** What the calls of one config have in common. */
export interface Common {
  /** The base address, without a slash at its end. */
  readonly base: string
  /** The headers of a call. */
  readonly headers: Headers
}

/**
 * A config that has been looked at. Made by {@link connect}; calls take it in place of a config.
 *
 * @param needsKey - Whether the operation needs the key. A key by function is asked each time.
 * @param body - The body of the call as JSON text.
 * @param options - The options of the call. Calls with neither share their headers.
 */
export type Connection = (needsKey: boolean, body?: string, options?: WriteOptions) => Common

/**
 * Looks at a config once: its address, its key, and where it runs. Sends nothing.
 *
 * @param config - Where the service is, and the key.
 * @returns What the functions of this module take in place of the config.
 * @throws TypeError when the address is not https (or http on this machine), when the key is missing or has a space,
 *   or when there is a key in a browser. A key by function is looked at when it is used.
 */
export function connect(config: Config | PublicConfig): Connection {
  const { baseUrl, apiKey, headers, dangerouslyAllowBrowser } = config as Config
  const base = readBaseAddress(`${baseUrl}`)
  const extra = { ...headers }
  const authorization = (): string => {
    // Browsers have a location, and no stand-in for `process` that they are given has a pid. jsdom under Node has both.
    const { location, process } = globalThis as Platform
    if (location && !process?.pid && !dangerouslyAllowBrowser)
      refuse('apiKey', 'not be in a browser, where every visitor can read it. Call from your server')
    const key: unknown = typeof apiKey === 'function' ? apiKey() : apiKey
    if (key === undefined) refuse('apiKey', 'be set: look at its environment variable')
    return `Bearer ${plainText('apiKey', key)}`
  }
  const join = (
    needsKey: boolean,
    body?: string,
    { simulate, idempotencyKey, headers }: WriteOptions = {},
  ): Common => ({
    base,
    headers: joinHeaders(
      {
        Authorization: needsKey ? authorization() : undefined,
        Accept: 'application/json',
        'Content-Type': body && 'application/json',
        'X-Service-Simulate': simulate ? 'true' : undefined,
        'Idempotency-Key': idempotencyKey === undefined ? undefined : plainText('idempotencyKey', idempotencyKey),
      },
      headers,
      extra,
    ),
  })
  let shared: Common | undefined
  return (needsKey, body, options) => {
    if (!needsKey || body || options || typeof apiKey === 'function') return join(needsKey, body, options)
    shared ??= join(true)
    return shared
  }
}
