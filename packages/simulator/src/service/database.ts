import { type CommitResult, createMemoryStore, type MemoryStore, type Plan, type Store } from '@cedi/ledger'
import type { SqlDriver } from '@cedi/ledger/stores/sql/driver'
import type { PersistentStore } from '@cedi/mock-server/service'
import type { Machine } from '../world/machine.js'
import type { World } from '../world/world.js'
import { type Ask, openDriver } from './driver.js'

/** The one database of all servers. What is written to it survives. */
export interface Database {
  readonly memory: MemoryStore
  /** One server's store: each statement takes time, and may get no answer. */
  storeFor(machine: Machine): PersistentStore
}

/** Called for each committed plan. */
export type OnCommit = (plan: Plan) => void

/** How often the database goes away, and for how long at most. */
const outages = 3
const longestOutageMs = 90_000

/**
 * Opens the database. The ledger's own memory store keeps the rows. Between it and a server is the ledger's own driver
 * layer, which sends a statement again after a conflict.
 */
export function openDatabase(world: World, onCommit: OnCommit): Database {
  const { time, faults, chance, calmFromMs, startMs } = world
  const memory = createMemoryStore()
  let awayUntilMs = 0
  for (let number = 1; number <= outages; number++) {
    const atMs = startMs + 60_000 + Math.floor(chance(`outage ${number}`) * (calmFromMs - startMs - 60_000))
    time.at(atMs, () => {
      if (!faults.strike(`outage ${number} of the database`, 'outage')) return
      awayUntilMs = time.nowMs() + Math.floor(chance(`outage ${number} lasts`) * longestOutageMs)
      world.story('database', `is away for ${Math.round((awayUntilMs - time.nowMs()) / 1000)} s`)
    })
  }

  const driverFor = (machine: Machine, ask: Ask): SqlDriver =>
    openDriver(world, machine, () => time.nowMs() < awayUntilMs, ask)

  return {
    memory,
    storeFor(machine) {
      const asked = new Map<string, () => Promise<unknown>>()
      const driver = driverFor(machine, (statement) => (asked.get(statement) as () => Promise<unknown>)())
      let number = 0
      async function query<Answer>(kind: string, ask: () => Promise<Answer>): Promise<Answer> {
        const statement = `${kind} ${++number}`
        asked.set(statement, ask)
        try {
          const [row] = await driver.query(statement)
          return row?.['answer'] as Answer
        } finally {
          asked.delete(statement)
        }
      }
      const store: Store = {
        get: (...query_) => query('get', () => memory.get(...query_)),
        list: (...query_) => query('list', () => memory.list(...query_)),
        commit: (plan) => query('commit', () => commit(plan)),
      }
      return {
        ...store,
        snapshot: async () => memory.snapshot(),
        restore: async (snapshot) => memory.restore(snapshot),
        clear: async () => memory.clear(),
        deleteExpiredKeys: (merchant, nowMs) =>
          query('deleteExpiredKeys', async () => memory.deleteExpiredKeys(merchant, nowMs)),
        ping: () => query('ping', async () => {}),
      }
    },
  }

  async function commit(plan: Plan): Promise<CommitResult> {
    const result = await memory.commit(plan)
    if (result.outcome === 'ok') onCommit(plan)
    return result
  }
}
