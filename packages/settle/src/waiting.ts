/** What is known about one payment. `review`: a person has to look at the money. */
export type PaymentState = 'pending' | 'paid' | 'failed' | 'expired' | 'review'

/** An order's state, for its page. `open`: nobody has tried to pay it. */
export type OrderState = PaymentState | 'open'

/**
 * An order that waits for money, as a store keeps it: JSON. A store reads `order`, `version` and `dueMs` and leaves the
 * rest as it is.
 */
export interface Waiting {
  /** The shop's own id of the order. The payment carries it as `metadata.order`. */
  readonly order: string
  /** One more with each change; the first is 1. */
  readonly version: number
  /** When to check it next; null when it is settled. */
  readonly dueMs: number | null
  /** What the buyer was asked to pay, in GH₵. A later checkout may ask for another amount. */
  readonly amounts: readonly number[]
  /** When the buyer was asked. */
  readonly sinceMs: number
  /** No payment of it begins after this: its checkout has ended. */
  readonly untilMs: number
  /** The service's orders were searched for its payments up to this time. */
  readonly searchedMs: number
  /** How many checks its buyer has caused. */
  readonly returns: number
  /** When the buyer caused the last one. */
  readonly returnedMs: number
  /** When its pending payments expire; 0 when that is not known. */
  readonly expiresMs: number
  /** Whether the shop was told that it ended without money. */
  readonly isOver: boolean
  /** Its payments by ref. */
  readonly payments: Readonly<Record<string, PaymentState>>
}

/** Whether the shop asked for its money. */
export const isFollowed = ({ amounts }: Waiting): boolean => amounts.length > 0

/** Whether the service is not asked about such a payment again: its money has arrived. */
export const isFinal = (state: PaymentState | undefined): boolean => state === 'paid' || state === 'review'

/** Whether one of its payments is in a state. */
export const has = ({ payments }: Waiting, state: PaymentState): boolean => Object.values(payments).includes(state)

/** Whether there may be an unknown payment. */
export const isUnknown = (entry: Waiting): boolean => !has(entry, 'paid') && !has(entry, 'pending')

/** Whether its money is here, and no more can come of what is known. */
export const isSettled = (entry: Waiting): boolean => has(entry, 'paid') && !has(entry, 'pending')

const bestFirst: readonly PaymentState[] = ['paid', 'pending', 'review', 'failed', 'expired']

/**
 * Returns an order's state.
 *
 * @param entry - The order.
 * @returns The state for its page: money that has arrived counts before money that may.
 */
export function stateOf(entry: Waiting): OrderState {
  return bestFirst.find((state) => has(entry, state)) ?? 'open'
}
