import type { Account } from './accounts.js'

/**
 * One amount, debited to one account and credited to another, so that it always balances.
 *
 * @decision 0014
 */
export interface Posting {
  readonly debit: Account
  readonly credit: Account
  /** Greater than zero: debit and credit define the direction. */
  readonly amountPesewas: bigint
}

/** The kinds of entries. @decision 0014 */
export const entryKinds = [
  'payment_received',
  'payment_available',
  'provider_settled',
  'refund_requested',
  'refund_paid',
  'refund_rejected',
  'payout_requested',
  'payout_paid',
  'payout_failed',
  'late_money_received',
  'suspense_returned',
] as const

/**
 * The business event that an entry records.
 *
 * @decision 0014
 */
export type EntryKind = (typeof entryKinds)[number]

/**
 * Postings that are recorded atomically and never edited. Unique by merchant, source and kind.
 *
 * @decision 0014
 */
export interface Entry {
  readonly kind: EntryKind
  /** The id of the record that caused it: letters, digits and `._:@/-`, at most 200. */
  readonly source: string
  readonly postings: readonly Posting[]
  /** Time of the event. The store uses the time of the previous entry if that is later. */
  readonly atMs: number
  /** At most 200 characters, on one line. */
  readonly memo?: string
}
