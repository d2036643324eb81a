import { createMemoryStore, type Store } from '@cedi/ledger'
import { type Answer, refuse, wrap } from './answer.js'
import { demoMerchant } from './authorize.js'
import { type Clock, defaultStartMs, manualClock, realClock } from './clock.js'
import type { Context } from './context.js'
import { createFaults, type Faults, type Strike } from './faults.js'
import { type RateLimit, rateLimiter } from './rate-limit.js'
import { type IncomingRequest, type RequestDescription, readRequest } from './request.js'
import { createRequestLog, type LoggedRequest, logged, type RequestLog } from './request-log.js'
import { type Response as Responded, respond, unmatched } from './respond.js'
import type { Scenario } from './scenarios.js'
import { demoSeed, parseSeed, plantSeed, type Seed } from './seed.js'

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
  /** The address that links in answers start with; by default the one that the request was sent to. */
  readonly baseUrl?: string
  /** Called with each request that was answered; secrets are taken out. */
  readonly onRequest?: (request: LoggedRequest) => void
  /** Whether the control API may be called. `handle` and `fetch` are in this process, so it may by default. */
  readonly control?: { readonly token?: string; readonly loopbackOnly?: boolean }
}

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
  deliver(description: RequestDescription, peer?: { readonly isLoopback: boolean }): Promise<Delivery>
  /** Puts everything back to how it was at the start. */
  reset(): Promise<void>
  /** Everything that the server knows, as JSON. */
  snapshot(): unknown
  /** Puts a snapshot back. @throws TypeError when it is none. */
  restore(snapshot: unknown): void
  readonly clock: {
    now(): Date
    /** Moves a manual clock on and says what happened meanwhile. */
    advance(by: number | string): Promise<unknown>
  }
  readonly faults: Faults
  readonly requests: Pick<RequestLog, 'list' | 'clear'>
  /** Decides how the next payments of a merchant go, the first one first. */
  queueOutcome(outcome: Scenario | readonly Scenario[], merchant?: string): void
  /** Calls the control API: `mock.control('POST', 'payments/…/approve')` gives the data. @throws Error when it refuses. */
  control(method: string, path: string, body?: object): Promise<unknown>
}

