import { createMemoryStore, type Store } from '@cedi/ledger'
import { type Answer, refuse, wrap } from './answer.js'
import { demoMerchant } from './authorize.js'
import { type Clock, defaultStartMs, manualClock, realClock } from './clock.js'
import type { Context } from './context.js'
import { answerOfFault, createFaults, type Faults, type Strike } from './faults.js'
import { type MockServerOptions, readOptions } from './options.js'
import { createOutcomes } from './outcomes.js'
import { rateLimiter } from './rate-limit.js'
import { type IncomingRequest, pathOf, type RequestDescription, readRequest } from './request.js'
import { createRequestLog, logged, type RequestLog } from './request-log.js'
import { type Response as Responded, respond, unmatched } from './respond.js'
import type { Scenario } from './scenarios.js'
import { parseSeed, plantSeed } from './seed.js'
import { readSnapshot, type ServerSnapshot } from './snapshot.js'
import { createTurns } from './turns.js'

/** A connection that was cut by a fault: what `fetch` would throw. */
export class ConnectionDropped extends Error {
  override readonly name = 'ConnectionDropped'
  readonly code = 'ECONNRESET'
}

/** What a transport has to do besides sending an answer. */
export interface Delivery {
  readonly answer: Answer
  /** Whether no answer may be sent. */
  readonly dropped: boolean
  readonly latencyMs: number
  readonly slowBodyMs: number
  /** Whether the connection ends before the whole body is sent. */
  readonly truncated: boolean
}

/** What a transport knows of the caller. */
export interface Peer {
  /** Whether it is a program of this machine: the control API answers to no other. */
  readonly isLoopback: boolean
  /** The base address that it was set to. Links in answers start with it, and its path is taken off. */
  readonly baseUrl?: string
}

/** A server that listens on a port. */
export interface Listening {
  readonly url: string
  readonly port: number
  /** Answers what has been asked and then stops. */
  close(): Promise<void>
}

/** The whole service on your machine. @decision 0023 */
export interface MockServer {
  /**
   * Answers a request description, such as a call of `@cedi/client` returns it. No port, no I/O, no wait.
   *
   * @throws ConnectionDropped when a fault cuts the connection.
   */
  handle(description: RequestDescription): Promise<Answer>
  /** The same for a `Request`, or what `fetch` takes: a drop-in for `fetch` in the code under test. */
  fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>
  /** Listens on a port of this machine; 0 takes a free one. */
  listen(port?: number, host?: string): Promise<Listening>
  /** Answers a description, and says what a transport has to do to it. */
  deliver(description: RequestDescription, peer?: Peer): Promise<Delivery>
  /** Puts everything back to how it was at the start. */
  reset(): Promise<void>
  /** Everything that the server knows, as JSON. */
  snapshot(): ServerSnapshot
  /** Puts a snapshot back. @throws TypeError when it is none; then nothing has changed. */
  restore(snapshot: unknown): void
  readonly clock: {
    now(): Date
    /** Moves a manual clock on and says what happened meanwhile. */
    advance(by: number | string): Promise<unknown>
  }
  readonly faults: Faults
  readonly requests: Pick<RequestLog, 'list' | 'clear'>
  /** Decides how the next payments of a merchant go, the first one first. @throws TypeError when it is no outcome. */
  queueOutcome(outcome: Scenario | readonly Scenario[], merchant?: string): void
  /** Calls the control API: `mock.control('POST', 'payments/…/approve')` gives the data. @throws Error when it refuses. */
  control(method: string, path: string, body?: object): Promise<unknown>
}

/**
 * Makes a mock server. It costs less than a millisecond: make one for each test.
 *
 * @param options - How it behaves.
 * @returns A server that has not been asked anything.
 * @throws TypeError when an option is not what it may be.
 * @decision 0023
 * @example
 * const mock = createMockServer()
 * const answer = await mock.handle({
 *   method: 'GET',
 *   url: 'http://cedi.test/api/v1/products?limit=20',
 *   headers: { Authorization: 'Bearer sk_test_all' },
 * })
 * console.log(answer.status) // 200
 */
