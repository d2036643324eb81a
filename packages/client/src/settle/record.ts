import type { Payment } from '@cedi/client'
import { describeValue, objectCheck } from '@cedi/contract/options'
import { assessPayment, type ReviewReason } from './assessment.js'
import type { Handlers } from './handlers.js'
import { isOrderId } from './order-id.js'
import type { PollingClient } from './polling-client.js'
import type { Store } from './store.js'
import { applyChange, emptyOrder } from './track.js'
import { isTracked, type TrackedOrder } from './tracked-order.js'

/** Dependencies of a settlement. */
export interface SettlementContext extends PollingClient {
  readonly store: Store<unknown>
  readonly on: Handlers<unknown>
  readonly nowMs: () => number
  /** Returns the shop's order that a payment belongs to. */
  readonly getOrder: (payment: Payment) => string | undefined
  readonly onError: (error: unknown) => void
  /** Cache of the refs that a search skips, because they are recorded. */
  readonly recordedRefs: Set<string>
}

/**
 * Validates a payment.
 *
 * @throws TypeError if the value is not a payment of the service, or if the payment is simulated: it may have succeeded,
 *   but does not exist.
 * @decision 0011
 */
export function checkPayment(payment: unknown): void {
  const { ref, metadata } = (payment ?? {}) as Partial<Payment>
  if (typeof ref !== 'string' || ref === '' || !objectCheck.accepts(metadata))
    throw new TypeError(
      `payment must be a payment of the service, with ref and metadata. Got ${describeValue(payment)}.`,
    )
  if (ref.startsWith('pay_simulated'))
    throw new TypeError(`payment must exist. ${ref} is the ref of a simulated payment. Create it without simulate.`)
}

/**
 * Returns the order of a payment. An invalid id in the metadata belongs to no order.
 *
 * @throws TypeError if `getOrder` returns neither a string nor undefined.
 */
export function findOrder({ getOrder }: SettlementContext, payment: Payment): string | undefined {
  const order: unknown = getOrder(payment)
  if (order === undefined || order === null) return undefined
  if (typeof order !== 'string')
    throw new TypeError(`getOrder must return a string or undefined. Got ${describeValue(order)}. Use String().`)
  return isOrderId(order) ? order : undefined
}

/** Reads a tracked order. Returns an empty one, with version 0, if it is not stored. */
export const readOrder = async ({ store, nowMs }: SettlementContext, order = ''): Promise<TrackedOrder> =>
  (await store.find({ order }))[0] ?? emptyOrder(order, nowMs())

/**
 * Updates a tracked order if its version has not changed since it was read.
 *
 * @param effect - Runs in the transaction of the update.
 * @returns The updated order; undefined if another worker has updated it.
 */
export async function updateOrder(
  { store, nowMs }: SettlementContext,
  tracked: TrackedOrder,
  change: Partial<TrackedOrder>,
  effect?: (tx: unknown) => unknown,
): Promise<TrackedOrder | undefined> {
  const next = applyChange(tracked, change, nowMs())
  return (await store.save(next, effect)) ? next : undefined
}

/**
 * Records the state of a payment at its order, and calls the shop's handler in the same transaction.
 *
 * @param order - The order at which the payment is recorded. Defaults to the order that `getOrder` returns.
 * @param isLastCheck - Whether no more checks are scheduled.
 */
export async function recordPayment(
  context: SettlementContext,
  payment: Payment,
  order: string | undefined = findOrder(context, payment),
  isLastCheck = false,
): Promise<void> {
  const { ref, expires_at: expiresAt } = payment
  const tracked = await readOrder(context, order)
  const assessment = isTracked(tracked) && assessPayment(tracked, payment, isLastCheck)
  if (!assessment) return
  const { state, reason } = assessment
  const change = {
    payments: { ...tracked.payments, [ref]: state },
    expiresMs: Math.max(tracked.expiresMs, Date.parse(expiresAt ?? '') || 0),
  }
  const callHandler = (tx: unknown): unknown =>
    context.on[state as 'review']?.({
      order: tracked.order,
      payment,
      tx,
      reason: reason as ReviewReason,
      key: `${state}:${ref}`,
    })
  if (await updateOrder(context, tracked, change, callHandler))
    await updateOrder(context, emptyOrder(paymentRowId(ref), context.nowMs()), recordedRow)
  // Another worker has updated the order. Assess the payment again with its new state.
  else await recordPayment(context, payment, order, isLastCheck)
}

/** Returns the id of a payment's own row in the store. The row is never due: it marks a payment as claimed or recorded. */
export const paymentRowId = (ref: string): string => `payment:${ref}`

/** Change that marks the row of a payment as recorded. */
export const recordedRow: Partial<TrackedOrder> = { isClosed: true, dueMs: null }
