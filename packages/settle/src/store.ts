import type { Waiting } from './waiting.js'

/** Which orders: those that are due, the longest due first; or one, due or not. */
export type WaitingQuery = { readonly dueMs: number; readonly limit: number } | { readonly order: string }

/**
 * Where a shop keeps the orders whose money it waits for: three functions over one table. Ready ones are in
 * `@cedi/settle/memory`, `@cedi/settle/pg` and `@cedi/settle/sqlite`.
 *
 * @typeParam Tx - What the shop writes with inside the transaction of `done`.
 * @decision 0061
 */
export interface Store<Tx = undefined> {
  /**
   * Reads orders.
   *
   * @param query - Those that are due (`dueMs` of the entry is at or below `dueMs` of the query), or one by its id.
   */
  waiting(query: WaitingQuery): Promise<readonly Waiting[]>
  /**
   * Writes an entry in one step, if nobody has since it was read: the one there has the version before, or, for version
   * 1, there is none.
   *
   * @returns Whether it was written.
   */
  claim(entry: Waiting): Promise<boolean>
  /**
   * The same, and `effect` in the same transaction: both are kept, or neither is. The effect is run after the entry was
   * written and before the transaction ends, and not at all where the entry was not written.
   *
   * @returns Whether it was written.
   * @throws What `effect` throws; then nothing was written.
   */
  done(entry: Waiting, effect: (tx: Tx) => unknown): Promise<boolean>
}
