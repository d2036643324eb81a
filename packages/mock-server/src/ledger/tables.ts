import { type AccountRow, accounts } from './tables/accounts.js'
import { type CounterRow, counters } from './tables/counters.js'
import { type EntryRow, entries } from './tables/entries.js'
import { type EventRow, events } from './tables/events.js'
import { type IdempotencyKeyRow, idempotencyKeys } from './tables/idempotency-keys.js'
import { type IntentRow, intents } from './tables/intents.js'
import { type KeyRow, keys } from './tables/keys.js'
import { type LicenseRow, licenses } from './tables/licenses.js'
import { type MerchantRow, merchants } from './tables/merchants.js'
import { type OrderRow, orders } from './tables/orders.js'
import { type PaymentRow, payments } from './tables/payments.js'
import { type PayoutRow, payouts } from './tables/payouts.js'
import { type ProductRow, products } from './tables/products.js'
import { type RefundRow, refunds } from './tables/refunds.js'
import type { Table } from './tables/table.js'

/**
 * The rows of every table of a store.
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
  idempotency_keys: IdempotencyKeyRow
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

interface Definitions {
  readonly merchants: typeof merchants
  readonly payments: typeof payments
  readonly intents: typeof intents
  readonly refunds: typeof refunds
  readonly payouts: typeof payouts
  readonly orders: typeof orders
  readonly products: typeof products
  readonly licenses: typeof licenses
  readonly keys: typeof keys
  readonly idempotency_keys: typeof idempotencyKeys
  readonly events: typeof events
  readonly counters: typeof counters
  readonly accounts: typeof accounts
  readonly entries: typeof entries
}

const records = {
  merchants,
  payments,
  intents,
  refunds,
  payouts,
  orders,
  products,
  licenses,
  keys,
  idempotency_keys: idempotencyKeys,
  events,
}
const definitions: Definitions = { ...records, counters, accounts, entries }

/** The tables that plans insert into, in the order in which stores process them. */
export const recordTables: readonly RecordTable[] = Object.keys(records) as RecordTable[]

/** Returns the definition of a table. */
export const getDefinition = (table: TableName): Table => definitions[table]

/** The columns by which a listing of each table can be filtered. */
export type FilterColumns = { readonly [T in TableName]: Definitions[T]['filters'][number] }

/** The time columns by which a listing of each table can be sorted. */
export type TimeColumns = {
  readonly [T in TableName as Definitions[T] extends { readonly times: unknown } ? T : never]: Definitions[T] extends {
    readonly times: readonly (infer Column)[]
  }
    ? Column
    : never
}

/** Columns to which plans may add, so that two plans do not conflict. Each has a constraint. */
export type AddColumns = {
  readonly [T in RecordTable as Definitions[T] extends { readonly addableColumns: unknown }
    ? T
    : never]: Definitions[T] extends { readonly addableColumns: readonly (infer Column)[] } ? Column : never
}

/** A unique column. */
export type UniqueColumn = {
  [T in RecordTable]: Definitions[T] extends { readonly unique: { readonly column: infer Column } } ? Column : never
}[RecordTable]

/** Returns the unique column of a table, and whether it is unique over all merchants. */
export function getUniqueColumn(
  table: RecordTable,
): { readonly column: UniqueColumn; readonly isGlobal: boolean } | undefined {
  return getDefinition(table).unique as { column: UniqueColumn; isGlobal: boolean } | undefined
}
