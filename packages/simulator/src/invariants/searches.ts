import type { OrderState, TrackedOrder } from '@cedi/client/settle'
import type { PaymentRow } from '@cedi/mock-server/internal'
import type { World } from '../world/world.js'
import type { Auditor } from './auditor.js'

/** Checks that a shop finds the payments that no browser reported. */
export interface SearchCheck {
  /** Checks how far a stored order was searched for payments. */
  recordSearch(order: TrackedOrder): void
  /** Runs the check of an order's page, and compares its result with the payments of the order. */
  checkOrder(
    stored: ReadonlyMap<string, TrackedOrder>,
    order: string,
    check: () => Promise<OrderState>,
  ): Promise<OrderState>
}

/** Maximum difference of two clocks. A later search covers the time before the previous one. @decision 0061 */
const clockSkewMs = 600_000

/** Whether a worker reads a payment: its claim is not completed. */
const isClaimed = (row: TrackedOrder | undefined): boolean => row !== undefined && !row.isClosed

export function createSearchCheck(world: World, { shadow, paymentsByOrder }: Auditor): SearchCheck {
  /** Checks in progress by order, and the number of checks that were started. */
  const checks = new Map<string, { running: number; started: number }>()
  const isPending = ({ id }: PaymentRow): boolean => shadow.payments.get(id)?.status === 'pending'
  /** Pending payments of an order. A payment without a product is not in the list of orders. */
  const listPending = (order: string): PaymentRow[] =>
    (paymentsByOrder.get(order) ?? [])
      .flatMap((id) => shadow.payments.get(id) ?? [])
      .filter((payment) => isPending(payment) && payment.product_id !== null)

  return {
    recordSearch({ order, searchedMs, payments }) {
      for (const { id, created_ms: createdMs } of listPending(order))
        if (createdMs < searchedMs - clockSkewMs && !Object.hasOwn(payments, id))
          world.fail('a search does not pass a pending payment', `${id} of order ${order} is not found again`)
    },
    async checkOrder(stored, order, check) {
      const checksBefore = stored.get(order)?.buyerChecks ?? 0
      const pending = listPending(order)
      const counts = checks.get(order) ?? { running: 0, started: 0 }
      checks.set(order, counts)
      const started = ++counts.started
      const isAlone = counts.running++ === 0
      try {
        const state = await check()
        // The number of a buyer's checks is limited. A skipped check returns the stored state.
        const hasChecked = isAlone && started === counts.started && (stored.get(order)?.buyerChecks ?? 0) > checksBefore
        const missed = pending.find((payment) => isPending(payment) && !isClaimed(stored.get(`payment:${payment.id}`)))
        if (state === 'open' && hasChecked && missed)
          world.fail('the page of an order finds its pending payment', `${missed.id} of order ${order}`)
        return state
      } finally {
        counts.running--
      }
    },
  }
}
