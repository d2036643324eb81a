import type { Account } from './accounts.js'
import type { Plan } from './plan.js'
import type { FilterColumns, Row, TableName, Tables, TimeColumns, UniqueColumn } from './tables.js'

/** The position of a row in a listing: the content of a cursor. */
export interface Place {
  /** Value of the time column of the listing, if it has one. */
  readonly ms?: number
  readonly id: string
  readonly merchant: string
}

/**
 * Filter and order of a listing.
 *
 * @decision 0010
 */
export interface ListQuery<T extends TableName = TableName> {
  /** Maximum number of rows; an integer from 1. */
  readonly limit: number
  /**
   * `newest` (the default): highest id first. `oldest`: lowest id first. `due`, for events only: earliest
   * `due_ms` first, then lowest id. Ids, and merchants who have the same one, compare by character code (`COLLATE "C"`).
   */
  readonly order?: 'newest' | 'oldest' | 'due'
  /**
   * Time column to sort by instead of the id: ids of different merchants are not in order of time. Rows without the
   * time are omitted.
   */
  readonly by?: T extends keyof TimeColumns ? TimeColumns[T] : never
  /** Only rows after this position: the cursor of listings of all merchants. The row may have been deleted. */
  readonly past?: Place
  /** Only rows whose id is lower: the cursor of `newest`. */
  readonly before?: string
  /** Only rows whose id is higher: the cursor of `oldest`. */
  readonly after?: string
  /** Only rows with these values. */
  readonly where?: { readonly [C in FilterColumns[T]]?: Tables[T][C & keyof Tables[T]] }
  /** Only events whose `due_ms` is not later. */
  readonly dueUntilMs?: number
}

/** A constraint on a column that plans add to. */
export type Constraint =
  | 'payments.refunded_pesewas'
  | 'payments.refund_reserved_pesewas'
  | 'orders.refunded_pesewas'
  | 'orders.refund_reserved_pesewas'
  | 'products.stock'
  | 'licenses.activations'

/**
 * The reason why a plan was not committed. Nothing was written. If several apply, the first in the order conflict,
 * duplicate, constraint is reported.
 *
 * - `conflict`: a row to update or delete, or a counter, has changed. Read and plan again.
 * - `duplicate`: an inserted id, a unique value, or the (source, kind) of an entry exists already.
 * - `constraint`: the balance of a guarded account would be negative, or a column would violate its constraint.
 *
 * @decision 0014
 */
export type CommitFailure =
  | { readonly outcome: 'conflict'; readonly table: TableName; readonly id: string }
  | {
      readonly outcome: 'duplicate'
      readonly table: TableName
      readonly id: string
      readonly column: 'id' | UniqueColumn | 'source'
    }
  | { readonly outcome: 'constraint'; readonly violation: Account | Constraint; readonly id: string }

/** The result of a commit. @decision 0014 */
export type CommitResult =
  | { readonly outcome: 'ok' /** Sequence of the merchant's last entry. */; readonly sequence: number }
  | CommitFailure

/**
 * The storage interface of the ledger.
 *
 * A store commits a plan atomically or not at all, and reads its own writes. The times of a merchant's entries never
 * decrease: an entry gets the later of its time and the previous one.
 *
 * @decision 0014
 */
export interface Store {
  /** Reads one row. With `merchant` null, searches all merchants. */
  get<T extends TableName>(table: T, merchant: string | null, id: string): Promise<Row<T> | undefined>
  /** Reads some rows. With `merchant` null, those of all merchants. */
  list<T extends TableName>(table: T, merchant: string | null, query: ListQuery<T>): Promise<Row<T>[]>
  /** Commits a plan atomically. */
  commit(plan: Plan): Promise<CommitResult>
}
