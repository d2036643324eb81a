import { removeTrailingSlashes } from '@cedi/contract/trailing-slashes'
import type { ControlledServer } from '../api/control/call.js'
import { createFaults } from '../http/faults.js'
import { createRateLimiter } from '../http/rate-limit.js'
import { createRequestLog } from '../http/request-log.js'
import type { ServerContext } from '../http/server-context.js'
import { createMemoryStore, type MemoryStore, type Snapshot } from '../ledger/index.js'
import { type Clock, defaultStartMs, manualClock, realClock } from '../service/clock.js'
import { createKnownMerchants } from '../service/merchants.js'
import { createOutcomes } from '../service/outcomes/queue.js'
import { createQueue } from '../service/queue.js'
import { createFingerprinter } from '../service/secrets.js'
import { parseSeed, type Seed, writeSeed } from '../service/seed.js'
import { createCleanUp } from './clean-up.js'
import { type MockServerOptions, readInitialSeed } from './options.js'
import { isUnavailable, type SharedState, shareState, withoutServer } from './shared-state.js'
import { readSnapshot, type ServerSnapshot } from './snapshot.js'
import type { ServerExtension } from './types.js'

/** A context whose clock and rate limit a reset replaces. Not getters, because each write copies the context. */
type MutableContext = ServerContext & { clock: Clock; limit: ServerContext['limit'] }

/** Everything that changes in one server: its records, clock, seed and request numbers. */
export class ServerState implements ControlledServer {
  readonly context: MutableContext
  /** Random control token of a server that listens on a port. It stays the same for further ports. */
  controlToken: string | undefined
  readonly #options: MockServerOptions
  readonly #extension: ServerExtension
  readonly #seed: Seed | undefined
  /** The store, unless the extension has one. */
  readonly #memory: MemoryStore | undefined
  /** The clock and the request numbers in a store that other servers may use. */
  readonly #shared: SharedState | undefined
  #seeding: Promise<unknown> | undefined
  #isSeeded = false
  #requests = 0

  /** @throws TypeError when the seed is invalid. */
  constructor(options: MockServerOptions, extension: ServerExtension) {
    this.#options = options
    this.#extension = extension
    this.#seed = readInitialSeed(options)
    const { store } = extension
    this.#memory = store ? undefined : createMemoryStore()
    const realTime = options.clock === 'real' ? this.#newClock() : undefined
    this.#shared = store && shareState(store, realTime, this.#startMs)
    this.context = this.#newContext()
  }

