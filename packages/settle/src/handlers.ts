import type { Payment } from '@cedi/client'
import type { Reason } from './judge.js'

/** What became of a payment. */
export interface Settled<Tx> {
  /** The shop's order. */
  readonly order: string
  /** The payment, as the service shows it. */
  readonly payment: Payment
  /** Names this event, and stays the same when it comes again: for what cannot be written with `tx`, such as an e-mail. */
  readonly key: string
  /** Writes within the transaction: what is written with it takes effect once, whatever crashes. */
  readonly tx: Tx
}

/**
 * What a shop does. Each is called inside the transaction that remembers it: when it throws, or the process dies, nothing
 * of it is kept, and it is called again. `paid` may follow `failed`, `expired` and `unpaid`: money comes late.
 *
 * @decision 0061
 */
export interface Handlers<Tx> {
  /** The money of an order is there, all of it and for the first time: give what was bought. */
  paid(settled: Settled<Tx>): unknown
  /** A payment did not work. The buyer may try again. */
  failed?(settled: Settled<Tx>): unknown
  /** Nobody approved a payment in time. The buyer may try again. */
  expired?(settled: Settled<Tx>): unknown
  /** Money that gives nothing by itself: a person has to look at it. */
  review?(settled: Settled<Tx> & { readonly reason: Reason }): unknown
  /** The checkout is over and nobody has paid: give the stock back. */
  unpaid?(settled: Omit<Settled<Tx>, 'payment'>): unknown
}
