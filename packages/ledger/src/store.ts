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
  /** By merchant. */
  merchants: MerchantRow
  /** Money that buyers pay. */
  payments: PaymentRow
  /** Checkout intents. */
  intents: IntentRow
  /** Requests to give money back. */
  refunds: RefundRow
  /** Money that leaves to a wallet. */
  payouts: PayoutRow
  /** What buyers bought. */
  orders: OrderRow
  /** What merchants sell. */
  products: ProductRow
  /** The license keys that belong to it. */
  licenses: LicenseRow
  /** API keys. */
  keys: KeyRow
  /** Answers kept under an Idempotency-Key. */
  idempotency: IdempotencyRow
  /** What is due later. */
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
  /** By merchant. */
  merchants: 'handle'
  /** Money that buyers pay. */
  payments: 'status' | 'intent_id' | 'late_money'
  /** Checkout intents. */
  intents: 'status'
  /** Requests to give money back. */
  refunds: 'payment_ref' | 'status'
  /** Money that leaves to a wallet. */
  payouts: 'status'
  /** What buyers bought. */
  orders: 'base_status'
  /** What merchants sell. */
  products: 'slug' | 'active'
  /** The license keys that belong to it. */
  licenses: 'key_hash' | 'payment_ref'
  /** API keys. */
  keys: 'hash'
  /** Answers kept under an Idempotency-Key. */
  idempotency: never
  /** What is due later. */
  events: 'ref'
  /** Numbers that only grow: the sequences of ids. */
  counters: never
  /** Balances, by account. */
  accounts: 'id'
  /** What is recorded in the ledger. */
  entries: 'source' | 'kind'
}

/** The times by which a table can be listed. */
export interface TimeColumns {
  /** Money that buyers pay. */
  payments: 'created_ms'
  /** Requests to give money back. */
  refunds: 'created_ms' | 'resolved_ms'
  /** Money that leaves to a wallet. */
  payouts: 'created_ms' | 'resolved_ms'
  /** What is recorded in the ledger. */
  entries: 'at_ms'
}

/** Where a row stands in a listing: what a cursor holds. */
export interface Place {
  /** The time by which it is listed, if by one. */
  readonly ms?: number
  /** Names the row. */
  readonly id: string
  /** Whose it is. */
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
      /** How it ended. */
      readonly outcome: 'duplicate'
      /** Which table. */
      readonly table: TableName
      /** Names it; never used twice. */
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
