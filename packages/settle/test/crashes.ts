// A database and workers for tests. A worker can die at every point where it waits.
import { type Client, createClient, type Payment } from '@cedi/client'
import type { FetchLike } from '@cedi/client/fetch'
import { createMockServer, type MockServer } from '@cedi/mock-server'
import { type Settlement, type Store, settle, type Waiting } from '../src/index.js'

/** Random numbers from 0 to 1; the same seed gives the same numbers. */
export function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** The effect of a handler. It is kept only if its transaction commits. */
export interface Effect {
  readonly kind: 'paid' | 'failed' | 'expired' | 'review' | 'unpaid'
  readonly order: string
  readonly key: string
}

/** The data that survives every crash. */
export interface Database {
  readonly entries: Map<string, Waiting>
  readonly effects: Effect[]
  /** The keys of sent e-mails, once for each time, because an e-mail cannot be taken back. */
  readonly mails: string[]
}

export const createDatabase = (): Database => ({ entries: new Map(), effects: [], mails: [] })

type Point = () => Promise<void>

/** A store that works like a database: an entry and its effect are committed together or not at all. */
function storeOf({ entries, effects }: Database, point: Point): Store<Effect[]> {
  const isNext = ({ order, version }: Waiting): boolean => (entries.get(order)?.version ?? 0) === version - 1
  /** Rows locked by a transaction. The database releases the locks of a worker that died. */
  return {
    async waiting(query) {
      await point()
      const due = ({ dueMs }: Waiting): number => dueMs ?? Number.POSITIVE_INFINITY
      const rows =
        'order' in query
          ? [entries.get(query.order)].flatMap((entry) => entry ?? [])
          : [...entries.values()]
              .filter((entry) => due(entry) <= query.dueMs)
              .sort((one, other) => due(one) - due(other))
              .slice(0, query.limit)
      await point()
      return rows
    },
    async claim(entry) {
      await point()
      const isWritten = isNext(entry)
      if (isWritten) entries.set(entry.order, entry)
      await point()
      return isWritten
    },
    async done(entry, effect) {
      await point()
      const staged: Effect[] = []
      await point()
      // The handler's writes are prepared before the entry is compared, so the transaction that commits first wins.
      await effect(staged)
      await point()
      const isWritten = isNext(entry)
      if (isWritten) {
        entries.set(entry.order, entry)
        effects.push(...staged)
      }
      await point()
      return isWritten
    },
  }
}

/** A worker: a settlement that can die wherever it waits, and then does nothing more, like a killed process. */
export interface Worker {
  readonly settlement: Settlement
  readonly died: Promise<'died'>
  isDead(): boolean
}

/** The service, and the counts of its requests. */
export interface World {
  readonly mock: MockServer
  readonly database: Database
  readonly random: () => number
  /** The times at which each payment was read with an answer, by ref. */
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

/** Starts a worker. @param crashes - The probability that it dies at each wait. */
export function startWorker(world: World, crashes: number): Worker {
  const { mock, database, random, reads, nowMs } = world
  let isDead = false
  let die = (_: 'died'): void => {}
  const died = new Promise<'died'>((resolve) => {
    die = resolve
  })
  const point: Point = async () => {
    for (let turns = Math.floor(random() * 3); turns > 0; turns--) await Promise.resolve()
    if (!isDead && random() < crashes) {
      isDead = true
      die('died')
    }
    // A new promise each time. A shared one would keep every dead worker in memory.
    if (isDead) await new Promise<never>(() => {})
  }
  const transport: FetchLike = async (url, init) => {
    await point()
    const answer = await mock.fetch(url, init)
    const [, ref] = /\/payments\/(\w+)$/.exec(url) ?? []
    if (ref && answer.status === 200) reads.set(ref, [...(reads.get(ref) ?? []), nowMs()])
    await point()
    return answer
  }
  const note =
    (kind: Effect['kind']) =>
    async ({ order, key, tx }: { order: string; key: string; payment?: Payment; tx: Effect[] }) => {
      await point()
      tx.push({ kind, order, key })
      if (kind === 'paid') database.mails.push(key)
      await point()
    }
  const settlement = settle<Effect[]>({
    client,
    store: storeOf(database, point),
    fetch: transport,
    nowMs,
    sleep: point,
    onError: (error) => {
      throw error
    },
    on: {
      paid: note('paid'),
      failed: note('failed'),
      expired: note('expired'),
      review: note('review'),
      unpaid: note('unpaid'),
    },
  })
  return { settlement, died, isDead: () => isDead }
}
