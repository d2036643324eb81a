import type { Account } from './accounts.js'
import type { Plan } from './plan.js'
import type { FilterColumns, Row, TableName, Tables, TimeColumns, UniqueColumn } from './tables.js'

/** Where a row stands in a listing: what a cursor holds. */
export interface Place {
  /** The time by which it is listed, if by one. */
  readonly ms?: number
  readonly id: string
  readonly merchant: string
}

/**
 * Which rows, and in which order.
 *
 * @decision 0010
 */
export interface ListQuery<T extends TableName = TableName> {
  /** At most so many rows; a whole number from 1. */
  readonly limit: number
  /**
   * `newest` (the default): highest id first. `oldest`: lowest id first. `due`, for events only: earliest
   * `due_ms` first, then lowest id. Ids, and merchants who have the same one, compare by character code (`COLLATE "C"`).
   */
  readonly order?: 'newest' | 'oldest' | 'due'
  /** The time to go by instead of the id, which says nothing about time among several merchants. Rows without it are left out. */
  readonly by?: T extends keyof TimeColumns ? TimeColumns[T] : never
  /** Only rows that come after this one in the order, which need not be there any more: the cursor among all merchants. */
  readonly past?: Place
  /** Only rows whose id is lower: the cursor of `newest`. */
  readonly before?: string
  /** Only rows whose id is higher: the cursor of `oldest`. */
  readonly after?: string
  /** Only rows that hold exactly these values. */
  readonly where?: { readonly [C in FilterColumns[T]]?: Tables[T][C & keyof Tables[T]] }
  /** Events only: those whose `due_ms` is not later. */
  readonly dueUntilMs?: number
}

/** A bound that the store keeps on a column that plans add to. */
export type Constraint =
  | 'payments.refunded_pesewas'
  | 'payments.refund_reserved_pesewas'
  | 'orders.refunded_pesewas'
  | 'orders.refund_reserved_pesewas'
  | 'products.stock'
  | 'licenses.activations'

/**
 * What became of a plan. Unless it is `ok`, nothing was written. When several apply, the first in the order
 * conflict, duplicate, guard is told.
 *
 * - `conflict`: a row to move or remove, or a counter, is not what the plan was made for. Read and plan again.
 * - `duplicate`: an inserted id, a unique column, or the (source, kind) of an entry exists already.
 * - `guard`: an account would hold less than nothing, or a column would cross its bound.
 *
 * @decision 0014
 */
export type CommitResult =
  | { readonly outcome: 'ok' /** The merchant's last entry. */; readonly sequence: number }
  | { readonly outcome: 'conflict'; readonly table: TableName; readonly id: string }
  | {
      readonly outcome: 'duplicate'
      readonly table: TableName
      readonly id: string
      readonly column: 'id' | UniqueColumn | 'source'
    }
  | { readonly outcome: 'guard'; readonly violated: Account | Constraint; readonly id: string }

/**
 * The port between the ledger and what keeps it.
 *
 * A store commits a plan in one step or refuses it, sees its own writes, and shows no half of a plan to anybody.
 * The times of entries never go back within a merchant: an entry takes the later of its own and the previous time.
 *
 * @decision 0014
 */
export interface Store {
  /** Reads one row. With `merchant` null, whichever merchant holds the id. */
  get<T extends TableName>(table: T, merchant: string | null, id: string): Promise<Row<T> | undefined>
  /** Reads some rows. With `merchant` null, those of all merchants. */
  list<T extends TableName>(table: T, merchant: string | null, query: ListQuery<T>): Promise<Row<T>[]>
  /** Writes a plan, whole or not at all. */
  commit(plan: Plan): Promise<CommitResult>
}
