import type { Store } from '../store.js'
import type { Waiting } from '../waiting.js'

/**
 * A store in memory: for tests, scripts, and shops whose orders end with the process.
 *
 * @returns An empty store. `tx` is undefined: a handler's writes take effect when it returns.
 * @decision 0061
 */
export function memoryStore(): Store {
  const entries = new Map<string, Waiting>()
  /** The orders whose effect is running: other callers wait. */
  const turns = new Map<string, Promise<unknown>>()

  const isNext = ({ order, version }: Waiting): boolean => (entries.get(order)?.version ?? 0) === version - 1
  async function inTurn<T>(order: string, work: () => Promise<T>): Promise<T> {
    const before = turns.get(order)
    const mine = (before ?? Promise.resolve()).then(work)
    const quiet = mine.catch(() => {})
    turns.set(order, quiet)
    try {
      return await mine
    } finally {
      // Stryker disable next-line ConditionalExpression: a finished turn blocks nothing, deleting it only frees memory.
      if (turns.get(order) === quiet) turns.delete(order)
    }
  }
  const write = (entry: Waiting, effect?: (tx: undefined) => unknown): Promise<boolean> =>
    inTurn(entry.order, async () => {
      if (!isNext(entry)) return false
      await effect?.(undefined)
      entries.set(entry.order, entry)
      return true
    })
  return {
    async waiting(query) {
      if ('order' in query) {
        const entry = entries.get(query.order)
        return entry ? [entry] : []
      }
      const dueMs = (entry: Waiting): number => entry.dueMs ?? Number.POSITIVE_INFINITY
      const due = [...entries.values()].filter((entry) => dueMs(entry) <= query.dueMs)
      return due.sort((one, other) => dueMs(one) - dueMs(other)).slice(0, query.limit)
    },
    claim: (entry) => write(entry),
    done: write,
  }
}