export function createMockServer(options: MockServerOptions = {}): MockServer {
  const startSeed = readOptions(options)
  const memory = createMemoryStore()
  const startMs = options.startMs ?? defaultStartMs
  const newClock = (): Clock => (options.clock === 'real' ? realClock() : manualClock(startMs))
  const newLimit = () => options.rateLimit && rateLimiter(options.rateLimit)
  let clock = newClock()
  let limit = newLimit()
  const randomSeed = options.randomSeed ?? 1
  const log = createRequestLog()
  let requests = 0
  const context: Context = {
    store: memory as Store,
    get clock() {
      return clock
    },
    get limit() {
      return limit
    },
    faults: createFaults(randomSeed),
    log,
    outcomes: createOutcomes(),
    inTurn: createTurns(),
    defaultOutcome: options.defaultOutcome ?? 'succeed',
    approvalDelayMs: options.approvalDelayMs ?? 2000,
    running: new Set(),
    secret: options.secret ?? `cedi-mock-${randomSeed}`,
    seed: randomSeed,
    baseUrl: options.baseUrl?.replace(/\/+$/, ''),
  }
  // Only an address with a path has something to take off.
  const ownBase = context.baseUrl && pathOf(context.baseUrl) ? context.baseUrl : undefined

  // Planted with the first request, so that making a server costs nothing.
  let planted: Promise<unknown> | undefined
  let isPlanted = false
  const ready = (): Promise<unknown> => {
    planted ??= (startSeed ? plantSeed(context, startSeed) : Promise.resolve()).then(() => {
      isPlanted = true
    })
    return planted
  }

  const server = {
    async reset() {
      memory.clear()
      clock = newClock()
      limit = newLimit()
      context.faults.reset()
      log.clear()
      context.outcomes.restore({})
      requests = 0
      planted = undefined
      isPlanted = false
      await ready()
    },
    async seed(value: unknown) {
      const seed = parseSeed(value)
      const before = memory.snapshot()
      try {
        return await plantSeed(context, seed)
      } catch (error) {
        // Half a seed is worse than none.
        memory.restore(before)
        throw error
      }
    },
    snapshot: (): ServerSnapshot => ({
      version: 1,
      now: new Date(clock.nowMs()).toISOString(),
      planted: isPlanted,
      requests,
      outcomes: context.outcomes.all(),
      ledger: memory.snapshot(),
    }),
    restore(value: unknown) {
      const { now, planted: wasPlanted, requests: count, outcomes, ledger } = readSnapshot(value)
      memory.restore(ledger)
      // What was read stands for what the seed would plant.
      planted = wasPlanted ? Promise.resolve() : undefined
      isPlanted = wasPlanted
      requests = count
      context.outcomes.restore(outcomes)
      if (options.clock !== 'real') clock = manualClock(Date.parse(now))
    },
  }

  async function answerTo(request: IncomingRequest, requestId: string, isLoopback: boolean): Promise<Responded> {
    const nobody = { operation: undefined, merchant: undefined }
    if (isControl(request)) {
      const refusal = refuseControl(request, options.control, isLoopback)
      if (refusal) return { ...nobody, answer: wrap({ ok: false, refusal }, requestId) }
      const { respondToControl } = await import('./api/control.js')
      return {
        ...nobody,
        operation: 'control',
        answer: wrap(await respondToControl(context, server, request), requestId),
      }
    }
    if (request.path.startsWith('/challenge/')) {
      const { challengePage } = await import('./pages/challenge.js')
      return {
        ...nobody,
        operation: 'challengePage',
        answer: withRequestId(await challengePage(context, request), requestId),
      }
    }
    if (request.path.startsWith('/api/')) return respond(context, request, requestId)
    if (isHosted(request.path)) {
      const { respondToPage } = await import('./pages/route.js')
      return respondToPage(context, request, requestId)
    }
    return { ...nobody, answer: wrap(unmatched(request, []), requestId) }
  }

  async function safely(request: IncomingRequest, requestId: string, isLoopback: boolean): Promise<Responded> {
    try {
      return await answerTo(request, requestId, isLoopback)
    } catch (error) {
      // A fault of ours: told to whoever runs the server, never to the caller.
      console.error(`[cedi-mock] ${requestId} ${request.method} ${request.path}:`, error)
      const refusal = refuse(
        'internal_error',
        'The service failed. Send the request again with the same Idempotency-Key.',
      )
      return { operation: undefined, merchant: undefined, answer: wrap({ ok: false, refusal }, requestId) }
    }
  }

  async function deliver(description: RequestDescription, peer: Peer = { isLoopback: true }): Promise<Delivery> {
    await ready()
    const request = readRequest(description, peer.baseUrl ?? ownBase)
    const requestId = `req_${(++requests).toString().padStart(8, '0')}`
    if (isControl(request)) return plain((await safely(request, requestId, peer.isLoopback)).answer)
    const atMs = clock.nowMs()
    const strike = context.faults.strike(request.method, request.path)
    const instead = strike?.status !== undefined && !strike.after_commit
    const responded =
      instead || strike?.drop === 'before'
        ? { answer: answerOfFault(strike, requestId), operation: undefined, merchant: undefined }
        : await safely(request, requestId, peer.isLoopback)
    const answer = spoiled(strike?.after_commit ? answerOfFault(strike, requestId) : responded.answer, strike)
    const { operation, merchant } = responded
    const answered = { atMs, requestId, request, operation, merchant, answer }
    log.add(answered)
    options.onRequest?.(logged(answered))
    return strike ? { ...plain(answer), ...deliveryOf(strike) } : plain(answer)
  }

  const mock: MockServer = {
    deliver,
    async handle(description) {
      const { answer, dropped, truncated } = await deliver(description)
      if (dropped) throw new ConnectionDropped('The connection was cut by a fault of the mock server.')
      return truncated ? { ...answer, body: answer.body.slice(0, answer.body.length / 2) } : answer
    },
    async fetch(input, init) {
      const { fetchFrom } = await import('./fetch.js')
      return fetchFrom(mock, input, init)
    },
    async listen(port = 0, host = '127.0.0.1') {
      // A seed that is refused is told before anybody connects.
      await ready()
      const { isEverywhere, listen } = await import('./node.js')
      const listening = await listen(mock, port, host)
      if (!isEverywhere(host)) context.baseUrl ??= listening.url
      return listening
    },
    reset: server.reset,
    snapshot: server.snapshot,
    restore: server.restore,
    clock: {
      now: () => new Date(clock.nowMs()),
      async advance(by) {
        const duration = typeof by === 'number' ? `PT${by / 1000}S` : by
        return mock.control('POST', 'clock/advance', { by: duration })
      },
    },
    faults: context.faults,
    requests: log,
    queueOutcome(outcome, merchant = demoMerchant) {
      context.outcomes.add(merchant, typeof outcome === 'string' ? [outcome] : outcome)
    },
    async control(method, path, body) {
      await ready()
      const { respondToControl } = await import('./api/control.js')
      const text = body === undefined ? undefined : JSON.stringify(body)
      const outcome = await respondToControl(
        context,
        server,
        readRequest({ method, url: `/__mock/${path}`, body: text }),
      )
      if (!outcome.ok) throw new Error(`${method} /__mock/${path}: ${outcome.refusal.code}. ${outcome.refusal.message}`)
      return outcome.data
    },
  }
  return mock
}

