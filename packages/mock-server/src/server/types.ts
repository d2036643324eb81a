import type { Routes } from '../api/control/call.js'
import type { RoutedResponse } from '../api/router.js'
import type { Faults } from '../http/faults.js'
import type { IncomingRequest, RequestDescription } from '../http/request.js'
import type { RequestLog } from '../http/request-log.js'
import type { HttpResponse } from '../http/response.js'
import type { Store } from '../ledger/index.js'
import type { Context, SealPhone } from '../service/context.js'
import type { Scenario } from '../service/outcomes/scenarios.js'
import type { PersistentStore } from './shared-state.js'
import type { ServerSnapshot } from './snapshot.js'

/** Error for a connection that a fault dropped. */
export class ConnectionDropped extends Error {
  override readonly name = 'ConnectionDropped'
  /** Code to branch on. */
  readonly code = 'ECONNRESET'

  /** Returns whether a value is a `ConnectionDropped`, also of another entry point or copy of this package. */
  static override [Symbol.hasInstance](value: unknown): value is ConnectionDropped {
    return (value as { readonly name?: unknown } | null | undefined)?.name === 'ConnectionDropped'
  }
}

/** Request context supplied by the transport. Defaults to an untrusted caller. @decision 0023 */
export interface RequestContext {
  /** Whether the caller is in the process of the server. Only such callers may use the control API without a token. */
  readonly isTrusted: boolean
  /** Network address of a caller on a port. Requests without a key are limited by it. */
  readonly address?: string | undefined
  /** Base URL of the caller. Links in responses start with it, and its path is removed from requests. */
  readonly baseUrl?: string
}

/** A server that listens on a port. */
export interface Listening {
  /** The address. */
  readonly url: string
  /** The port; 0 picks a free one. */
  readonly port: number
  /** Token of the control API on this port: the configured one, or a random one. */
  readonly controlToken: string
  /** Stops after the open requests. */
  close(): Promise<void>
}

/** The queued outcomes of a merchant's next payments. */
export interface QueuedOutcomes {
  /** The merchant. */
  readonly merchant: string
  /** All queued outcomes, the next one first. */
  readonly outcomes: readonly Scenario[]
}

/** Options of `@cedi/client/settle` that connect it to a mock server. */
export interface SettleOptions {
  /** Sends a request to the mock server. */
  readonly fetch: MockServer['fetch']
  /** Time of the mock server, in milliseconds since 1970. */
  readonly nowMs: () => number
  /** Advances a manual clock instead of waiting. With a real clock it waits. */
  readonly sleep: (ms: number) => Promise<void>
}

/** The whole service on your machine. @decision 0023 */
export interface MockServer {
  /**
   * Responds to a request description, such as from a call of `@cedi/client`, without a port or I/O.
   *
   * @param caller - The request context. Without it, the caller is untrusted and the control API is closed: use `control`.
   * @throws ConnectionDropped if a fault drops the connection.
   */
  handle(description: RequestDescription, caller?: RequestContext): Promise<HttpResponse>
  /** Responds to a `Request` or the arguments of `fetch`. It replaces `fetch` in the code under test. */
  fetch(input: string | URL | Request, init?: RequestInit, caller?: RequestContext): Promise<Response>
  /** Listens on a local port; 0 picks a free one. */
  listen(port?: number, host?: string): Promise<Listening>
  /** Responds to a description. The response contains the fault that a transport must apply. */
  deliver(description: RequestDescription, caller?: RequestContext): Promise<HttpResponse>
  /** Returns whether the seed is written and the store is available. */
  isReady(): Promise<boolean>
  /** Restores the state at the start. */
  reset(): Promise<void>
  /**
   * Returns all data of the server, as JSON.
   *
   * @throws Error if it has an external store: use `control('GET', 'snapshot')`.
   */
  snapshot(): ServerSnapshot
  /** Restores a snapshot. @throws TypeError when it is invalid; then nothing changes. */
  restore(snapshot: unknown): void
  /** The clock. */
  readonly clock: {
    /** Current time. */
    now(): Date
    /** Advances a manual clock and returns the executed events. */
    advance(by: number | string): Promise<unknown>
  }
  /**
   * Returns the options for `settle` and `waitForPayment` of `@cedi/client/settle` in a test: requests go to this server, and its
   * clock decides what is due.
   */
  settleOptions(): SettleOptions
  /** The active faults. */
  readonly faults: Faults
  /** The requests. */
  readonly requests: Pick<RequestLog, 'list' | 'clear'>
  /**
   * Queues the outcomes of a merchant's next payments.
   *
   * @param merchantOrKey - The merchant, or one of its test keys such as `sk_test_my_shop`; by default the demo merchant.
   * @returns The merchant, and all its queued outcomes.
   * @throws TypeError if an outcome is invalid or the merchant is unknown.
   */
  queueOutcome(outcome: Scenario | readonly Scenario[], merchantOrKey?: string): QueuedOutcomes
  /**
   * Calls the control API: `mock.control('POST', 'payments/…/approve')` returns the data. @throws Error if it is
   * rejected.
   */
  control(method: string, path: string, body?: object): Promise<unknown>
}

/**
 * The sandbox's extension of a server: pages, a store and health endpoints. Each part is loaded on first use.
 *
 * @decision 0023
 */
export interface ServerExtension {
  /** The real time of this server, in ms since 1970. Defaults to `Date.now`. */
  readonly nowMs?: () => number
  /** The store; in memory by default. Servers with one store act as one. @decision 0034 */
  readonly store?: PersistentStore | undefined
  /** Whether orders link to receipt pages. @decision 0071 */
  readonly hasReceipts?: boolean
  /** Encrypts the wallet number that the operator desk shows. If it is missing, no wallet number is stored. @decision 0018 */
  readonly sealPhone?: SealPhone
  /** Responds to a path outside the API and the control API; undefined if there is no such page. */
  respond?(context: Context, request: IncomingRequest, requestId: string): Promise<RoutedResponse | undefined>
  /** Renders an error of a page request for browsers; undefined for other requests, which receive the error as JSON. */
  renderError?(request: IncomingRequest, response: HttpResponse): Promise<HttpResponse | undefined>
  /** Returns more routes of the control API. */
  control?(): Promise<Routes>
  /** Deletes data outside the store when the server is reset. */
  clear?(store: Store): Promise<void>
  /** Returns the health endpoint of a server on a port. */
  health?(): Promise<HealthEndpoint>
}

/** Health pages of a server on a port. They are not part of the service. */
export interface HealthEndpoint {
  /** Responds to a request for a health page; otherwise returns undefined. */
  respond(method: string, url: string, status: ServerStatus): Promise<TextResponse> | undefined
}

/** Returns whether a caller with these headers may use the control API. */
export type ControlAccessCheck = (headers: Readonly<Record<string, string>>) => boolean

/** A plain-text response. */
export interface TextResponse {
  readonly status: number
  readonly text: string
}

/** The status of a server on a port. */
export interface ServerStatus {
  /** Returns the reason why the server cannot respond, in one line; undefined if it can. */
  problem(): Promise<string | undefined>
}
