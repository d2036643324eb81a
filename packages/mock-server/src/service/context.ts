import type { Reader, Store } from '@cedi/ledger'
import type { Clock } from './clock.js'
import { formatId, type IdKind } from './ids.js'
import type { KnownMerchants } from './known-merchants.js'
import type { Claim, Outcomes } from './outcomes/queue.js'
import type { Scenario } from './outcomes/scenarios.js'
import type { Turns } from './turns.js'

/** What every use case of one mock server shares. */
export interface Context {
  readonly store: Store
  readonly clock: Clock
  /** Outcomes that were queued for the next payments. */
  readonly outcomes: Outcomes
  /** Lets the writes of a merchant follow each other. */
  readonly inTurn: Turns
  /** Whom it knows without asking its store. */
  readonly merchants: KnownMerchants
  readonly defaultOutcome: Scenario
  /** How long a buyer takes to approve on the phone. */
  readonly approvalDelayMs: number
  /** Requests with an Idempotency-Key that have not finished. */
  readonly running: Set<string>
  /** Takes away a merchant's answers whose Idempotency-Keys are no longer remembered. */
  readonly forget: (merchant: string, nowMs: number) => Promise<unknown>
  /** Signs tokens and makes license keys. Never shown. */
  readonly secret: string
  /** What is kept of a body to know it again, made with the secret. */
  readonly fingerprintOf: (text: string) => string
  /** Whether the secret was given: then nothing that it makes is to be made a second time. */
  readonly hasOwnSecret: boolean
  /** Whether it has the page of a receipt. */
  readonly hasReceipts: boolean
  /** Makes ids and faults repeat. */
  readonly seed: number
  /** The address that the server was set to. */
  readonly baseUrl: string | undefined
  /** Where it listens now: for what was asked by a path alone. */
  listensAt: string | undefined
}

/** The same for one planner: what it reads is noted, so that a refusal is made of rows that were there together. */
export const readingBy = (context: Context, reader: Reader): Context => ({
  ...context,
  store: { get: reader.get, list: reader.list, commit: context.store.commit },
})

/** What a use case reads of the request that it serves. */
export interface Served {
  /** Scheme and host as the caller wrote them; empty when the description had a path only. */
  readonly origin: string
  /** The base address that the caller was set to, when the transport knows it. */
  readonly baseUrl: string | undefined
  /** By lower-case name. */
  readonly headers: ReadonlyMap<string, string>
}

/** One request of an operation, by somebody who may make it. */
export interface Call<Request extends Served = Served> {
  readonly context: Context
  readonly request: Request
  readonly merchant: string
  /** `{ref}` or `{id}` of the path. */
  readonly parameter: string
  readonly nowMs: number
  /** The queued outcome that it may use up. */
  readonly outcome: Claim
}

// What a caller says of itself goes into a header and into links: nothing but a name and a port.
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
    .replace(/[?#].*$/s, '')
    .replace(/\/+$/, '')

/** The path of that address, for links of pages; empty when it has none. */
export const rootOf = (call: Pick<Call, 'context' | 'request'>): string => pathOf(baseUrlOf(call))

/** Hands out the next ids of a merchant; the counter moves only when the plan is committed. @decision 0011 */
export interface Ids {
  next(kind: IdKind): string
  /** The step for the plan; none when no id was taken. */
  steps(): { counters: readonly { name: string; from: number; to: number }[] }
}

/**
 * Ids for what is only tried out: they say so, and no record ever gets one. Their letters are not in the alphabet of
 * the others.
 *
 * @decision 0011
 */
export function simulatedIds(): Ids {
  let taken = 0
  return { next: (kind) => `${kind}_simulated${++taken}`, steps: () => ({ counters: [] }) }
}

const counter = 'ids'

/** Reads where the ids of a merchant stand. */
export async function takeIds({ store, seed }: Context, merchant: string): Promise<Ids> {
  const from = (await store.get('counters', merchant, counter))?.value ?? 0
  let to = from
  return {
    next: (kind) => formatId(kind, merchant, ++to, seed),
    steps: () => ({ counters: to > from ? [{ name: counter, from, to }] : [] }),
  }
}
