/** State of one payment. `review`: the payment needs a manual review. */
export type PaymentState = 'pending' | 'paid' | 'failed' | 'expired' | 'review'

/** State of an order, for its page. `open`: no payment is known. */
export type OrderState = PaymentState | 'open'

/** Tracked order as stored: JSON. A store reads `order`, `version` and `dueMs`, and does not change the other fields. */
export interface TrackedOrder {
  /** The shop's id of the order: the `metadata.order` of its payments. */
  readonly order: string
  /** Version: 1 for the first, incremented by each change. */
  readonly version: number
  /** Time of the next check; null if the order is settled. */
  readonly dueMs: number | null
  /** Amounts of the order's checkouts, in GH₵. Each of them pays the order. */
  readonly amounts: readonly number[]
  /** Start of the schedule. */
  readonly sinceMs: number
  /** End of the checkout: no payment is created later. */
  readonly untilMs: number
  /** Time up to which the service's orders were searched for payments. */
  readonly searchedMs: number
  /** Number of checks that the buyer has caused. */
  readonly buyerChecks: number
  /** Time of the last check that the buyer caused. */
  readonly buyerCheckedMs: number
  /** Latest expiry of the payments; 0 if unknown. */
  readonly expiresMs: number
  /** Whether the order was reported as unpaid. */
  readonly isClosed: boolean
  /** Payment states by ref. */
  readonly payments: Readonly<Record<string, PaymentState>>
}

export const isTracked = ({ amounts }: TrackedOrder): boolean => amounts.length > 0

/** Returns the state of a payment; undefined if the order has no such payment. */
export const getPaymentState = ({ payments }: TrackedOrder, ref: string): PaymentState | undefined =>
  Object.hasOwn(payments, ref) ? payments[ref] : undefined

/** Returns whether a payment in this state is never read again. */
export const isFinal = (state: PaymentState | undefined): boolean => state === 'paid' || state === 'review'

export const hasPayment = ({ payments }: TrackedOrder, state: PaymentState): boolean =>
  Object.values(payments).includes(state)

export const mayHaveUnknownPayment = (tracked: TrackedOrder): boolean =>
  !hasPayment(tracked, 'paid') && !hasPayment(tracked, 'pending')

/** Returns whether an order is paid and has no pending payment. */
export const isSettled = (tracked: TrackedOrder): boolean =>
  hasPayment(tracked, 'paid') && !hasPayment(tracked, 'pending')

const statesByPriority: readonly PaymentState[] = ['paid', 'pending', 'review', 'failed', 'expired']

/**
 * Returns the state of an order: of its payments, the state with the highest priority.
 *
 * @param tracked - The order.
 * @returns `paid`, `pending`, `review`, `failed` or `expired`, in this priority; `open` without a payment.
 */
export function toOrderState(tracked: TrackedOrder): OrderState {
  return statesByPriority.find((state) => hasPayment(tracked, state)) ?? 'open'
}
