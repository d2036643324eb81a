import { checkedOptions } from '../generated/validators.js'
import type { RateLimit } from '../http/rate-limit.js'
import type { LoggedRequest } from '../http/request-log.js'
import { problemOf } from '../service/checked.js'
import { demoSeed, parseSeed, type Seed } from '../service/seed.js'

/** How a mock server behaves. Every option is optional. */
export interface MockServerOptions {
  /** The data at the start: `demo` (the default) is a creator with a small shop. */
  readonly seed?: 'demo' | 'empty' | Seed
  /** `real`: this machine's time. `manual` (the default): time stands still until you move it. */
  readonly clock?: 'real' | 'manual'
  /** Where a manual clock starts, in milliseconds since 1970, UTC. */
  readonly startMs?: number
  /** How a payment ends when nothing else decides it. */
  readonly defaultOutcome?: 'succeed' | 'fail' | 'pending'
  /** How long a buyer takes to approve on the phone, in milliseconds; 2000 by default. */
  readonly approvalDelayMs?: number
  /** How many requests a key may send; no limit by default. */
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
  /** The control API answers only this machine. With a token it answers only whoever sends the token. */
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
