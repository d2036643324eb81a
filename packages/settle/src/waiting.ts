/** What is known of one payment. `review`: money that a person has to look at. */
export type PaymentState = 'pending' | 'paid' | 'failed' | 'expired' | 'review'

/** Where an order stands, for its page. `open`: nobody has tried to pay it. */
export type OrderState = PaymentState | 'open'

/**
 * An order whose money is waited for, as a store keeps it: JSON. A store reads `order`, `version` and `dueMs` and leaves
 * the rest as it is.
 */
export interface Waiting {
  /** The shop's own id of the order. The payment carries it as `metadata.order`. */
  readonly order: string
  /** One more with each change; the first is 1. */
  readonly version: number
  /** When it is to be looked at; null when it is settled. */
  readonly dueMs: number | null
  /** What the buyer was asked to pay, in GH₵. A later checkout may ask for another amount. */
  readonly amounts: readonly number[]
  /** When the buyer was asked. */
  readonly sinceMs: number
  /** After this no payment of it begins: its checkout is over. */
  readonly untilMs: number
  /** Up to here the service's orders were searched for its payments. */
  readonly searchedMs: number
  /** How many looks its buyer has caused. */
  readonly returns: number
  /** When the buyer caused the last one. */
  readonly returnedMs: number
  /** When its pending payments expire; 0 when that is not known. */
  readonly expiresMs: number
  /** Whether its end without money was told. */
  readonly isOver: boolean
  /** Its payments by ref. */
  readonly payments: Readonly<Record<string, PaymentState>>
}

/** Whether one of its payments may still be approved. */
export const isPending = (entry: Waiting): boolean => Object.values(entry.payments).includes('pending')

/**
 * Where an order stands.
 *
 * @param entry - The order.
 * @returns The state for its page: money that arrived goes before money that may.
 */
export function stateOf(entry: Waiting): OrderState {
  const states = Object.values(entry.payments)
  const order: readonly OrderState[] = ['paid', 'pending', 'review', 'failed', 'expired']
  return order.find((state) => states.includes(state as PaymentState)) ?? 'open'
}
