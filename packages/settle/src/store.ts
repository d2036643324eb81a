import type { Waiting } from './waiting.js'

/** Which orders: the due ones, the longest due first; or one order, due or not. */
export type WaitingQuery = { readonly dueMs: number; readonly limit: number } | { readonly order: string }

/**
 * Where a shop stores the orders whose money it waits for: three functions over one table. There are ready-made stores
 * in `@cedi/settle/memory`, `@cedi/settle/pg`, `@cedi/settle/sqlite` and `@cedi/settle/d1`.
 *
 * @typeParam Tx - What the shop writes with, inside the transaction of `done`.
 * @decision 0061
 */
export interface Store<Tx = undefined> {
  /**
   * Reads orders.
   *
   * @param query - The due ones (the entry's `dueMs` is at or below the query's), or one by its id.
   */
  waiting(query: WaitingQuery): Promise<readonly Waiting[]>
  /**
   * Writes an entry in one step, if nobody has written since it was read: the stored one has the previous version or,
   * for version 1, there is none.
   *
   * @returns Whether it was written.
   */
  claim(entry: Waiting): Promise<boolean>
  /**
   * Does the same, with `effect` in the same transaction: both are kept, or neither. The effect runs after the entry is
   * written and before the transaction ends. It does not run if the entry was not written.
   *
   * @returns Whether it was written.
   * @throws What `effect` throws; then nothing was written.
   */
  done(entry: Waiting, effect: (tx: Tx) => unknown): Promise<boolean>
}
