import type { Account } from './accounts.js'
import type { Plan } from './plan.js'
import type {
  AccountRow,
  CounterRow,
  EntryRow,
  EventRow,
  IdempotencyRow,
  IntentRow,
  KeyRow,
  LicenseRow,
  MerchantRow,
  OrderRow,
  PaymentRow,
  PayoutRow,
  ProductRow,
  RefundRow,
} from './records.js'

/**
 * Every table of a store. Each begins with the merchant.
 *
 * @decision 0014
 */
export interface Tables {
  merchants: MerchantRow
  payments: PaymentRow
  intents: IntentRow
  refunds: RefundRow
  payouts: PayoutRow
  orders: OrderRow
  products: ProductRow
  licenses: LicenseRow
  keys: KeyRow
  idempotency: IdempotencyRow
  events: EventRow
  /** Written through `plan.counters`. */
  counters: CounterRow
  /** Written by the store with each entry. */
  accounts: AccountRow
  /** Written through `plan.entries`. */
  entries: EntryRow
}

/** The name of a table. */
export type TableName = keyof Tables

/** A table that plans insert into and move. */
export type RecordTable = Exclude<TableName, 'counters' | 'accounts' | 'entries'>

/** A row as a store hands it out: frozen; a change is a new row. */
export type Row<T extends TableName> = Readonly<Tables[T]>

/** The columns by which each table can be filtered: the indexes that a store keeps. */
export interface FilterColumns {
  merchants: 'handle'
  payments: 'status' | 'intent_id'
  intents: 'status'
  refunds: 'payment_ref' | 'status'
  payouts: 'status'
  orders: 'base_status'
  products: 'slug' | 'active'
  licenses: 'key_hash' | 'payment_ref'
  keys: 'hash'
  idempotency: never
  events: 'ref'
  counters: never
  accounts: never
  entries: 'source' | 'kind'
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
   * `due_ms` first, then lowest id. Ids compare by character code (`COLLATE "C"`).
   */
  readonly order?: 'newest' | 'oldest' | 'due'
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
export type Bound =
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
      readonly column: 'id' | 'slug' | 'handle' | 'hash' | 'key_hash' | 'source'
    }
  | { readonly outcome: 'guard'; readonly crossed: Account | Bound; readonly id: string }

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
