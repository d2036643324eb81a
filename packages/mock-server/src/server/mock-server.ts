import { createMemoryStore, type MemoryStore, type Snapshot } from '@cedi/ledger'
import { isControl } from '../api/control/access.js'
import { type Delivery, deliveryOf, plain, spoiled } from '../http/delivery.js'
import { answerOfFault, createFaults } from '../http/faults.js'
import { rateLimiter } from '../http/rate-limit.js'
import { type RequestDescription, readRequest } from '../http/request.js'
import { createRequestLog, logged } from '../http/request-log.js'
import type { ServerContext } from '../http/server-context.js'
import { type Clock, defaultStartMs, manualClock, realClock } from '../service/clock.js'
import { pathOf } from '../service/context.js'
import { knownMerchants, merchantMeant } from '../service/merchants.js'
import { createOutcomes } from '../service/outcomes/queue.js'
import { fingerprinter } from '../service/secrets.js'
import { parseSeed, plantSeed } from '../service/seed.js'
import { createTurns } from '../service/turns.js'
import { isEverywhere } from '../transports/everywhere.js'
import type { Addition } from './addition.js'
import { createAnswering } from './answering.js'
import { type MockServerOptions, readOptions } from './options.js'
import { isUnavailable, shareState, withoutServer } from './shared.js'
import { readSnapshot, type ServerSnapshot } from './snapshot.js'
import { ConnectionDropped, type Listening, type MockServer, type Peer } from './types.js'

/**
 * Makes a mock server. It takes less than a millisecond, so make one for each test.
 *
 * @param options - How it behaves.
 * @returns A new server without any request.
 * @throws TypeError when an option is invalid.
 * @decision 0023
 * @example
 * ```ts
 * import { createMockServer } from '@cedi/mock-server'
 *
 * const mock = createMockServer()
 * const headers = { Authorization: 'Bearer sk_test_all' }
 * const answer = await mock.handle({ method: 'GET', url: 'http://cedi.test/api/v1/products?limit=20', headers })
 * console.log(answer.status) // 200
 * ```
 */
export const createMockServer = (options: MockServerOptions = {}): MockServer => createServer(options)

/**
 * Makes a server: the mock server itself, or one with an addition.
 *
 * @param addition - What the sandbox puts around the API.
 * @decision 0023
 */
