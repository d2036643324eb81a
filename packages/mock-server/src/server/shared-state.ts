import { makePlan, type Snapshot, type Store } from '@cedi/ledger'
import type { Clock } from '../service/clock.js'
import type { ServerSnapshot } from './snapshot.js'

/**
 * A store that outlives the server, or that several servers share: what `openSqlStore` of `@cedi/ledger/sql` returns.
 *
 * @decision 0034
 */
export interface PersistentStore extends Store {
  /** All of its data. */
  snapshot(): Promise<Snapshot>
  /** Replaces everything. */
  restore(snapshot: Snapshot): Promise<void>
  /** Deletes everything. */
  clear(): Promise<void>
  /** Deletes a merchant's expired idempotency keys. */
  deleteExpiredKeys?(merchant: string, nowMs: number): unknown
  /** Fails when the store cannot be reached. */
  ping?(): Promise<void>
}

/** State that the servers on one store share besides the records: the manual clock and request numbers. */
export interface Shared {
  readonly clock: Clock
  /** Reads how far others have moved the clock. */
  refresh(): Promise<void>
  /** A number that no other server gives to a request. */
  nextRequest(): Promise<number>
  /** The number of this server's last request. */
  requests(): number
  /** Returns the content of a store after a restore: the clock is restored together with the records. */
  ledgerOf(snapshot: ServerSnapshot): Snapshot
  /** Starts again on a store that was emptied or replaced. */
  restart(requests?: number): Promise<void>
}

/** The owner of the counters: no merchant can have this name. */
const owner = '~server'
/** Size of a block of numbers that a server reserves, so that not every request reads the store. */
const block = 1000

/**
 * Puts the clock and the request numbers into a store.
 *
 * @param clock - A real clock is left alone; a manual one moves for all servers.
 * @param startMs - Where a manual clock starts.
 */
export function shareState(store: Store, clock: Clock | undefined, startMs: number): Shared {
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
      nowMs = await move('clock', (stood) => Math.max(stood || startMs, to(stood || startMs)))
      return nowMs
    },
  }
  // One caller at a time takes the next block; the others wait for it.
  let taking: Promise<void> | undefined
  async function takeBlock(): Promise<void> {
    end = await move('requests', (stood) => stood + block)
    last = end - block
  }

  async function refresh(): Promise<void> {
    if (!clock) nowMs = (await read('clock')) || startMs
  }

  return {
    clock: clock ?? manual,
    refresh,
    async nextRequest() {
      while (last >= end) {
        taking ??= takeBlock().finally(() => {
          taking = undefined
        })
        await taking
      }
      last += 1
      return last
    },
    requests: () => last,
    ledgerOf({ ledger, now, requests }) {
      const counters = { ...(!clock && { clock: Date.parse(now) }), ...(requests && { requests }) }
      const own = { tables: {}, counters, accounts: {}, entries: [] }
      return { ...ledger, merchants: { ...ledger.merchants, [owner]: own } }
    },
    restart(requests = 0) {
      last = requests
      end = requests
      return refresh()
    },
  }
}

/** A snapshot without the servers' own data. */
export function withoutServer(snapshot: Snapshot): Snapshot {
  const { [owner]: _, ...merchants } = snapshot.merchants
  return { ...snapshot, merchants }
}

/** Whether an error means that the store cannot be reached now. */
export const isUnavailable = (error: unknown): error is Error =>
  (error as { code?: unknown } | undefined)?.code === 'store_unavailable'