  /** Writes the seed before the first request. Tries again if the store was unavailable. */
  ready(): Promise<unknown> {
    this.#seeding ??= (this.#seed ? writeSeed(this.context, this.#seed) : Promise.resolve()).then(
      () => {
        this.#isSeeded = true
      },
      (error) => {
        this.#seeding = undefined
        throw error
      },
    )
    return this.#seeding
  }

  /** Reads the clock, which other servers on the store may have advanced. */
  async refresh(): Promise<void> {
    await this.#shared?.refresh()
  }

  /** Returns the id of the next request; if the store is unavailable, the error and a random id that matches no other. */
  async nextRequest(): Promise<{ requestId: string; error?: Error }> {
    try {
      await this.ready()
      await this.refresh()
      this.#requests = this.#shared ? await this.#shared.nextRequest() : this.#requests + 1
      return { requestId: toRequestId(this.#requests) }
    } catch (error) {
      if (!isUnavailable(error)) throw error
      return { requestId: toRequestId(1e15 + Math.floor(Math.random() * 1e15)), error }
    }
  }

  /** Returns the reason why the server cannot respond; undefined if it can. */
  async problem(): Promise<string | undefined> {
    try {
      await this.ready()
      await this.#extension.store?.ping?.()
      return undefined
    } catch (error) {
      if (isUnavailable(error)) return error.message
      throw error
    }
  }

  async reset(): Promise<void> {
    const { context } = this
    await (this.#extension.store ?? this.#memory)?.clear()
    await this.#extension.clear?.(context.store)
    if (this.#shared) await this.#shared.restart()
    else context.clock = this.#newClock()
    context.limit = this.#newLimit()
    context.faults.reset()
    context.log.clear()
    context.outcomes.restore({})
    context.merchants.restore()
    this.#requests = 0
    this.#seeding = undefined
    this.#isSeeded = false
    await this.ready()
  }

  async seed(value: unknown): Promise<object> {
    return writeSeed(this.context, parseSeed(value))
  }

  async snapshot(): Promise<ServerSnapshot> {
    const { store } = this.#extension
    return store ? this.#snapshotOf(await store.snapshot()) : this.memorySnapshot()
  }

  async restore(value: unknown): Promise<void> {
    const { store } = this.#extension
    if (!store || !this.#shared) return this.restoreMemory(value)
    const snapshot = readSnapshot(value)
    await store.restore(this.#shared.toLedgerSnapshot(snapshot))
    this.#continueFrom(snapshot)
    await this.#shared.restart(snapshot.requests)
  }

  /** Returns a snapshot synchronously. @throws Error if the server has an external store. */
  memorySnapshot(): ServerSnapshot {
    return this.#snapshotOf(this.#ownMemory().snapshot())
  }

  /** Restores a snapshot synchronously. @throws Error if the server has an external store. */
  restoreMemory(value: unknown): void {
    const memory = this.#ownMemory()
    const snapshot = readSnapshot(value)
    memory.restore(snapshot.ledger)
    this.#continueFrom(snapshot)
    if (this.#options.clock !== 'real') this.context.clock = manualClock(Date.parse(snapshot.now))
  }

  get #startMs(): number {
    return this.#options.startMs ?? defaultStartMs
  }

  #newClock(): Clock {
    return this.#options.clock === 'real' ? realClock(this.#extension.nowMs) : manualClock(this.#startMs)
  }

  #newLimit(): ServerContext['limit'] {
    const { rateLimit } = this.#options
    return rateLimit && createRateLimiter(rateLimit)
  }

  #newContext(): MutableContext {
    const options = this.#options
    const randomSeed = options.randomSeed ?? 1
    const secret = options.secret ?? `cedi-mock-${randomSeed}`
    const store = this.#extension.store ?? this.#ownMemory()
    return {
      store,
      clock: this.#shared?.clock ?? this.#newClock(),
      limit: this.#newLimit(),
      faults: createFaults(randomSeed),
      log: createRequestLog(),
      outcomes: createOutcomes(),
      inTurn: createQueue(),
      merchants: createKnownMerchants(this.#seed?.merchants),
      defaultOutcome: options.defaultOutcome ?? 'succeed',
      approvalDelayMs: options.approvalDelayMs ?? 2000,
      running: new Set(),
      cleanUp: createCleanUp(async (merchant, nowMs) => store.deleteExpiredKeys?.(merchant, nowMs)),
      secret,
      createFingerprint: createFingerprinter(secret),
      isSecretConfigured: options.secret !== undefined,
      hasReceipts: this.#extension.hasReceipts ?? false,
      sealPhone: this.#extension.sealPhone,
      seed: randomSeed,
      baseUrl: options.baseUrl && removeTrailingSlashes(options.baseUrl),
      listeningUrl: undefined,
    }
  }

  #ownMemory(): MemoryStore {
    if (this.#memory) return this.#memory
    throw new Error("The server was given a store: use control('GET', 'snapshot') and control('PUT', 'snapshot', …).")
  }

  #snapshotOf(ledger: Snapshot): ServerSnapshot {
    const { clock, outcomes } = this.context
    return {
      version: 1,
      now: new Date(clock.nowMs()).toISOString(),
      planted: this.#isSeeded,
      requests: this.#shared?.lastRequestNumber() ?? this.#requests,
      outcomes: outcomes.all(),
      ledger: withoutServer(ledger),
    }
  }

  /** Continues from a restored snapshot, whose records replace those of the seed. */
  #continueFrom({ planted, requests, outcomes, ledger }: ServerSnapshot): void {
    this.#seeding = planted ? Promise.resolve() : undefined
    this.#isSeeded = planted
    this.#requests = requests
    this.context.limit = this.#newLimit()
    this.context.outcomes.restore(outcomes)
    this.context.merchants.restore(planted ? Object.keys(ledger.merchants) : undefined)
  }
}

const toRequestId = (number: number): string => `req_${number.toString().padStart(8, '0')}`
