import { readBaseAddress } from '@cedi/contract/base-address'
import type { Headers } from './header.js'
import { joinHeaders } from './headers.js'
import { plainText, refuse } from './input.js'
import type { Config, PublicConfig } from './types.js'

// The platform's, by structure: no DOM types are asked of those who compile against this package.
interface Platform {
  readonly location?: unknown
  readonly process?: { readonly pid?: number }
}

/** What all requests of one config have in common. */
export interface Common {
  /** The base address, without a slash at its end. */
  readonly base: string
  /** The headers of a call that adds none. Such calls share this object. */
  readonly headers: Headers
  /**
   * The headers of a call that adds some.
   *
   * @param own - Those that the client sets for this call: the caller's never replace them.
   * @param given - Those that the caller gave for this call.
   */
  join(own?: Headers, given?: Headers): Headers
}

/**
 * A config that has been looked at. Made by {@link connect}; calls take it in place of a config.
 *
 * @param needsKey - Whether the operation needs the key. A key by function is asked each time.
 */
export type Connection = (needsKey: boolean) => Common

function authorization(apiKey: unknown, allowed: boolean | undefined): Headers {
  // Browsers have a location, and no stand-in for `process` that they are given has a pid. jsdom under Node has both.
  const { location, process } = globalThis as Platform
  if (location && !process?.pid && !allowed)
    refuse('apiKey', 'not be in a browser, where every visitor can read it. Call from your server')
  if (apiKey === undefined) refuse('apiKey', 'be set: look at its environment variable')
  return { Authorization: `Bearer ${plainText('apiKey', apiKey)}` }
}

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
  const common = (key?: Headers): Common => {
    const join = (own?: Headers, given?: Headers): Headers =>
      joinHeaders({ ...key, Accept: 'application/json', ...own }, given, extra)
    return { base, headers: join(), join }
  }
  const withKey = (key: unknown): Common => common(authorization(key, dangerouslyAllowBrowser))
  let keyed: Common | undefined
  return (needsKey) => {
    if (!needsKey) return common()
    if (typeof apiKey === 'function') return withKey(apiKey())
    keyed ??= withKey(apiKey)
    return keyed
  }
}
