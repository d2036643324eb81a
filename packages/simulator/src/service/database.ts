import {
  type CommitResult,
  createMemoryStore,
  type MemoryStore,
  type PersistentStore,
  type Plan,
  type Store,
} from '@cedi/mock-server/internal'
import type { SqlDriver } from '@cedi/sandbox/stores/sql/driver'
import type { Machine } from '../world/machine.js'
import type { World } from '../world/world.js'
import { createDriver, type RunStatement } from './driver.js'

/** Shared database of all servers. It survives every crash. */
export interface Database {
  readonly memory: MemoryStore
  /** Returns the store of a server. Each statement takes time, and may fail. */
  storeFor(machine: Machine): PersistentStore
}

/** Called for each committed plan, with the time on the clock of the server. */
export type OnCommit = (plan: Plan, serverMs: number) => void

/** Number of outages, and the maximum duration of one. */
const outageCount = 3
const maxOutageMs = 90_000

/**
 * Creates the database. The ledger's memory store holds the rows. Between it and a server is the ledger's own driver
 * layer, which retries a statement after a conflict.
 */
export function createDatabase(world: World, onCommit: OnCommit): Database {
  const { time, faults, chance, faultsEndMs, startMs } = world
  const memory = createMemoryStore()
  let unavailableUntilMs = 0
  for (let number = 1; number <= outageCount; number++) {
    const atMs = startMs + 60_000 + Math.floor(chance(`outage ${number}`) * (faultsEndMs - startMs - 60_000))
    time.at(atMs, () => {
      if (!faults.inject(`outage ${number} of the database`, 'outage')) return
      unavailableUntilMs = time.nowMs() + Math.floor(chance(`outage ${number} lasts`) * maxOutageMs)
      world.log('database', `is unavailable for ${Math.round((unavailableUntilMs - time.nowMs()) / 1000)} s`)
    })
  }

  const driverFor = (machine: Machine, run: RunStatement): Pick<SqlDriver, 'query'> =>
    createDriver(world, machine, () => time.nowMs() < unavailableUntilMs, run)

  return {
    memory,
    storeFor(machine) {
      const statements = new Map<string, () => Promise<unknown>>()
      const driver = driverFor(machine, (statement) => (statements.get(statement) as () => Promise<unknown>)())
      let number = 0
      async function query<Result>(kind: string, run: () => Promise<Result>): Promise<Result> {
        const statement = `${kind} ${++number}`
        statements.set(statement, run)
        try {
          const [row] = await driver.query(statement)
          return row?.['result'] as Result
        } finally {
          statements.delete(statement)
        }
      }
      const store: Store = {
        get: (...args) => query('get', () => memory.get(...args)),
        list: (...args) => query('list', () => memory.list(...args)),
        commit: (plan) => query('commit', () => commit(plan, machine.nowMs())),
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

  async function commit(plan: Plan, serverMs: number): Promise<CommitResult> {
    const result = await memory.commit(plan)
    if (result.outcome === 'ok') onCommit(plan, serverMs)
    return result
  }
}
