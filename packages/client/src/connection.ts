import { type BaseAddressProblem, readBaseAddress } from '@cedi/contract/base-address'
import { type Headers, joinHeaders } from './headers.js'
import { plainText } from './input.js'
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
  /** The headers that the client sets: the caller's never replace them. */
  readonly own: Headers
  /** The headers that the caller gave for every call. */
  readonly extra: Headers | undefined
  /** Both joined. Requests without headers of their own share this object. */
  readonly headers: Headers
}

/**
 * A config that has been looked at. Made by {@link connect}; calls take it in place of a config.
 *
 * @param needsKey - Whether the operation needs the key. A key by function is asked each time.
 */
export type Connection = (needsKey: boolean) => Common

const addressProblems: Record<BaseAddressProblem, string> = {
  scheme: 'something else',
  machine: 'a http:// address of another machine',
  form: 'an @, ? or #, or what browsers write otherwise',
}

function addressOf(baseUrl: unknown): string {
  const { base, problem } = readBaseAddress(`${baseUrl}`)
  if (problem)
    throw TypeError(
      `baseUrl must start with https:// (http:// is allowed for localhost only). Got ${addressProblems[problem]}.`,
    )
  return base
}

/** Browsers have a location, and no stand-in for `process` that they are given has a pid. jsdom under Node has both. */
const isBrowser = (): boolean => {
  const { location, process } = globalThis as Platform
  return !!location && !process?.pid
}

function authorization(apiKey: unknown, allowed: boolean | undefined): string {
  if (isBrowser() && !allowed)
    throw TypeError('apiKey must not be in a browser, where every visitor can read it. Call from your server.')
  if (apiKey === undefined) throw TypeError('apiKey is missing. Is its environment variable set?')
  return `Bearer ${plainText('apiKey', apiKey)}`
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
  const { apiKey, dangerouslyAllowBrowser } = config as Config
  const base = addressOf(config.baseUrl)
  const extra = config.headers && joinHeaders(config.headers)
  const common = (own: Headers): Common => ({ base, own, extra, headers: joinHeaders(own, extra) })
  const withKey = (key: unknown): Common =>
    common({ Authorization: authorization(key, dangerouslyAllowBrowser), Accept: 'application/json' })

  const open = common({ Accept: 'application/json' })
  if (typeof apiKey === 'function') return (needsKey) => (needsKey ? withKey(apiKey()) : open)
  let keyed: Common | undefined
  return (needsKey) => {
    if (!needsKey) return open
    keyed ??= withKey(apiKey)
    return keyed
  }
}
