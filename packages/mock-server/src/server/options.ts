import {
  checkOptions,
  functionCheck,
  integerCheck,
  type OptionCheck,
  type OptionChecks,
  objectCheck,
  oneOfCheck,
} from '@cedi/contract/options'
import type { RateLimit } from '../http/rate-limit.js'
import type { LoggedRequest } from '../http/request-log.js'
import { latestMs } from '../service/clock.js'
import { demoSeed, parseSeed, type Seed } from '../service/seed.js'

/** Options of a mock server. All are optional. */
export interface MockServerOptions {
  /** Initial data: `demo` (the default) is a creator with a small shop. */
  readonly seed?: 'demo' | 'empty' | Seed | undefined
  /** `real`: system time. `manual` (the default): changes only when it is advanced. */
  readonly clock?: 'real' | 'manual' | undefined
  /** Initial time of a manual clock, in milliseconds since 1970, UTC. */
  readonly startMs?: number | undefined
  /** Default outcome of payments. */
  readonly defaultOutcome?: 'succeed' | 'fail' | 'pending' | undefined
  /** Delay until the buyer approves on the phone, in milliseconds; 2000 by default. */
  readonly approvalDelayMs?: number | undefined
  /** Maximum number of requests per key; unlimited by default. */
  readonly rateLimit?: RateLimit | undefined
  /** Seed of ids, faults and keys, for reproducible runs. */
  readonly randomSeed?: number | undefined
  /** Secret that signs tokens and derives keys. Set it if others can reach the server. */
  readonly secret?: string | undefined
  /**
   * Base URL of links in responses; by default that of the request. If it has a path, the path is removed from requests.
   */
  readonly baseUrl?: string | undefined
  /** Called after each request, with its redacted form. */
  readonly onRequest?: ((request: LoggedRequest) => void) | undefined
  /**
   * Addresses of proxies on the way to this server, such as `127.0.0.1`. Only they may name the address of a caller in
   * `X-Forwarded-For`, by which requests without a key are limited.
   */
  readonly trustedProxies?: readonly string[] | undefined
  /** Token that the control API requires. Without one, callers in the process need none, and those of a port a random one. */
  readonly control?: { readonly token?: string | undefined } | undefined
}

const secretCheck: OptionCheck = {
  requirement: 'be a string that is not empty',
  accepts: (value) => typeof value === 'string' && value !== '',
}
/** Check of a base URL. Its characters are safe in HTML and in headers. */
export const baseUrlCheck: OptionCheck = {
  requirement: 'be an http or https URL without a query, such as https://pay.example',
  accepts: (value) => typeof value === 'string' && /^https?:\/\/[\w.:[\]-]+(?:\/[\w.-]+)*\/?$/i.test(value),
}
const optionChecks: OptionChecks & Record<keyof MockServerOptions, OptionCheck> = {
  seed: {
    requirement: 'be demo, empty or a seed',
    // `parseSeed` validates a seed.
    accepts: (value) => value === 'demo' || value === 'empty' || objectCheck.accepts(value),
  },
  clock: oneOfCheck('real', 'manual'),
  startMs: integerCheck(0, latestMs),
  defaultOutcome: oneOfCheck('succeed', 'fail', 'pending'),
  approvalDelayMs: integerCheck(0, 3_600_000),
  rateLimit: objectCheck,
  randomSeed: integerCheck(0, 2 ** 32 - 1),
  secret: secretCheck,
  baseUrl: baseUrlCheck,
  onRequest: functionCheck,
  trustedProxies: {
    requirement: 'be a list of IP addresses',
    accepts: (value) =>
      Array.isArray(value) && value.every((one) => typeof one === 'string' && /^[\da-f.:]+$/i.test(one)),
  },
  control: objectCheck,
}
const rateLimitChecks: OptionChecks = { requests: integerCheck(1, 1_000_000), seconds: integerCheck(1, 100_000) }

/**
 * Validates the options of a server.
 *
 * @param owner - Name of the function that receives them.
 * @param extraChecks - Options of the extension.
 * @throws TypeError that names the option and its allowed values.
 */
export function checkServerOptions(owner: string, options: unknown, extraChecks: OptionChecks = {}): void {
  checkOptions(owner, options, { ...optionChecks, ...extraChecks })
  const { rateLimit, control } = (options ?? {}) as MockServerOptions
  if (rateLimit) checkOptions('rateLimit', rateLimit, rateLimitChecks, ['requests', 'seconds'])
  if (control) checkOptions('control', control, { token: secretCheck })
}

/** Parses the initial data of a server. @throws TypeError if it is invalid. */
export function readInitialSeed({ seed = 'demo' }: MockServerOptions): Seed | undefined {
  if (seed === 'empty') return undefined
  return seed === 'demo' ? demoSeed : parseSeed(seed)
}
