import { checkedOptions } from '../generated/validators.js'
import type { RateLimit } from '../http/rate-limit.js'
import type { LoggedRequest } from '../http/request-log.js'
import { problemOf } from '../service/checked.js'
import { demoSeed, parseSeed, type Seed } from '../service/seed.js'

/** Options of a mock server. All are optional. */
export interface MockServerOptions {
  /** The data at the start: `demo` (the default) is a creator with a small shop. */
  readonly seed?: 'demo' | 'empty' | Seed
  /** `real`: system time. `manual` (the default): the time changes only when you set it. */
  readonly clock?: 'real' | 'manual'
  /** Where a manual clock starts, in milliseconds since 1970, UTC. */
  readonly startMs?: number
  /** Outcome of a payment that nothing else decides. */
  readonly defaultOutcome?: 'succeed' | 'fail' | 'pending'
  /** Delay until the buyer approves on the phone, in milliseconds; 2000 by default. */
  readonly approvalDelayMs?: number
  /** Maximum number of requests per key; unlimited by default. */
  readonly rateLimit?: RateLimit
  /** Makes ids, faults and keys repeat from run to run. */
  readonly randomSeed?: number
  /** Signs tokens and makes license keys. If others can reach the server, give one that they do not know. */
  readonly secret?: string
  /**
   * The address that links in answers start with; by default the one that the request was sent to. If it has a path,
   * the path is removed from requests.
   */
  readonly baseUrl?: string
  /** Called after each answered request, without its secrets. */
  readonly onRequest?: (request: LoggedRequest) => void
  /** Without a token, the control API accepts only loopback callers. With a token, it requires the token. */
  readonly control?: { readonly token?: string }
}

/**
 * Reads a server's options before anything is made.
 *
 * @returns The parsed seed.
 * @throws TypeError that names the option and its allowed values.
 */
export function readOptions(options: MockServerOptions): Seed | undefined {
  const problem = problemOf(checkedOptions, options, 'what a mock server takes')
  if (problem) throw new TypeError(`The option ${problem}`)
  // A schema cannot check functions.
  if (options.onRequest !== undefined && typeof options.onRequest !== 'function')
    throw new TypeError('The option onRequest must be a function.')
  const { seed = 'demo' } = options
  if (seed === 'empty') return undefined
  return seed === 'demo' ? demoSeed : parseSeed(seed)
}
