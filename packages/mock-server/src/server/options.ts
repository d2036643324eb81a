import type { RateLimit } from '../http/rate-limit.js'
import type { LoggedRequest } from '../http/request-log.js'
import { latestMs } from '../service/clock.js'
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

const isWhole = (value: unknown, least: number, most: number): boolean =>
  Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most

const rules: { readonly [Name in keyof MockServerOptions]?: readonly [(value: never) => boolean, string] } = {
  clock: [(value: string) => value === 'real' || value === 'manual', 'real or manual'],
  startMs: [(value: number) => isWhole(value, 0, latestMs), 'milliseconds from 1970 to the year 9999'],
  defaultOutcome: [(value: string) => ['succeed', 'fail', 'pending'].includes(value), 'succeed, fail or pending'],
  approvalDelayMs: [(value: number) => isWhole(value, 0, 3_600_000), 'milliseconds from 0 to 3600000'],
  rateLimit: [
    ({ requests, seconds }: RateLimit) => isWhole(requests, 1, 1e6) && isWhole(seconds, 1, 1e5),
    '{ requests, seconds }, both whole numbers from 1',
  ],
  randomSeed: [(value: number) => isWhole(value, 0, 2 ** 32 - 1), 'a whole number from 0 to 4294967295'],
  secret: [(value: string) => typeof value === 'string' && value !== '', 'a text'],
  baseUrl: [
    (value: string) => typeof value === 'string' && /^https?:\/\/[\w.:[\]-]+(?:\/[\w.-]+)*\/?$/.test(value),
    'an http or https address without a query',
  ],
  control: [({ token }: { token?: string }) => token === undefined || token !== '', '{ token } with a token'],
}

/**
 * Reads the options of a server before anything is made of them.
 *
 * @returns The seed, read.
 * @throws TypeError that names the option and what it may be.
 */
export function readOptions(options: MockServerOptions): Seed | undefined {
  const known = [...Object.keys(rules), 'seed', 'onRequest']
  for (const name of Object.keys(options))
    if (!known.includes(name))
      throw new TypeError(`The option ${name.slice(0, 40)} is not known. Did you mean ${nearest(name, known)}?`)
  for (const [name, [isFine, words]] of Object.entries(rules)) {
    const value = options[name as keyof MockServerOptions]
    if (value !== undefined && !isFine(value as never)) throw new TypeError(`The option ${name} must be ${words}.`)
  }
  const { seed = 'demo' } = options
  if (seed === 'empty') return undefined
  return seed === 'demo' ? demoSeed : parseSeed(seed)
}

/** The name that takes the fewest letters to change. */
function nearest(name: string, known: readonly string[]): string {
  const [best = ''] = [...known].sort((a, b) => distance(name.slice(0, 40), a) - distance(name.slice(0, 40), b))
  return best
}

/** How many letters to add, take away or change from one to the other, whatever their case. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at)
  for (let at = 0; at < from.length; at++) {
    const next = [at + 1]
    for (let other = 0; other < to.length; other++) {
      const isSame = from[at]?.toLowerCase() === to[other]?.toLowerCase()
      next.push(Math.min((row[other] ?? 0) + (isSame ? 0 : 1), (row[other + 1] ?? 0) + 1, (next[other] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
