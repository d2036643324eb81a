import type { Account } from './accounts.js'
import type { EntryKind } from './posting.js'
import type { PaymentRow } from './tables/payments.js'
import type { PayoutRow } from './tables/payouts.js'
import type { RefundRow } from './tables/refunds.js'
import type { TableName } from './tables.js'

/**
 * How far a merchant's books went: kept by whoever was told that something is recorded, and held against them later.
 *
 * @decision 0014
 */
export interface Checkpoint {
  readonly merchant: string
  /** The last entry; 0 when there was none. */
  readonly sequence: number
  /** Its hash, over which stand all entries before it. */
  readonly hash: string
}

/** The records that can be closed. */
export interface ClosableRows {
  payments: PaymentRow
  refunds: RefundRow
  payouts: PayoutRow
}
/** A table whose rows can be closed. */
export type ClosableTable = keyof ClosableRows

/** The tables whose rows can be closed. */
export const closableTables: readonly ClosableTable[] = ['payments', 'refunds', 'payouts']

/** Whether rows of a table can be closed. */
export const isClosable = (table: TableName): table is ClosableTable =>
  (closableTables as readonly TableName[]).includes(table)

/**
 * Where a merchant's books begin when what came before is closed: a checkpoint, what each account held at it, and what
 * the records said that were closed with it. It survives JSON; amounts are text.
 *
 * @decision 0096
 */
export interface Closing extends Checkpoint {
  /** All entries from before this moment are closed, and all records made before it that were over. */
  readonly beforeMs: number
  /** When the last closed entry was recorded; null when there is none. */
  readonly atMs: number | null
  /** What each account held then, and the last entry that touched it. */
  readonly accounts: { readonly [A in Account]?: readonly [balance: string, sequence: number] }
  /** What buyers paid, what went back to them or out to the merchant, by the records that are closed. */
  readonly sums: Readonly<Record<'collected' | 'returned' | 'refunded' | 'paidOut', string>>
  /** The lowest and the highest id that was closed, by table. */
  readonly ids: { readonly [T in ClosableTable]?: readonly [first: string, last: string] }
}

/** What a store knows of closed entries that it can still read. @decision 0099 */
export interface ClosedBooks {
  /** Each closing there was, the oldest first. */
  readonly closings: readonly Closing[]
  /** The last closed entry; 0 when there is none. */
  readonly through: number
  /** A closed entry whose event could be recorded again, which must not be; null when there is none. */
  readonly unguarded: number | null
  /** The last closed entry of a month that has no closing at it, which must not be; null when there is none. */
  readonly unnoted: number | null
  /** The kind and source of an event that would be refused as closed, and no closed entry is of it; null when there is none. */
  readonly stray: string | null
}

/** What a store has let go of: keep it elsewhere, or nowhere. @decision 0096 */
export interface Closed {
  readonly ok: true
  /** Where the books begin now. */
  readonly closing: Closing
  /** The canonical text and the hash of each entry, in their order. */
  readonly entries: readonly (readonly [text: string, hash: string])[]
  readonly rows: { readonly [T in ClosableTable]: readonly Readonly<ClosableRows[T]>[] }
}

/** Something was asked for that is closed, so that the store can no longer tell. @decision 0096 */
export class ClosedError extends Error {
  override readonly name = 'ClosedError'
  /** Always `closed`. */
  readonly code = 'closed'
}

/** The sums of a merchant of whom nothing is closed. */
export const noSums: Closing['sums'] = { collected: '0', returned: '0', refunded: '0', paidOut: '0' }

/** The record that an entry is about: its source is the id of one. A settlement has none. */
export function recordOf(kind: EntryKind): ClosableTable | undefined {
  if (kind === 'provider_settled') return undefined
  return kind.startsWith('refund_') ? 'refunds' : kind.startsWith('payout_') ? 'payouts' : 'payments'
}

/**
 * Whether nothing more will come of a record. Of a paid payment the money is available and no refund is open; money that
 * came late is back.
 */
export function isOver<T extends ClosableTable>(table: T, row: Readonly<ClosableRows[T]>): boolean {
  if (row.status === 'pending') return false
  if (table !== 'payments') return true
  const {
    status,
    available,
    late_money: late,
    refund_reserved_pesewas: reserved,
    refunded_pesewas,
  } = row as unknown as PaymentRow
  return late !== 'held' && (status !== 'succeeded' || (available && reserved === refunded_pesewas))
}

/** Whether an id may be one of those that are closed. */
export const isAmong = (range: readonly [first: string, last: string] | undefined, id: string): boolean =>
  range !== undefined && id >= range[0] && id <= range[1]

/** Says that something is closed. */
export const closedError = (table: TableName, id: string, { merchant, sequence }: Checkpoint): ClosedError =>
  new ClosedError(
    `${table} ${id} of ${merchant} was closed or never existed: all entries up to ${sequence} are closed. Read what was kept when the books were closed. (decision 0096)`,
  )
