import type { Reader, Store } from '@cedi/ledger'
import type { Clock } from './clock.js'
import { formatId, type IdKind } from './ids.js'
import type { KnownMerchants } from './known-merchants.js'
import type { Claim, Outcomes } from './outcomes/queue.js'
import type { Scenario } from './outcomes/scenarios.js'
import type { Turns } from './turns.js'

/** The context of all use cases of one mock server. */
export interface Context {
  readonly store: Store
  readonly clock: Clock
  /** Outcomes that were queued for the next payments. */
  readonly outcomes: Outcomes
  /** Runs a merchant's writes one after the other. */
  readonly inTurn: Turns
  /** The merchants that it knows without asking its store. */
  readonly merchants: KnownMerchants
  readonly defaultOutcome: Scenario
  /** Delay until the buyer approves on the phone. */
  readonly approvalDelayMs: number
  /** Requests with an Idempotency-Key that have not finished. */
  readonly running: Set<string>
  /** Deletes a merchant's expired idempotency keys, at most once an hour. Never fails. */
  readonly cleanUp: (merchant: string, nowMs: number) => Promise<void>
  /** Signs tokens and makes license keys. Never shown. */
  readonly secret: string
  /** A body's fingerprint, made with the secret. */
  readonly fingerprintOf: (text: string) => string
  /** Whether the secret was given: then it must never make the same key twice. */
  readonly hasOwnSecret: boolean
  /** Whether it has the page of a receipt. */
  readonly hasReceipts: boolean
  /** Makes ids and faults repeatable. */
  readonly seed: number
  /** The server's configured address. */
  readonly baseUrl: string | undefined
  /** Where it listens now, for requests that gave only a path. */
  listensAt: string | undefined
}

/** Returns a context with the reader of a planner, which records the reads. */
export const withReader = (context: Context, reader: Reader): Context => ({
  ...context,
  store: { get: reader.get, list: reader.list, commit: context.store.commit },
})

/** The parts of a request that use cases read. */
export interface CallerRequest {
  /** Scheme and host as the caller wrote them; empty when the description had only a path. */
  readonly origin: string
  /** The caller's base address, if the transport knows it. */
  readonly baseUrl: string | undefined
  /** By lower-case name. */
  readonly headers: ReadonlyMap<string, string>
}

/** One permitted request of an operation. */
export interface Call<Request extends CallerRequest = CallerRequest> {
  readonly context: Context
  readonly request: Request
  readonly merchant: string
  /** `{ref}` or `{id}` of the path. */
  readonly parameter: string
  readonly nowMs: number
  /** The queued outcome that it may use. */
  readonly outcome: Claim
}

// A caller's host goes into a header and into links, so only a name and a port are accepted.
const isOrigin = /^https?:\/\/[\w.:[\]-]{1,255}$/i

/** The address that links in answers start with. */
export const baseUrlOf = ({ context, request }: Pick<Call, 'context' | 'request'>): string =>
  request.baseUrl ??
  context.baseUrl ??
  (isOrigin.test(request.origin) ? request.origin : (context.listensAt ?? 'http://127.0.0.1:4010'))

/** The path of a base address: empty when it has none. */
export const pathOf = (baseUrl: string): string =>
  baseUrl
    .replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, '')
    .replace(/[?#].*/s, '')
    .replace(/\/+$/, '')

/** The path of that address, for links of pages; empty when it has none. */
export const rootOf = (call: Pick<Call, 'context' | 'request'>): string => pathOf(baseUrlOf(call))

/** Gives a merchant's next ids. The counter moves only when the plan is committed. @decision 0011 */
export interface Ids {
  next(kind: IdKind): string
  /** The step for the plan; none if no id was taken. */
  steps(): { counters: readonly { name: string; from: number; to: number }[] }
}

/**
 * Ids for simulations: recognisable, and never given to a record. Their letters are not in the alphabet of the others.
 *
 * @decision 0011
 */
export function simulatedIds(): Ids {
  let taken = 0
  return { next: (kind) => `${kind}_simulated${++taken}`, steps: () => ({ counters: [] }) }
}

const counter = 'ids'

/** Reads a merchant's id counter. */
export async function takeIds({ store, seed }: Context, merchant: string): Promise<Ids> {
  const from = (await store.get('counters', merchant, counter))?.value ?? 0
  let to = from
  return {
    next: (kind) => formatId(kind, merchant, ++to, seed),
    steps: () => ({ counters: to > from ? [{ name: counter, from, to }] : [] }),
  }
}
