import { makePlan, type Snapshot, type Store } from '../ledger/index.js'
import type { Clock } from '../service/clock.js'
import type { ServerSnapshot } from './snapshot.js'

/**
 * A persistent store, which several servers may share, such as from `openSqlStore` of `@cedi/sandbox/stores`.
 *
 * @decision 0034
 */
export interface PersistentStore extends Store {
  /** Reads all data. */
  snapshot(): Promise<Snapshot>
  /** Replaces everything. */
  restore(snapshot: Snapshot): Promise<void>
  /** Deletes everything. */
  clear(): Promise<void>
  /** Deletes a merchant's expired idempotency keys. */
  deleteExpiredKeys?(merchant: string, nowMs: number): unknown
  /** Fails if the store is unavailable. */
  ping?(): Promise<void>
}

/** State that the servers on one store share besides the records: the manual clock and request numbers. */
export interface SharedState {
  readonly clock: Clock
  /** Reads the clock, which other servers may have advanced. */
  refresh(): Promise<void>
  /** Returns a request number that is unique over all servers. */
  nextRequest(): Promise<number>
  /** Returns the number of this server's last request. */
  lastRequestNumber(): number
  /** Returns the content of a store after a restore: the clock is restored together with the records. */
  toLedgerSnapshot(snapshot: ServerSnapshot): Snapshot
  /** Resets the state after the store was cleared or restored. */
  restart(requests?: number): Promise<void>
}

/** The owner of the counters: no merchant can have this name. */
const owner = '~server'
/** Size of a block of numbers that a server reserves, so that not every request reads the store. */
const blockSize = 1000

/**
 * Creates the shared state in a store.
 *
 * @param clock - A real clock; undefined for a manual clock that all servers share.
 * @param startMs - Initial time of a manual clock.
 */
export function shareState(store: Store, clock: Clock | undefined, startMs: number): SharedState {
  let nowMs = startMs
  let [last, end] = [0, 0]
  const read = async (name: string) => (await store.get('counters', owner, name))?.value ?? 0

  /** Moves a counter forward, unless it is already further. Returns its value. */
  async function move(name: string, to: (from: number) => number): Promise<number> {
    for (;;) {
      const from = await read(name)
      const next = to(from)
      if (next <= from) return from
      const { outcome } = await store.commit(makePlan(owner, { counters: [{ name, from, to: next }] }))
      if (outcome === 'ok') return next
    }
  }

  const manual: Clock = {
    kind: 'manual',
    nowMs: () => nowMs,
    async move(to) {
      nowMs = await move('clock', (current) => Math.max(current || startMs, to(current || startMs)))
      return nowMs
    },
  }
  // One caller at a time takes the next block; the others wait for it.
  let reserving: Promise<void> | undefined
  async function reserveBlock(): Promise<void> {
    end = await move('requests', (current) => current + blockSize)
    last = end - blockSize
  }

  async function refresh(): Promise<void> {
    if (!clock) nowMs = (await read('clock')) || startMs
  }

  return {
    clock: clock ?? manual,
    refresh,
    async nextRequest() {
      while (last >= end) {
        reserving ??= reserveBlock().finally(() => {
          reserving = undefined
        })
        await reserving
      }
      last += 1
      return last
    },
    lastRequestNumber: () => last,
    toLedgerSnapshot({ ledger, now, requests }) {
      const counters = { ...(!clock && { clock: Date.parse(now) }), ...(requests && { requests }) }
      const serverData = { tables: {}, counters, accounts: {}, entries: [] }
      return { ...ledger, merchants: { ...ledger.merchants, [owner]: serverData } }
    },
    restart(requests = 0) {
      last = requests
      end = requests
      return refresh()
    },
  }
}

/** Removes the data of the servers from a snapshot. */
export function withoutServer(snapshot: Snapshot): Snapshot {
  const { [owner]: _, ...merchants } = snapshot.merchants
  return { ...snapshot, merchants }
}

/** Returns whether an error means that the store is unavailable. */
export const isUnavailable = (error: unknown): error is Error =>
  (error as { code?: unknown } | undefined)?.code === 'store_unavailable'
