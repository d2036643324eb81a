import { describeValue } from '@cedi/contract/options'
import type { TrackedOrder } from './tracked-order.js'

/** Query for due orders, longest due first, or for one order. */
export type TrackedOrderQuery = { readonly dueMs: number; readonly limit: number } | { readonly order: string }

/**
 * Storage of the tracked orders: two functions over one table. `@cedi/client/settle/memory`, `@cedi/client/settle/pg`,
 * `@cedi/client/settle/sqlite` and `@cedi/client/settle/d1` implement it.
 *
 * @typeParam Tx - Transaction object that the handlers receive.
 * @decision 0061
 */
export interface Store<Tx = undefined> {
  /**
   * Reads orders.
   *
   * @param query - `dueMs` and `limit` for the orders whose `dueMs` is at or before that time; `order` for one order.
   */
  find(query: TrackedOrderQuery): Promise<readonly TrackedOrder[]>
  /**
   * Writes an order atomically if the stored one has the previous version or, for version 1, if none is stored.
   *
   * @param effect - Runs in the same transaction after the order is written. It does not run on a version conflict.
   * @returns Whether the order was written.
   * @throws The error of `effect`. Then nothing is written.
   */
  save(tracked: TrackedOrder, effect?: (tx: Tx) => unknown): Promise<boolean>
}

/**
 * Wraps a store to validate its results. A `save` that returns nothing would otherwise count as a version conflict, and
 * the update would be repeated forever.
 */
export const withResultChecks = <Tx>(store: Store<Tx>): Store<Tx> => ({
  async find(query) {
    const found: unknown = await store.find(query)
    if (Array.isArray(found)) return found
    throw new TypeError(`find of the store must return an array of tracked orders. Got ${describeValue(found)}.`)
  },
  async save(tracked, effect) {
    const isWritten: unknown = await store.save(tracked, effect)
    if (typeof isWritten === 'boolean') return isWritten
    throw new TypeError(`save of the store must return true or false. Got ${describeValue(isWritten)}.`)
  },
})
