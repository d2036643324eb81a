import type { Store } from '../store.js'
import type { TrackedOrder } from '../tracked-order.js'

/**
 * Creates a store in memory, for tests and scripts.
 *
 * @returns An empty store. `tx` is undefined: a handler's writes take effect immediately.
 * @decision 0061
 */
export function memoryStore(): Store {
  const orders = new Map<string, TrackedOrder>()
  /** The last pending write of each order. */
  const pending = new Map<string, Promise<unknown>>()

  const isNext = ({ order, version }: TrackedOrder): boolean => (orders.get(order)?.version ?? 0) === version - 1
  /** Runs the writes of one order one after the other. */
  async function enqueue<T>(order: string, write: () => Promise<T>): Promise<T> {
    const result = (pending.get(order) ?? Promise.resolve()).then(write)
    const settled = result.catch(() => {})
    pending.set(order, settled)
    try {
      return await result
    } finally {
      // Stryker disable next-line ConditionalExpression: a settled promise blocks nothing, deleting it only frees memory.
      if (pending.get(order) === settled) pending.delete(order)
    }
  }
  return {
    async find(query) {
      if ('order' in query) {
        const tracked = orders.get(query.order)
        return tracked ? [tracked] : []
      }
      const dueMs = (tracked: TrackedOrder): number => tracked.dueMs ?? Number.POSITIVE_INFINITY
      const due = [...orders.values()].filter((tracked) => dueMs(tracked) <= query.dueMs)
      return due.sort((one, other) => dueMs(one) - dueMs(other)).slice(0, query.limit)
    },
    save: (tracked, effect) =>
      enqueue(tracked.order, async () => {
        if (!isNext(tracked)) return false
        await effect?.(undefined)
        orders.set(tracked.order, tracked)
        return true
      }),
  }
}