/**
 * Makes a mock server. It costs less than a millisecond: make one for each test.
 *
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
  const memory = createMemoryStore()
  const startMs = options.startMs ?? defaultStartMs
  const newClock = (): Clock => (options.clock === 'real' ? realClock() : manualClock(startMs))
  let clock = newClock()
  const randomSeed = options.randomSeed ?? 1
  let faults = createFaults(randomSeed)
  const log = createRequestLog()
  let requests = 0
  const context: Context = {
    store: memory as Store,
    get clock() {
      return clock
    },
    get faults() {
      return faults
    },
    log,
    queuedOutcomes: new Map(),
    defaultOutcome: options.defaultOutcome ?? 'succeed',
    approvalDelayMs: options.approvalDelayMs ?? 2000,
    limit: options.rateLimit && rateLimiter(options.rateLimit),
    running: new Set(),
    secret: options.secret ?? `cedi-mock-${randomSeed}`,
    seed: randomSeed,
    baseUrl: options.baseUrl,
  }

  // Planted with the first request, so that making a server costs nothing.
  let planted: Promise<unknown> | undefined
  const ready = (): Promise<unknown> => {
    const seed = options.seed ?? 'demo'
    planted ??= seed === 'empty' ? Promise.resolve() : plantSeed(context, seed === 'demo' ? demoSeed : seed)
    return planted
  }

  const server = {
    async reset() {
      memory.clear()
      clock = newClock()
      faults = createFaults(randomSeed)
      log.clear()
      context.queuedOutcomes.clear()
      requests = 0
      planted = undefined
      await ready()
    },
    seed: (value: unknown) => plantSeed(context, parseSeed(value)),
    snapshot: () => ({ version: 1, now: new Date(clock.nowMs()).toISOString(), requests, ledger: memory.snapshot() }),
    restore(value: unknown) {
      const { version, now, requests: count, ledger } = (value ?? {}) as Record<string, unknown>
      const nowMs = Date.parse(String(now))
      if (version !== 1 || Number.isNaN(nowMs) || !Number.isSafeInteger(count))
        throw new TypeError('it is not one of this version.')
      memory.restore(ledger as Parameters<typeof memory.restore>[0])
      // What was read stands for what the seed would plant.
      planted = Promise.resolve()
      requests = Number(count)
      if (options.clock !== 'real') clock = manualClock(nowMs)
    },
  }

  async function answerTo(request: IncomingRequest, requestId: string, isLoopback: boolean): Promise<Responded> {
    const nobody = { operation: undefined, merchant: undefined }
    if (request.path === '/__mock' || request.path.startsWith('/__mock/')) {
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
      return { ...nobody, operation: 'challengePage', answer: await challengePage(context, request) }
    }
    if (request.path.startsWith('/api/')) return respond(context, request, requestId)
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

  async function deliver(description: RequestDescription, peer = { isLoopback: true }): Promise<Delivery> {
    await ready()
    const request = readRequest(description)
    const requestId = `req_${(++requests).toString().padStart(8, '0')}`
    const atMs = clock.nowMs()
    const strike = request.path.startsWith('/__mock') ? undefined : faults.strike(request.method, request.path)
    const dropped = strike?.drop !== undefined
    const instead = strike?.status !== undefined && !strike.after_commit
    const responded =
      instead || strike?.drop === 'before'
        ? { answer: answerOfFault(strike, requestId), operation: undefined, merchant: undefined }
        : await safely(request, requestId, peer.isLoopback)
    const answer = spoiled(strike?.after_commit ? answerOfFault(strike, requestId) : responded.answer, strike)
    if (!request.path.startsWith('/__mock')) {
      const kept = { atMs, requestId, request, operation: responded.operation, merchant: responded.merchant, answer }
      log.add(kept)
      options.onRequest?.(logged(kept))
    }
    const truncated = strike?.truncate === true
    return { answer, dropped, latencyMs: strike?.latencyMs ?? 0, slowBodyMs: strike?.slow_body_ms ?? 0, truncated }
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
      const { listen } = await import('./node.js')
      const listening = await listen(mock, port, host)
      context.baseUrl ??= listening.url
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
    get faults() {
      return faults
    },
    requests: log,
    queueOutcome(outcome, merchant = demoMerchant) {
      const queue = context.queuedOutcomes.get(merchant) ?? []
      context.queuedOutcomes.set(merchant, [...queue, ...(typeof outcome === 'string' ? [outcome] : outcome)])
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

/** How long the rate limit says to wait in an ordered 429. */
const retryAfterSeconds = 1

function answerOfFault({ status = 500 }: Partial<Strike>, requestId: string): Answer {
  const [code, message] = faultWords[status] ?? faultWords[500]
  const refusal = refuse(code, message)
  const headers = status === 429 || status === 503 ? { 'Retry-After': String(retryAfterSeconds) } : undefined
  return wrap({ ok: false, refusal: headers ? { ...refusal, headers } : refusal }, requestId)
}

const faultWords = {
  429: ['rate_limited', `Too many requests. Wait ${retryAfterSeconds} second and send it again.`],
  500: ['internal_error', 'The service failed. Send the request again with the same Idempotency-Key.'],
  502: [
    'provider_error',
    'The payment provider answered with a fault. Send the request again with the same Idempotency-Key.',
  ],
  503: [
    'provider_unavailable',
    'The payment provider cannot be reached. Send the request again later with the same Idempotency-Key.',
  ],
  504: [
    'provider_timeout',
    'The payment provider did not answer in time. The effect may have happened: send the request again with the same Idempotency-Key.',
  ],
} as const

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
