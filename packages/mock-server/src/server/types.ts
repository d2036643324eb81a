import type { Answer } from '../http/answer.js'
import type { Delivery } from '../http/delivery.js'
import type { Faults } from '../http/faults.js'
import type { RequestDescription } from '../http/request.js'
import type { RequestLog } from '../http/request-log.js'
import type { Scenario } from '../service/outcomes/scenarios.js'
import type { ServerSnapshot } from './snapshot.js'

/** A connection that was cut by a fault: what `fetch` would throw. */
export class ConnectionDropped extends Error {
  /** How people call it. */
  override readonly name = 'ConnectionDropped'
  /** What to branch on. */
  readonly code = 'ECONNRESET'
}

/** What a door knows of the caller. A door that says nothing has a stranger before it. @decision 0056 */
export interface Peer {
  /** Whether it is a program of this machine: without a control token, the control API answers to no other. */
  readonly isLoopback: boolean
  /** The base address that it was set to. Links in answers start with it, and its path is taken off. */
  readonly baseUrl?: string
}

/** A server that listens on a port. */
export interface Listening {
  /** The address. */
  readonly url: string
  /** The port; 0 picks a free one. */
  readonly port: number
  /** Answers what has been asked and then stops. */
  close(): Promise<void>
}

/** How the next payments of a merchant go. */
export interface QueuedOutcomes {
  /** For whom. */
  readonly merchant: string
  /** All that wait, the next one first. */
  readonly outcomes: readonly Scenario[]
}

/** The whole service on your machine. @decision 0023 */
export interface MockServer {
  /**
   * Answers a request description, such as a call of `@cedi/client` returns it. No port, no I/O, no wait.
   *
   * @param peer - Who asks; a stranger when it is left out, to whom the control API is closed. Call `control` instead.
   * @throws ConnectionDropped when a fault cuts the connection.
   */
  handle(description: RequestDescription, peer?: Peer): Promise<Answer>
  /** The same for a `Request`, or what `fetch` takes: a drop-in for `fetch` in the code under test. */
  fetch(input: string | URL | Request, init?: RequestInit, peer?: Peer): Promise<Response>
  /** Listens on a port of this machine; 0 takes a free one. */
  listen(port?: number, host?: string): Promise<Listening>
  /** Answers a description, and says what a transport has to do to it. */
  deliver(description: RequestDescription, peer?: Peer): Promise<Delivery>
  /** Whether it can answer: what it starts with is there, and its store can be reached. */
  isReady(): Promise<boolean>
  /** Puts everything back to how it was at the start. */
  reset(): Promise<void>
  /**
   * Everything that the server knows, as JSON.
   *
   * @throws Error when it was given a store: then `control('GET', 'snapshot')` reads it.
   */
  snapshot(): ServerSnapshot
  /** Puts a snapshot back. @throws TypeError when it is none; then nothing has changed. */
  restore(snapshot: unknown): void
  /** The clock. */
  readonly clock: {
    /** The time now. */
    now(): Date
    /** Moves a manual clock on and says what happened meanwhile. */
    advance(by: number | string): Promise<unknown>
  }
  /** The faults that wait. */
  readonly faults: Faults
  /** The requests. */
  readonly requests: Pick<RequestLog, 'list' | 'clear'>
  /**
   * Decides how the next payments of a merchant go, the first one first.
   *
   * @param whose - The merchant, or a test key of theirs such as `sk_test_my_shop`; the demo merchant when left out.
   * @returns For whom, and all that waits for them.
   * @throws TypeError when it is no outcome, or nobody has that name.
   */
  queueOutcome(outcome: Scenario | readonly Scenario[], whose?: string): QueuedOutcomes
  /** Calls the control API: `mock.control('POST', 'payments/…/approve')` gives the data. @throws Error when it refuses. */
  control(method: string, path: string, body?: object): Promise<unknown>
}
