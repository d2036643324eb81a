import type { Payment } from '@cedi/client'
import type { ReviewReason } from './assessment.js'

/** Event that a handler receives. */
export interface SettlementEvent<Tx> {
  /** The shop's order. */
  readonly order: string
  /** The payment as returned by the service. */
  readonly payment: Payment
  /** Idempotency key of the event, for effects outside the transaction such as an email. Repeated calls get the same key. */
  readonly key: string
  /** Transaction of the store. Writes with it take effect once, even after a crash. */
  readonly tx: Tx
}

/**
 * Handlers of the shop. Each runs inside the transaction that records its event. If it throws, or the process dies,
 * nothing is recorded and the handler runs again. `paid` may follow `failed`, `expired` and `unpaid`, because a payment
 * may arrive late. A handler must not await `check`, `record` or `track` for the same order: the call would wait for
 * the handler's transaction, and never return.
 *
 * @decision 0061
 */
export interface Handlers<Tx> {
  /** Delivers the order: it is paid in full, for the first time. */
  paid(event: SettlementEvent<Tx>): unknown
  /** Handles a failed payment. The buyer may try again. */
  failed?(event: SettlementEvent<Tx>): unknown
  /** Handles a payment that was not approved in time. The buyer may try again. */
  expired?(event: SettlementEvent<Tx>): unknown
  /** Handles a payment that needs a manual review. */
  review?(event: SettlementEvent<Tx> & { readonly reason: ReviewReason }): unknown
  /** Handles an order whose checkout has ended without a payment, for example to release the stock. */
  unpaid?(event: Omit<SettlementEvent<Tx>, 'payment'>): unknown
}
