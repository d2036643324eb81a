import type { Payment } from '@cedi/client'
import type { Reason } from './judge.js'

/** What happened to a payment. */
export interface Settled<Tx> {
  /** The shop's order. */
  readonly order: string
  /** The payment, as the service shows it. */
  readonly payment: Payment
  /**
   * Identifies this event, and stays the same when it is repeated: for what cannot be written with `tx`, such as an
   * e-mail.
   */
  readonly key: string
  /** Writes within the transaction. What you write with it takes effect once, whatever crashes. */
  readonly tx: Tx
}

/**
 * Your shop's handlers. Each runs inside the transaction that records it. If it throws, or the process dies, nothing is
 * recorded and it runs again. `paid` may follow `failed`, `expired` and `unpaid`, because money can come late.
 *
 * @decision 0061
 */
export interface Handlers<Tx> {
  /** The order's money has arrived, all of it and for the first time: deliver. */
  paid(settled: Settled<Tx>): unknown
  /** A payment did not work. The buyer may try again. */
  failed?(settled: Settled<Tx>): unknown
  /** Nobody approved a payment in time. The buyer may try again. */
  expired?(settled: Settled<Tx>): unknown
  /** Money that a person has to look at. */
  review?(settled: Settled<Tx> & { readonly reason: Reason }): unknown
  /** The checkout has ended and nobody has paid: release the stock. */
  unpaid?(settled: Omit<Settled<Tx>, 'payment'>): unknown
}
