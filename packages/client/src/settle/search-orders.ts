import { paymentRowId, readOrder, recordedRow, recordPayment, type SettlementContext, updateOrder } from './record.js'
import { clockSkewMs } from './schedule.js'
import type { TrackedOrder } from './tracked-order.js'

/** Maximum number of cached refs. A full cache is cleared. */
const maxRecordedRefs = 10_000

/** Duration of the claim on a payment, in ms. It grows with each claim. */
const claimMs = 300_000

/**
 * Reads and records a listed payment unless it is already recorded. It is claimed first, so that one worker reads it.
 *
 * @returns Whether it is recorded; false if another worker holds the claim.
 */
async function recordListedPayment(context: SettlementContext, ref: string): Promise<boolean> {
  const row = await readOrder(context, paymentRowId(ref))
  if (!row.isClosed) {
    const nowMs = context.nowMs()
    const untilMs = nowMs + claimMs * (row.version + 1)
    const claimed = nowMs >= row.untilMs && (await updateOrder(context, row, { untilMs, dueMs: null }))
    if (!claimed) return false
    await recordPayment(context, await context.readPayment(ref))
    await updateOrder(context, claimed, recordedRow)
  }
  if (context.recordedRefs.size >= maxRecordedRefs) context.recordedRefs.clear()
  context.recordedRefs.add(ref)
  return true
}

/**
 * Searches the service's orders, newest first, for payments that no browser reported, for example because the tab was
 * closed. It reads no page and no payment that cannot belong to the given orders.
 *
 * @param orders - The tracked orders.
 * @param isForBuyer - Whether a buyer waits: then pending payments are read too.
 * @returns The time up to which all completed payments are recorded, in ms since 1970; 0 while another worker reads one.
 */
export async function searchOrders(
  context: SettlementContext,
  orders: readonly TrackedOrder[],
  isForBuyer: boolean,
): Promise<number> {
  const fromMs = Math.min(...orders.map(({ searchedMs }) => searchedMs)) - clockSkewMs
  const amounts = orders.flatMap((tracked) => tracked.amounts)
  let searchedMs = context.nowMs()
  for await (const { payment_ref: ref, total, status, created_at: createdAt } of context.listOrders()) {
    const createdMs = Date.parse(createdAt)
    if (createdMs < fromMs) break
    if (!amounts.includes(total) || context.recordedRefs.has(ref)) continue
    // The next search includes a pending payment, because it may still be paid.
    if (status === 'pending' && !isForBuyer) searchedMs = Math.min(searchedMs, createdMs || 0)
    else if (!(await recordListedPayment(context, ref))) searchedMs = 0
  }
  return searchedMs
}
