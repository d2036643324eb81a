import { isNotFound } from './polling-client.js'
import { readOrder, recordPayment, type SettlementContext, updateOrder } from './record.js'
import { clockSkewMs, minBuyerPausesMs, nextCheckMs } from './schedule.js'
import { searchOrders } from './search-orders.js'
import {
  getPaymentState,
  isFinal,
  isSettled,
  isTracked,
  mayHaveUnknownPayment,
  type TrackedOrder,
  toOrderState,
} from './tracked-order.js'

/**
 * Restores an order after a check without a response. It is due after the pause, behind the orders that are already
 * due: if it were first again, one payment that the service cannot return would block all other orders.
 */
async function restore(context: SettlementContext, claimed: TrackedOrder, before: TrackedOrder): Promise<void> {
  const { dueMs } = before
  if (context.isPaused())
    await updateOrder(context, claimed, { ...before, dueMs: dueMs && Math.max(dueMs, context.pausedUntilMs()) })
}

/**
 * Claims an order and checks it. The claim ensures that one worker checks it, and schedules the next check in case this
 * worker dies. A check without a response does not count.
 */
async function claimAndCheck(
  context: SettlementContext,
  tracked: TrackedOrder,
  change: Partial<TrackedOrder>,
  check: (claimed: TrackedOrder) => Promise<unknown>,
): Promise<void> {
  const claimed = await updateOrder(context, tracked, change)
  if (claimed)
    await check(claimed).catch(async (error) => {
      await restore(context, claimed, tracked)
      throw error
    })
}

/**
 * Reads an order's pending payments; at the last check also the failed and expired ones.
 *
 * @returns The updated order.
 * @throws The first error, after all payments are read, because another one may have paid the order. If the service
 *   requests a pause, the other payments are not read.
 */
async function refreshPayments(
  context: SettlementContext,
  { order, payments }: TrackedOrder,
  isLastCheck: boolean,
): Promise<TrackedOrder> {
  let failure: { error: unknown } | undefined
  for (const [ref, state] of Object.entries(payments))
    if (state === 'pending' || (isLastCheck && !isFinal(state)))
      try {
        await recordPayment(context, await context.readPayment(ref), order, isLastCheck)
      } catch (error) {
        if (context.isPaused()) throw error
        failure ??= { error }
      }
  if (failure) throw failure.error
  return readOrder(context, order)
}

/** Records a payment whose ref a browser sent. Its order is the one in the payment's metadata. */
async function recordHint(context: SettlementContext, ref: string): Promise<void> {
  const payment = await context.readPayment(ref, false).catch((error) => {
    if (!isNotFound(error)) throw error
  })
  if (payment) await recordPayment(context, payment)
}

/** Checks an order while its buyer waits: a limited number of times, with minimum pauses. */
export async function checkForBuyer(context: SettlementContext, tracked: TrackedOrder, ref: string): Promise<void> {
  const { buyerChecks, buyerCheckedMs, dueMs } = tracked
  const nowMs = context.nowMs()
  const isHint = /^\w{1,64}$/.test(ref) && getPaymentState(tracked, ref) === undefined
  const pauseMs = minBuyerPausesMs[buyerChecks]
  if (!isTracked(tracked) || context.isPaused() || pauseMs === undefined) return
  // A new ref is checked without a pause, but counts as a check.
  if (isHint || (!isSettled(tracked) && nowMs >= buyerCheckedMs + pauseMs)) {
    const change = { buyerChecks: buyerChecks + 1, buyerCheckedMs: nowMs, dueMs }
    await claimAndCheck(context, tracked, change, async (claimed) => {
      if (isHint) await recordHint(context, ref)
      const latest = await refreshPayments(context, claimed, false)
      if (mayHaveUnknownPayment(latest)) await searchOrders(context, [latest], true)
    })
  }
}

const isSearchComplete = ({ searchedMs, untilMs }: TrackedOrder): boolean => searchedMs > untilMs + clockSkewMs

const needsSearch = (tracked: TrackedOrder): boolean =>
  mayHaveUnknownPayment(tracked) && !tracked.isClosed && !isSearchComplete(tracked)

/**
 * Closes an order that can no longer be paid.
 *
 * @param searchedMs - Time up to which a search recorded all completed payments, in ms since 1970; 0 without one.
 */
async function closeIfUnpaid(context: SettlementContext, tracked: TrackedOrder, searchedMs: number): Promise<void> {
  if (!mayHaveUnknownPayment(tracked)) return
  const { order, isClosed: wasClosed } = tracked
  const change = { searchedMs: Math.max(searchedMs, tracked.searchedMs) }
  // A failed payment is checked once more, at the end.
  const dueMs = nextCheckMs({ ...tracked, isClosed: true }, context.nowMs())
  const isClosed = wasClosed || isSearchComplete({ ...tracked, ...change }) || (searchedMs > 0 && dueMs === null)
  // An order under review is not reported as unpaid.
  const isUnpaid = isClosed && !wasClosed && toOrderState(tracked) !== 'review'
  const callHandler = (tx: unknown): unknown => isUnpaid && context.on.unpaid?.({ order, tx, key: `unpaid:${order}` })
  await updateOrder(context, tracked, isClosed ? { ...change, isClosed, dueMs } : change, callHandler)
}

/**
 * Checks due orders while `canContinue` returns true.
 *
 * @returns The number of orders that this worker claimed.
 */
export async function checkDueOrders(
  context: SettlementContext,
  due: readonly TrackedOrder[],
  canContinue: () => boolean,
): Promise<number> {
  const toSearch = due.filter(needsSearch)
  let sharedSearchMs: number | undefined
  const searchOnce = async (): Promise<number> => {
    sharedSearchMs ??= await searchOrders(context, toSearch, false).catch(async (error) => {
      // The search covers all of these orders, so none of them has a result.
      for (const tracked of toSearch) await restore(context, tracked, tracked)
      throw error
    })
    return sharedSearchMs
  }
  let checked = 0
  for (const tracked of due) {
    if (!canContinue()) break
    const check = async (claimed: TrackedOrder): Promise<void> => {
      checked++
      const latest = await refreshPayments(context, claimed, nextCheckMs(claimed, context.nowMs()) === null)
      let searchedMs = 0
      // All orders share one search. An order whose last payment has just failed gets its own.
      if (needsSearch(latest))
        searchedMs = needsSearch(tracked) ? await searchOnce() : await searchOrders(context, [latest], false)
      await closeIfUnpaid(context, latest, searchedMs)
    }
    // An error of one order does not stop the others.
    await claimAndCheck(context, tracked, {}, check).catch(context.onError)
  }
  return checked
}
