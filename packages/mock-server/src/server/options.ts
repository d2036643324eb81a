import { checkedOptions } from '../generated/validators.js'
import type { RateLimit } from '../http/rate-limit.js'
import type { LoggedRequest } from '../http/request-log.js'
import { problemOf } from '../service/checked.js'
import { demoSeed, parseSeed, type Seed } from '../service/seed.js'

/** How a mock server behaves. Everything may be left out. */
export interface MockServerOptions {
  /** What is there at the start: `demo` (the default) is a creator with a small shop. */
  readonly seed?: 'demo' | 'empty' | Seed
  /** `real`: the time of this machine. `manual` (the default): time stands still until it is moved. */
  readonly clock?: 'real' | 'manual'
  /** Where a manual clock starts, in milliseconds since 1970, UTC. */
  readonly startMs?: number
  /** How a payment goes when nothing else decides it. */
  readonly defaultOutcome?: 'succeed' | 'fail' | 'pending'
  /** How long a buyer takes to approve on the phone, in milliseconds; 2000 when left out. */
  readonly approvalDelayMs?: number
  /** How many requests a key may send; no limit when left out. */
  readonly rateLimit?: RateLimit
  /** Makes ids, faults and keys repeat from run to run. */
  readonly randomSeed?: number
  /** Signs tokens and makes license keys. Give one that others do not know when others reach the server. */
  readonly secret?: string
  /**
   * The address that links in answers start with; by default the one that the request was sent to. When it has a
   * path, that path is taken off the requests.
   */
  readonly baseUrl?: string
  /** Called with each request that was answered; secrets are taken out. */
  readonly onRequest?: (request: LoggedRequest) => void
  /** The control API answers to this machine only. With a token it answers to whoever sends it, and to nobody else. */
  readonly control?: { readonly token?: string }
}

/**
 * Reads the options of a server before anything is made of them.
 *
 * @returns The seed, read.
 * @throws TypeError that names the option and what it may be.
 */
export function readOptions(options: MockServerOptions): Seed | undefined {
  const problem = problemOf(checkedOptions, options, 'what a mock server takes')
  if (problem) throw new TypeError(`The option ${problem}`)
  // No schema knows functions.
  if (options.onRequest !== undefined && typeof options.onRequest !== 'function')
    throw new TypeError('The option onRequest must be a function.')
  const { seed = 'demo' } = options
  if (seed === 'empty') return undefined
  return seed === 'demo' ? demoSeed : parseSeed(seed)
}
