import { createMemoryStore } from '@cedi/ledger'
import type { AccessTokenStore, SandboxStore } from '@cedi/sandbox'
import type { Cookie } from './cookies.js'
import type { Kept, Shelf } from './shelf.js'

/** What is stored beside the ledger. */
interface Aside {
  readonly cookies: readonly Cookie[]
  readonly aheadMs: number
}

/** A ledger in memory. Every change is on the shelf before anybody is told of it. */
export interface KeptStore extends SandboxStore {
  readonly accessTokens: AccessTokenStore
  /** What is kept beside the ledger. */
  aside(): Aside
  /** Stores something else beside it. */
  keepAside(change: Partial<Aside>): Promise<void>
}

/** The error of a store that is away: the service answers 503, and the caller asks again. */
class StoreAway extends Error {
  override readonly name = 'StoreAway'
  readonly code = 'store_unavailable'
}

const nothing: Kept = { version: 0, ledger: { version: 1, merchants: {} }, passes: [], cookies: [], aheadMs: 0 }

/**
 * Opens the playground's store.
 *
 * @param shelf - Where it is kept.
 * @param changed - Called after each stored change.
 * @decision 0080
 */
export async function openStore(shelf: Shelf, changed: () => void = () => {}): Promise<KeptStore> {
  const memory = createMemoryStore()
  const ends = new Map<string, number>()
  let { version, cookies, aheadMs }: Kept = nothing

  async function load(): Promise<void> {
    const found = await shelf.read()
    try {
      take(found ?? nothing)
    } catch (error) {
      if (!(error instanceof TypeError)) throw error
      // From another version of the playground: what cannot be read is replaced, and overwritten with the next change.
      console.warn(`[playground] What was kept cannot be read, so it starts over: ${error.message}`)
      take({ ...nothing, version: found?.version ?? 0 })
    }
  }
  function take(kept: Kept): void {
    memory.restore(kept.ledger)
    ends.clear()
    for (const [key, endMs] of kept.passes) ends.set(key, endMs)
    version = kept.version
    cookies = kept.cookies
    aheadMs = kept.aheadMs
  }

  async function save(): Promise<void> {
    const kept = { version: version + 1, ledger: memory.snapshot(), passes: [...ends], cookies, aheadMs }
    const problem = await shelf.write(kept, version).then(
      (isWritten) => (isWritten ? undefined : 'Another version of the playground has written to it.'),
      (error: unknown) => String(error),
    )
    if (problem === undefined) {
      version++
      changed()
      return
    }
    // Shows nothing that the next worker would not know.
    await load()
    throw new StoreAway(`The browser did not keep what happened. ${problem}`)
  }

  const { inTurn, settled } = oneByOne()
  const change = <Value>(act: () => Value): Promise<Value> =>
    inTurn(async () => {
      const value = await act()
      await save()
      return value
    })

  await load()
  return {
    get: async (table, merchant, id) => {
      await settled()
      return memory.get(table, merchant, id)
    },
    list: async (table, merchant, query) => {
      await settled()
      return memory.list(table, merchant, query)
    },
    commit: (plan) =>
      inTurn(async () => {
        const result = await memory.commit(plan)
        if (result.outcome === 'ok') await save()
        return result
      }),
    snapshot: () => inTurn(() => memory.snapshot()),
    restore: (snapshot) => change(() => memory.restore(snapshot)),
    clear: () => change(() => memory.clear()),
    deleteExpiredKeys: (merchant, nowMs) => memory.deleteExpiredKeys(merchant, nowMs),
    accessTokens: passesIn(ends, change, settled),
    aside: () => ({ cookies, aheadMs }),
    keepAside: (other) =>
      change(() => {
        cookies = other.cookies ?? cookies
        aheadMs = other.aheadMs ?? aheadMs
      }),
  }
}

/** One change after the other; a reader waits for the change that is being stored. */
function oneByOne() {
  let turn: Promise<unknown> = Promise.resolve()
  return {
    settled: async (): Promise<void> => void (await turn),
    inTurn<Value>(act: () => Value | Promise<Value>): Promise<Value> {
      const mine = turn.then(act)
      turn = mine.catch(() => {})
      return mine
    },
  }
}

/** The sessions, in memory as in the sandbox, and stored. */
function passesIn(
  ends: Map<string, number>,
  change: <Value>(act: () => Value) => Promise<Value>,
  settled: () => Promise<void>,
): AccessTokenStore {
  const keyOf = (merchant: string, id: string): string => `${merchant} ${id}`
  return {
    async has(merchant, id) {
      await settled()
      return ends.has(keyOf(merchant, id))
    },
    create: ({ merchant, id, expiresMs }, nowMs) =>
      change(() => {
        for (const [key, end] of ends) if (end <= nowMs) ends.delete(key)
        ends.set(keyOf(merchant, id), expiresMs)
      }),
    replace: (id, pass) =>
      change(() => {
        const wasThere = ends.delete(keyOf(pass.merchant, id))
        if (wasThere) ends.set(keyOf(pass.merchant, pass.id), pass.expiresMs)
        return wasThere
      }),
    delete: (merchant, id) => change(() => void ends.delete(keyOf(merchant, id))),
    clear: () => change(() => ends.clear()),
  }
}
