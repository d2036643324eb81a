import { createMemoryStore } from '@cedi/mock-server/internal'
import type { AccessTokenStore, SandboxStore } from '@cedi/sandbox'
import type { Cookie } from './cookies.js'
import type { StateStorage, StoredState } from './state-storage.js'

/** Stored data besides the ledger. */
interface BrowserState {
  readonly cookies: readonly Cookie[]
  readonly clockOffsetMs: number
}

/** In-memory store that persists every change before it returns. */
export interface PlaygroundStore extends SandboxStore {
  readonly accessTokens: AccessTokenStore
  /** Returns cookies and clock offset. */
  browserState(): BrowserState
  /** Updates cookies or clock offset. */
  updateBrowserState(changes: Partial<BrowserState>): Promise<void>
}

/** Error of an unavailable store. The service responds with 503, and the caller may retry. */
class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable'
  readonly code = 'store_unavailable'
}

const emptyState: StoredState = {
  version: 0,
  ledger: { version: 1, merchants: {} },
  accessTokens: [],
  cookies: [],
  clockOffsetMs: 0,
}

/**
 * Opens the playground's store.
 *
 * @param storage - Durable storage.
 * @param onChange - Called after each stored change.
 * @decision 0080
 */
export async function openStore(storage: StateStorage, onChange: () => void = () => {}): Promise<PlaygroundStore> {
  const memory = createMemoryStore()
  const tokenExpiries = new Map<string, number>()
  let { version, cookies, clockOffsetMs }: StoredState = emptyState

  async function load(): Promise<void> {
    const storedState = await storage.read()
    try {
      applyState(storedState ?? emptyState)
    } catch (error) {
      if (!(error instanceof TypeError)) throw error
      // State of another playground version: use the initial state, and overwrite the stored one with the next change.
      console.warn(`[playground] The stored state is unreadable, so the playground starts over: ${error.message}`)
      applyState({ ...emptyState, version: storedState?.version ?? 0 })
    }
  }
  function applyState(state: StoredState): void {
    memory.restore(state.ledger)
    tokenExpiries.clear()
    for (const [key, endMs] of state.accessTokens) tokenExpiries.set(key, endMs)
    version = state.version
    cookies = state.cookies
    clockOffsetMs = state.clockOffsetMs
  }

  async function save(): Promise<void> {
    const accessTokens = [...tokenExpiries]
    const state = { version: version + 1, ledger: memory.snapshot(), accessTokens, cookies, clockOffsetMs }
    const writeError = await storage.write(state, version).then(
      (isWritten) => (isWritten ? undefined : 'Another version of the playground has changed the state.'),
      (error: unknown) => String(error),
    )
    if (writeError === undefined) {
      version++
      onChange()
      return
    }
    // Discards the unsaved change.
    await load()
    throw new StoreUnavailable(`The browser could not store the change. Retry the request. ${writeError}`)
  }

  const { enqueue, waitForQueue } = createQueue()
  const runAndSave = <Value>(action: () => Value): Promise<Value> =>
    enqueue(async () => {
      const value = await action()
      await save()
      return value
    })

  await load()
  return {
    get: async (table, merchant, id) => {
      await waitForQueue()
      return memory.get(table, merchant, id)
    },
    list: async (table, merchant, query) => {
      await waitForQueue()
      return memory.list(table, merchant, query)
    },
    commit: (plan) =>
      enqueue(async () => {
        const result = await memory.commit(plan)
        if (result.outcome === 'ok') await save()
        return result
      }),
    snapshot: () => enqueue(() => memory.snapshot()),
    restore: (snapshot) => runAndSave(() => memory.restore(snapshot)),
    clear: () => runAndSave(() => memory.clear()),
    deleteExpiredKeys: (merchant, nowMs) => memory.deleteExpiredKeys(merchant, nowMs),
    accessTokens: createAccessTokenStore(tokenExpiries, runAndSave, waitForQueue),
    browserState: () => ({ cookies, clockOffsetMs }),
    updateBrowserState: (changes) =>
      runAndSave(() => {
        cookies = changes.cookies ?? cookies
        clockOffsetMs = changes.clockOffsetMs ?? clockOffsetMs
      }),
  }
}

/** Creates a queue that runs changes one after the other; readers wait for pending changes. */
function createQueue() {
  let lastTask: Promise<unknown> = Promise.resolve()
  return {
    waitForQueue: async (): Promise<void> => void (await lastTask),
    enqueue<Value>(action: () => Value | Promise<Value>): Promise<Value> {
      const task = lastTask.then(action)
      lastTask = task.catch(() => {})
      return task
    },
  }
}

/** Creates the store of access tokens. */
function createAccessTokenStore(
  tokenExpiries: Map<string, number>,
  runAndSave: <Value>(action: () => Value) => Promise<Value>,
  waitForQueue: () => Promise<void>,
): AccessTokenStore {
  const toTokenKey = (merchant: string, id: string): string => `${merchant} ${id}`
  return {
    async has(merchant, id) {
      await waitForQueue()
      return tokenExpiries.has(toTokenKey(merchant, id))
    },
    create: ({ merchant, id, expiresMs }, nowMs) =>
      runAndSave(() => {
        for (const [key, end] of tokenExpiries) if (end <= nowMs) tokenExpiries.delete(key)
        tokenExpiries.set(toTokenKey(merchant, id), expiresMs)
      }),
    replace: (id, token) =>
      runAndSave(() => {
        const wasStored = tokenExpiries.delete(toTokenKey(token.merchant, id))
        if (wasStored) tokenExpiries.set(toTokenKey(token.merchant, token.id), token.expiresMs)
        return wasStored
      }),
    delete: (merchant, id) => runAndSave(() => void tokenExpiries.delete(toTokenKey(merchant, id))),
    clear: () => runAndSave(() => tokenExpiries.clear()),
  }
}