export function createServer(options: MockServerOptions, addition: Addition = {}): MockServer {
  const startSeed = readOptions(options)
  const { store: kept } = addition
  const memory = kept ? undefined : createMemoryStore()
  const startMs = options.startMs ?? defaultStartMs
  const newClock = (): Clock => (options.clock === 'real' ? realClock() : manualClock(startMs))
  const newLimit = () => options.rateLimit && rateLimiter(options.rateLimit)
  const shared = kept && shareState(kept, options.clock === 'real' ? newClock() : undefined, startMs)
  const randomSeed = options.randomSeed ?? 1
  const secret = options.secret ?? `cedi-mock-${randomSeed}`
  const log = createRequestLog()
  let requests = 0
  // A reset replaces the clock and the limit. No getters: every write copies the context.
  const context: ServerContext & { clock: Clock; limit: ServerContext['limit'] } = {
    store: kept ?? (memory as MemoryStore),
    clock: shared?.clock ?? newClock(),
    limit: newLimit(),
    faults: createFaults(randomSeed),
    log,
    outcomes: createOutcomes(),
    inTurn: createTurns(),
    merchants: knownMerchants(startSeed?.merchants),
    defaultOutcome: options.defaultOutcome ?? 'succeed',
    approvalDelayMs: options.approvalDelayMs ?? 2000,
    running: new Set(),
    forget: async (merchant, nowMs) => (kept ?? memory)?.forget?.(merchant, nowMs),
    secret,
    fingerprintOf: fingerprinter(secret),
    hasOwnSecret: options.secret !== undefined,
    hasReceipts: addition.hasReceipts ?? false,
    seed: randomSeed,
    baseUrl: options.baseUrl?.replace(/\/+$/, ''),
    listensAt: undefined,
  }
  // Only an address with a path has something to remove.
  const ownBase = context.baseUrl && pathOf(context.baseUrl) ? context.baseUrl : undefined

  // Seeded with the first request, so that making a server costs nothing.
  let planted: Promise<unknown> | undefined
  let isPlanted = false
  const ready = (): Promise<unknown> => {
    planted ??= (startSeed ? plantSeed(context, startSeed) : Promise.resolve()).then(
      () => {
        isPlanted = true
      },
      (error) => {
        // A store that is away now may be back for the next request.
        planted = undefined
        throw error
      },
    )
    return planted
  }

  const snapshotOf = (ledger: Snapshot): ServerSnapshot => ({
    version: 1,
    now: new Date(context.clock.nowMs()).toISOString(),
    planted: isPlanted,
    requests: shared?.requests() ?? requests,
    outcomes: context.outcomes.all(),
    ledger: withoutServer(ledger),
  })
  /** The restored data replaces what the seed would create. */
  function goOnFrom({ planted: wasPlanted, requests: count, outcomes, now, ledger }: ServerSnapshot): void {
    planted = wasPlanted ? Promise.resolve() : undefined
    isPlanted = wasPlanted
    requests = count
    context.limit = newLimit()
    context.outcomes.restore(outcomes)
    context.merchants.restore(wasPlanted ? Object.keys(ledger.merchants) : undefined)
    if (!shared && options.clock !== 'real') context.clock = manualClock(Date.parse(now))
  }
  function ownMemory(): MemoryStore {
    if (memory) return memory
    throw new Error("The server was given a store: use control('GET', 'snapshot') and control('PUT', 'snapshot', …).")
  }

  const server = {
    async reset() {
      await (kept ?? memory)?.clear()
      await addition.clear?.(context.store)
      if (shared) await shared.restart()
      else context.clock = newClock()
      context.limit = newLimit()
      context.faults.reset()
      log.clear()
      context.outcomes.restore({})
      context.merchants.restore()
      requests = 0
      planted = undefined
      isPlanted = false
      await ready()
    },
    seed: async (value: unknown) => plantSeed(context, parseSeed(value)),
    snapshot: async () => snapshotOf(kept ? await kept.snapshot() : ownMemory().snapshot()),
    async restore(value: unknown) {
      const snapshot = readSnapshot(value)
      if (shared) await kept?.restore(shared.ledgerOf(snapshot))
      else memory?.restore(snapshot.ledger)
      goOnFrom(snapshot)
      await shared?.restart(snapshot.requests)
    },
  }

  const answering = createAnswering(context, server, options.control, addition)
  const idOf = (number: number): string => `req_${number.toString().padStart(8, '0')}`

  /** The id of a request. If the store is away, the id is long and random, so that it matches no other. */
  async function begin(): Promise<{ requestId: string; error?: Error }> {
    try {
      await ready()
      if (!shared) return { requestId: idOf(++requests) }
      await shared.refresh()
      return { requestId: idOf(await shared.nextRequest()) }
    } catch (error) {
      if (!isUnavailable(error)) throw error
      return { requestId: idOf(1e15 + Math.floor(Math.random() * 1e15)), error }
    }
  }

  async function deliver(description: RequestDescription, peer: Peer = { isLoopback: false }): Promise<Delivery> {
    const request = readRequest(description, peer.baseUrl ?? ownBase)
    const { requestId, error } = await begin()
    if (error) return plain(answering.unavailable(error, requestId).answer)
    if (isControl(request)) return plain((await answering.answer(request, requestId, peer.isLoopback)).answer)
    const atMs = context.clock.nowMs()
    const strike = context.faults.strike(request.method, request.path)
    const instead = strike?.status !== undefined && !strike.after_commit
    const responded =
      instead || strike?.drop === 'before'
        ? { answer: answerOfFault(strike, requestId), operation: undefined, merchant: undefined }
        : await answering.answer(request, requestId, peer.isLoopback)
    const answer = spoiled(strike?.after_commit ? answerOfFault(strike, requestId) : responded.answer, strike)
    const { operation, merchant } = responded
    const answered = { atMs, requestId, request, operation, merchant, answer }
    log.add(answered)
    options.onRequest?.(logged(answered))
    return strike ? { ...plain(answer), ...deliveryOf(strike) } : plain(answer)
  }

  /** What prevents an answer, in one line. */
  async function trouble(): Promise<string | undefined> {
    try {
      await ready()
      await kept?.ping?.()
      return undefined
    } catch (error) {
      if (isUnavailable(error)) return error.message
      throw error
    }
  }

  const mock: MockServer = {
    deliver,
    async handle(description, peer) {
      const { answer, dropped, truncated } = await deliver(description, peer)
      if (dropped) throw new ConnectionDropped('The connection was cut by a fault of the mock server.')
      const { body, bytes, ...rest } = answer
      if (description.method === 'HEAD') return { ...rest, body: '' }
      if (!truncated) return answer
      const half = bytes && { bytes: bytes.slice(0, bytes.length / 2) }
      return { ...rest, body: body.slice(0, body.length / 2), ...half }
    },
    async fetch(input, init, peer) {
      const { fetchFrom } = await import('../transports/fetch.js')
      return fetchFrom(mock, input, init, peer)
    },
    async listen(port = 0, host = '127.0.0.1') {
      // An invalid seed is reported before anybody connects.
      await ready()
      const { listen } = await import('../transports/node.js')
      // A caller on a port is linked back to it, under the name that they used.
      const door: MockServer = {
        ...mock,
        deliver: (description, peer) =>
          deliver(description, { isLoopback: false, ...peer, baseUrl: context.baseUrl ?? listening.url }),
      }
      const watch = await addition.watch?.()
      const listening: Listening = await listen(isEverywhere(host) ? mock : door, port, host, { watch, trouble })
      context.listensAt = listening.url
      return {
        ...listening,
        close() {
          if (context.listensAt === listening.url) context.listensAt = undefined
          return listening.close()
        },
      }
    },
    isReady: async () => (await trouble()) === undefined,
    reset: server.reset,
    snapshot: () => snapshotOf(ownMemory().snapshot()),
    restore(value) {
      const own = ownMemory()
      const snapshot = readSnapshot(value)
      own.restore(snapshot.ledger)
      goOnFrom(snapshot)
    },
    clock: {
      now: () => new Date(context.clock.nowMs()),
      async advance(by) {
        const duration = typeof by === 'number' ? `PT${by / 1000}S` : by
        return mock.control('POST', 'clock/advance', { by: duration })
      },
    },
    faults: context.faults,
    requests: log,
    queueOutcome(outcome, whose) {
      const merchant = merchantMeant(context, whose)
      context.outcomes.add(merchant, typeof outcome === 'string' ? [outcome] : outcome)
      return { merchant, outcomes: context.outcomes.list(merchant) }
    },
    async control(method, path, body) {
      await ready()
      await shared?.refresh()
      const text = body === undefined ? undefined : JSON.stringify(body)
      const outcome = await answering.control(readRequest({ method, url: `/__mock/${path}`, body: text }))
      if (!outcome.ok) throw new Error(`${method} /__mock/${path}: ${outcome.refusal.code}. ${outcome.refusal.message}`)
      return outcome.data
    },
  }
  return mock
}
