import { makePlan, type Snapshot, type Store } from '@cedi/ledger'
import type { Clock } from './clock.js'

/**
 * A store that outlives the server, or that several servers share: what `openSqlStore` of `@cedi/ledger/sql` gives.
 *
 * @decision 0034
 */
export interface KeptStore extends Store {
  /** Everything that is in it. */
  snapshot(): Promise<Snapshot>
  /** Replaces everything. */
  restore(snapshot: Snapshot): Promise<void>
  /** Forgets everything. */
  clear(): Promise<void>
  /** Takes away a merchant's answers whose Idempotency-Keys are no longer remembered. */
  forget?(merchant: string, nowMs: number): unknown
  /** Fails when the store cannot be reached. */
  ping?(): Promise<void>
}

/** What the servers on one store have in common besides the records: the manual clock, and numbers of requests. */
export interface Shared {
  readonly clock: Clock
  /** Reads how far the others have moved the clock. */
  refresh(): Promise<void>
  /** A number that no other server gives to a request. */
  nextRequest(): Promise<number>
  /** How many numbers this server's last request stands at. */
  requests(): number
  /** Starts again on a store that was emptied or replaced. */
  restart(nowMs?: number, requests?: number): Promise<void>
}

/** Whose counters they are: no merchant can have this name. */
const owner = '~server'
/** So many numbers a server takes at once, so that not every request has to ask for one. */
const block = 1000

/**
 * Puts the clock and the numbers of requests into a store.
 *
 * @param clock - A real clock is left alone; a manual one is moved for all servers.
 * @param startMs - Where a manual clock starts.
 */
export function shareState(store: Store, clock: Clock | undefined, startMs: number): Shared {
  let nowMs = startMs
  let [last, end] = [0, 0]
  const read = async (name: string) => (await store.get('counters', owner, name))?.value ?? 0

  /** Moves a counter on; `undefined` when it is far enough. Gives where it stood. */
  async function move(name: string, to: (from: number) => number | undefined): Promise<number> {
    for (;;) {
      const from = await read(name)
      const next = to(from)
      if (next === undefined) return from
      const { outcome } = await store.commit(makePlan(owner, { counters: [{ name, from, to: next }] }))
      if (outcome === 'ok') return from
    }
  }

  const moveClock = async (ms: number) => {
    await move('clock', (from) => (from < ms ? ms : undefined))
    nowMs = ms
  }
  const manual: Clock = {
    kind: 'manual',
    nowMs: () => nowMs,
    set: async (ms) => {
      if (ms < nowMs) throw new RangeError('A clock does not go back.')
      await moveClock(ms)
    },
  }
  // One at a time takes the next block; the others wait for it.
  let taking: Promise<void> | undefined
  async function takeBlock(): Promise<void> {
    const from = await move('requests', (stood) => stood + block)
    last = from
    end = from + block
  }

  return {
    clock: clock ?? manual,
    async refresh() {
      if (!clock) nowMs = (await read('clock')) || startMs
    },
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
    async restart(ms, requests = 0) {
      last = requests
      end = requests
      if (requests > 0) await move('requests', (stood) => (stood < requests ? requests : undefined))
      nowMs = startMs
      if (ms !== undefined && !clock) await moveClock(ms)
    },
  }
}

/** A snapshot without what is the servers' own. */
export function withoutServer(snapshot: Snapshot): Snapshot {
  const { [owner]: _, ...merchants } = snapshot.merchants
  return { ...snapshot, merchants }
}

/** Whether an error means that the store cannot be reached now. */
export const isUnavailable = (error: unknown): error is Error =>
  (error as { code?: unknown } | undefined)?.code === 'store_unavailable'
