import { checkedOptions } from '../generated/validators.js'
import type { RateLimit } from '../http/rate-limit.js'
import type { LoggedRequest } from '../http/request-log.js'
import { findProblem } from '../service/schema-check.js'
import { demoSeed, parseSeed, type Seed } from '../service/seed.js'

/** Options of a mock server. All are optional. */
export interface MockServerOptions {
  /** Initial data: `demo` (the default) is a creator with a small shop. */
  readonly seed?: 'demo' | 'empty' | Seed
  /** `real`: system time. `manual` (the default): changes only when it is advanced. */
  readonly clock?: 'real' | 'manual'
  /** Initial time of a manual clock, in milliseconds since 1970, UTC. */
  readonly startMs?: number
  /** Default outcome of payments. */
  readonly defaultOutcome?: 'succeed' | 'fail' | 'pending'
  /** Delay until the buyer approves on the phone, in milliseconds; 2000 by default. */
  readonly approvalDelayMs?: number
  /** Maximum number of requests per key; unlimited by default. */
  readonly rateLimit?: RateLimit
  /** Seed of ids, faults and keys, for reproducible runs. */
  readonly randomSeed?: number
  /** Secret that signs tokens and derives keys. Set it if others can reach the server. */
  readonly secret?: string
  /**
   * Base URL of links in responses; by default that of the request. If it has a path, the path is removed from requests.
   */
  readonly baseUrl?: string
  /** Called after each request, with its redacted form. */
  readonly onRequest?: (request: LoggedRequest) => void
  /** Without a token, the control API accepts only loopback callers. With a token, it requires the token. */
  readonly control?: { readonly token?: string }
}

/**
 * Validates the options of a server.
 *
 * @returns The parsed seed.
 * @throws TypeError that names the option and its allowed values.
 */
export function readOptions(options: MockServerOptions): Seed | undefined {
  const problem = findProblem(checkedOptions, options, 'what a mock server takes')
  if (problem) throw new TypeError(`The option ${problem}`)
  // A schema cannot check functions.
  if (options.onRequest !== undefined && typeof options.onRequest !== 'function')
    throw new TypeError('The option onRequest must be a function.')
  const { seed = 'demo' } = options
  if (seed === 'empty') return undefined
  return seed === 'demo' ? demoSeed : parseSeed(seed)
}
