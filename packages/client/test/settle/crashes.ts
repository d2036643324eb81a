// A database and workers for tests. A worker can die at every asynchronous step.
import { type Client, createClient, type Payment } from '@cedi/client'
import type { FetchLike } from '@cedi/client/fetch'
import { createMockServer, type MockServer } from '@cedi/mock-server'
import { type Settlement, type Store, settle, type TrackedOrder } from '../../src/settle/index.js'

/** Creates a random number generator. Returns the same numbers, from 0 to 1, for the same seed. */
export function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Write of a handler. It is stored only if its transaction commits. */
export interface Effect {
  readonly kind: 'paid' | 'failed' | 'expired' | 'review' | 'unpaid'
  readonly order: string
  readonly key: string
}

/** Data that survives every crash. */
export interface Database {
  readonly orders: Map<string, TrackedOrder>
  readonly effects: Effect[]
  /** Keys of the sent emails, including repeated ones. */
  readonly emails: string[]
}

export const createDatabase = (): Database => ({ orders: new Map(), effects: [], emails: [] })

type CrashPoint = () => Promise<void>

/** Creates a store that commits an order and its effects atomically. */
function createStore({ orders, effects }: Database, crashPoint: CrashPoint): Store<Effect[]> {
  const isNext = ({ order, version }: TrackedOrder): boolean => (orders.get(order)?.version ?? 0) === version - 1
  return {
    async find(query) {
      await crashPoint()
      const due = ({ dueMs }: TrackedOrder): number => dueMs ?? Number.POSITIVE_INFINITY
      const rows =
        'order' in query
          ? [orders.get(query.order)].flatMap((tracked) => tracked ?? [])
          : [...orders.values()]
              .filter((tracked) => due(tracked) <= query.dueMs)
              .sort((one, other) => due(one) - due(other))
              .slice(0, query.limit)
      await crashPoint()
      return rows
    },
    async save(tracked, effect) {
      await crashPoint()
      const staged: Effect[] = []
      await crashPoint()
      // The handler's writes are prepared before the version is compared, so the transaction that commits first wins.
      await effect?.(staged)
      await crashPoint()
      const isWritten = isNext(tracked)
      if (isWritten) {
        orders.set(tracked.order, tracked)
        effects.push(...staged)
      }
      await crashPoint()
      return isWritten
    },
  }
}

/** Worker with a settlement. It can die at every asynchronous step, and then does nothing more, like a killed process. */
export interface Worker {
  readonly settlement: Settlement
  readonly death: Promise<'died'>
  isDead(): boolean
}

/** Simulated service, database and clock. */
export interface World {
  readonly mock: MockServer
  readonly database: Database
  readonly random: () => number
  /** Times of the successful reads of each payment, by ref. */
  readonly reads: Map<string, number[]>
  nowMs(): number
}

export function createWorld(seed: number, options: Parameters<typeof createMockServer>[0] = {}): World {
  const mock = createMockServer({ clock: 'manual', ...options })
  return {
    mock,
    database: createDatabase(),
    random: createRandom(seed),
    reads: new Map(),
    nowMs: () => mock.clock.now().getTime(),
  }
}

const apiKey = 'sk_test_all'
export const client: Client = createClient({ baseUrl: 'https://cedi.test', apiKey })

/** Starts a worker. @param crashes - Probability of a crash at each asynchronous step. */
export function startWorker(world: World, crashes: number): Worker {
  const { mock, database, random, reads, nowMs } = world
  let isDead = false
  let die = (_: 'died'): void => {}
  const death = new Promise<'died'>((resolve) => {
    die = resolve
  })
  const crashPoint: CrashPoint = async () => {
    for (let ticks = Math.floor(random() * 3); ticks > 0; ticks--) await Promise.resolve()
    if (!isDead && random() < crashes) {
      isDead = true
      die('died')
    }
    // A new promise each time. A shared one would retain every dead worker in memory.
    if (isDead) await new Promise<never>(() => {})
  }
  const transport: FetchLike = async (url, init) => {
    await crashPoint()
    const response = await mock.fetch(url, init)
    const [, ref] = /\/payments\/(\w+)$/.exec(url) ?? []
    if (ref && response.status === 200) reads.set(ref, [...(reads.get(ref) ?? []), nowMs()])
    await crashPoint()
    return response
  }
  const handler =
    (kind: Effect['kind']) =>
    async ({ order, key, tx }: { order: string; key: string; payment?: Payment; tx: Effect[] }) => {
      await crashPoint()
      tx.push({ kind, order, key })
      if (kind === 'paid') database.emails.push(key)
      await crashPoint()
    }
  const settlement = settle<Effect[]>({
    client,
    store: createStore(database, crashPoint),
    fetch: transport,
    nowMs,
    sleep: crashPoint,
    onError: (error) => {
      throw error
    },
    on: {
      paid: handler('paid'),
      failed: handler('failed'),
      expired: handler('expired'),
      review: handler('review'),
      unpaid: handler('unpaid'),
    },
  })
  return { settlement, death, isDead: () => isDead }
}
