import { localServiceUrl } from '@cedi/contract/local-service'
import { removeTrailingSlashes } from '@cedi/contract/trailing-slashes'
import type { PaymentRow, Reader, Store } from '../ledger/index.js'
import type { Clock } from './clock.js'
import { formatId, type IdKind } from './ids.js'
import type { KnownMerchants } from './known-merchants.js'
import type { Claim, Outcomes } from './outcomes/queue.js'
import type { Scenario } from './outcomes/scenarios.js'
import type { Queue } from './queue.js'

/** Encrypts the wallet number of a payment with the server's secret. @decision 0018 */
export type SealPhone = (
  secret: string,
  payment: Pick<PaymentRow, 'merchant' | 'id' | 'created_ms'>,
  phone: string,
) => string

/** The context of all use cases of one mock server. */
export interface Context {
  readonly store: Store
  readonly clock: Clock
  /** Outcomes that were queued for the next payments. */
  readonly outcomes: Outcomes
  /** Serializes the writes of a merchant. */
  readonly inTurn: Queue
  /** Merchants that are known without reading the store. */
  readonly merchants: KnownMerchants
  readonly defaultOutcome: Scenario
  /** Delay until the buyer approves on the phone. */
  readonly approvalDelayMs: number
  /** Requests with an Idempotency-Key that have not finished. */
  readonly running: Set<string>
  /** Deletes a merchant's expired idempotency keys, at most once an hour. Never fails. */
  readonly cleanUp: (merchant: string, nowMs: number) => Promise<void>
  /** Signs tokens and derives keys. Never shown. */
  readonly secret: string
  /** Creates the fingerprint of a body with the secret. */
  readonly createFingerprint: (text: string) => string
  /** Whether the secret was configured. If so, it outlives the server, and license keys must not repeat after a reset. */
  readonly isSecretConfigured: boolean
  /** Whether the server serves receipt pages. */
  readonly hasReceipts: boolean
  /** Encrypts the wallet number of a payment. Undefined without the desk that shows it: the number is not stored. */
  readonly sealPhone: SealPhone | undefined
  /** Seed of ids and faults. */
  readonly seed: number
  /** The configured base URL. */
  readonly baseUrl: string | undefined
  /** URL of the port, for requests with only a path. */
  listeningUrl: string | undefined
}

/** Returns a context with the reader of a planner, which records the reads. */
export const withReader = (context: Context, reader: Reader): Context => ({
  ...context,
  store: { get: reader.get, list: reader.list, commit: context.store.commit },
})

/** The parts of a request that use cases read. */
export interface CallerRequest {
  /** Scheme and host of the request; empty if the description has only a path. */
  readonly origin: string
  /** Base URL of the caller, if the transport knows it. */
  readonly baseUrl: string | undefined
  /** By lower-case name. */
  readonly headers: ReadonlyMap<string, string>
}

/** An authorized request to an operation. */
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

// The host of a request is part of headers and links, so only a name and a port are accepted.
const originPattern = /^https?:\/\/[\w.:[\]-]{1,255}$/i

/** Returns the base URL of links in responses. */
export const getBaseUrl = ({ context, request }: Pick<Call, 'context' | 'request'>): string =>
  request.baseUrl ??
  context.baseUrl ??
  (originPattern.test(request.origin) ? request.origin : (context.listeningUrl ?? localServiceUrl))

/** Returns the path of a base URL; empty if it has none. */
export const getPath = (baseUrl: string): string =>
  removeTrailingSlashes(baseUrl.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, '').replace(/[?#].*/s, ''))

/** Returns the path of the base URL of a call, for links in pages; empty if it has none. */
export const getBasePath = (call: Pick<Call, 'context' | 'request'>): string => getPath(getBaseUrl(call))

/** Generates a merchant's ids. The counter is incremented when the plan is committed. @decision 0011 */
export interface Ids {
  next(kind: IdKind): string
  /** Returns the step for the plan; empty without new ids. */
  steps(): { counters: readonly { name: string; from: number; to: number }[] }
}

/**
 * Creates ids for simulations. They contain letters that real ids never contain.
 *
 * @decision 0011
 */
export function simulatedIds(): Ids {
  let count = 0
  return { next: (kind) => `${kind}_simulated${++count}`, steps: () => ({ counters: [] }) }
}

const counter = 'ids'

/** Reads a merchant's id counter. */
export async function readIds({ store, seed }: Context, merchant: string): Promise<Ids> {
  const from = (await store.get('counters', merchant, counter))?.value ?? 0
  let to = from
  return {
    next: (kind) => formatId(kind, merchant, ++to, seed),
    steps: () => ({ counters: to > from ? [{ name: counter, from, to }] : [] }),
  }
}
