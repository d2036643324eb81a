import type { Store } from '@cedi/ledger'
import type { Routes } from '../api/control/call.js'
import type { RoutedResponse } from '../api/router.js'
import type { Faults } from '../http/faults.js'
import type { IncomingRequest, RequestDescription } from '../http/request.js'
import type { RequestLog } from '../http/request-log.js'
import type { HttpResponse } from '../http/response.js'
import type { Context } from '../service/context.js'
import type { Scenario } from '../service/outcomes/scenarios.js'
import type { PersistentStore } from './shared-state.js'
import type { ServerSnapshot } from './snapshot.js'

/** A connection that was cut by a fault: what `fetch` would throw. */
export class ConnectionDropped extends Error {
  override readonly name = 'ConnectionDropped'
  /** Code to branch on. */
  readonly code = 'ECONNRESET'
}

/** Request context supplied by the transport. Defaults to an untrusted caller. @decision 0023 */
export interface RequestContext {
  /** Whether it is a program on this machine: without a control token, the control API answers no other. */
  readonly isLoopback: boolean
  /** The caller's base address. Links in answers start with it, and its path is removed. */
  readonly baseUrl?: string
}

/** A server that listens on a port. */
export interface Listening {
  /** The address. */
  readonly url: string
  /** The port; 0 picks a free one. */
  readonly port: number
  /** Answers open requests and then stops. */
  close(): Promise<void>
}

/** The queued outcomes of a merchant's next payments. */
export interface QueuedOutcomes {
  /** The merchant. */
  readonly merchant: string
  /** All queued outcomes, the next one first. */
  readonly outcomes: readonly Scenario[]
}

/** The whole service on your machine. @decision 0023 */
export interface MockServer {
  /**
   * Answers a request description, such as a call of `@cedi/client` returns. No port, no I/O, no wait.
   *
   * @param caller - The request context. Without it, the caller is untrusted and the control API is closed: use `control`.
   * @throws ConnectionDropped when a fault cuts the connection.
   */
  handle(description: RequestDescription, caller?: RequestContext): Promise<HttpResponse>
  /** The same for a `Request`, or the arguments of `fetch`: replaces `fetch` in the code under test. */
  fetch(input: string | URL | Request, init?: RequestInit, caller?: RequestContext): Promise<Response>
  /** Listens on a port of this machine; 0 picks a free one. */
  listen(port?: number, host?: string): Promise<Listening>
  /** Responds to a description. The response contains the fault that a transport must apply. */
  deliver(description: RequestDescription, caller?: RequestContext): Promise<HttpResponse>
  /** Whether it can answer: its seed is there, and its store can be reached. */
  isReady(): Promise<boolean>
  /** Restores the state at the start. */
  reset(): Promise<void>
  /**
   * All data of the server, as JSON.
   *
   * @throws Error when it was given a store: then `control('GET', 'snapshot')` reads it.
   */
  snapshot(): ServerSnapshot
  /** Restores a snapshot. @throws TypeError when it is invalid; then nothing changes. */
  restore(snapshot: unknown): void
  /** The clock. */
  readonly clock: {
    /** The time now. */
    now(): Date
    /** Advances a manual clock and returns the executed events. */
    advance(by: number | string): Promise<unknown>
  }
  /** The active faults. */
  readonly faults: Faults
  /** The requests. */
  readonly requests: Pick<RequestLog, 'list' | 'clear'>
  /**
   * Decides how a merchant's next payments end, in this order.
   *
   * @param whose - The merchant, or one of its test keys such as `sk_test_my_shop`; by default the demo merchant.
   * @returns The merchant, and all its queued outcomes.
   * @throws TypeError when it is not an outcome, or nobody has that name.
   */
  queueOutcome(outcome: Scenario | readonly Scenario[], whose?: string): QueuedOutcomes
  /**
   * Calls the control API: `mock.control('POST', 'payments/…/approve')` returns the data. @throws Error when it
   * refuses.
   */
  control(method: string, path: string, body?: object): Promise<unknown>
}

/**
 * The sandbox's extension of a server: pages, a store and health endpoints. Each part is loaded on first use.
 *
 * @decision 0023
 */
export interface ServerExtension {
  /** The store; in memory by default. Servers with one store act as one. @decision 0034 */
  readonly store?: PersistentStore | undefined
  /** Whether orders link to receipt pages. @decision 0071 */
  readonly hasReceipts?: boolean
  /** Responds to a path outside the API and the control API; undefined if there is no such page. */
  respond?(context: Context, request: IncomingRequest, requestId: string): Promise<RoutedResponse | undefined>
  /** Returns more routes of the control API. */
  control?(): Promise<Routes>
  /** Deletes data outside the store when the server is reset. */
  clear?(store: Store): Promise<void>
  /** Returns the health endpoint of a server on a port. */
  health?(): Promise<HealthEndpoint>
}

/** Health pages and metrics of a server on a port. They are not part of the service. */
export interface HealthEndpoint {
  /** Responds to a request for health or metrics; otherwise returns undefined. */
  respond(method: string, url: string, status: ServerStatus): Promise<TextResponse> | undefined
  /** Counts a response of the service. */
  count(method: string, status: number, ms: number): void
}

/** A plain-text response. */
export interface TextResponse {
  readonly status: number
  readonly text: string
}

/** The status of a server on a port. */
export interface ServerStatus {
  /** Number of requests in progress. */
  readonly inFlight: number
  /** Returns the reason why the server cannot respond, in one line; undefined if it can. */
  problem(): Promise<string | undefined>
}