/** Whether a path is one of the hosted pages, or of what belongs to them. @decision 0029 */
const isHosted = (path: string): boolean =>
  path === '/' || /^\/(?:@|(?:checkout|pay|service|embed)(?:[/.]|$))/.test(path)

const isControl = ({ path }: IncomingRequest): boolean => path === '/__mock' || path.startsWith('/__mock/')

const withRequestId = (answer: Answer, requestId: string): Answer => ({
  ...answer,
  headers: { ...answer.headers, 'X-Request-Id': requestId },
})

const plain = (answer: Answer): Delivery => ({
  answer,
  dropped: false,
  latencyMs: 0,
  slowBodyMs: 0,
  truncated: false,
})

const deliveryOf = (strike: Strike): Omit<Delivery, 'answer'> => ({
  dropped: strike.drop !== undefined,
  latencyMs: strike.latencyMs,
  slowBodyMs: strike.slow_body_ms ?? 0,
  truncated: strike.truncate === true,
})

const spoiled = (answer: Answer, strike: Strike | undefined): Answer =>
  strike?.malformed_json ? { ...answer, body: `${answer.body.slice(0, -1)},` } : answer

/** Who may not call the control API. @decision 0025 */
function refuseControl(request: IncomingRequest, control: MockServerOptions['control'], isLoopback: boolean) {
  const { token } = control ?? {}
  if (token !== undefined) {
    if (request.headers.get('x-mock-token') === token) return undefined
    return refuse(
      'invalid_api_key',
      'The control API of this server needs its token in the header X-Mock-Token.',
      'X-Mock-Token',
    )
  }
  if (isLoopback) return undefined
  return refuse('not_found', 'The control API answers only to this machine, unless the server has a control token.')
}
