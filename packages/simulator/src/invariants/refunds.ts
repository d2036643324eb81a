import type { RefundRow } from '@cedi/ledger'
import type { World } from '../world/world.js'
import type { Accounts } from './accounts.js'
import type { Shadow } from './shadow.js'

/** Expected state of the refunds. */
export interface Refunds {
  check(before: RefundRow | undefined, after: RefundRow): void
  /** Refunds that are pending. */
  readonly pending: ReadonlySet<string>
}

export function createRefunds(world: World, shadow: Shadow, accounts: Accounts): Refunds {
  const refundsByPayment = new Map<string, Map<string, RefundRow>>()
  const pending = new Set<string>()
  return {
    pending,
    check(before, after) {
      const { id, merchant, payment_ref: ref, status } = after
      if (status === 'paid' && before?.status !== 'paid')
        accounts.recordFlow(merchant, 'refunded', after.amount_pesewas)
      if (status === 'pending') pending.add(id)
      else pending.delete(id)
      const refunds = refundsByPayment.get(ref) ?? new Map<string, RefundRow>()
      refundsByPayment.set(ref, refunds.set(id, after))
      let total = 0n
      for (const refund of refunds.values()) if (refund.status !== 'rejected') total += refund.amount_pesewas
      const {
        amount_pesewas: gross = 0n,
        refund_reserved_pesewas: reserved,
        order_ref: order,
      } = shadow.payments.get(ref) ?? {}
      if (total > gross) world.fail('refunds never exceed the payment', `${ref}: ${total} of ${gross}`)
      if (reserved !== total)
        world.fail('a payment has the sum of its refunds reserved', `${ref}: ${reserved}, not ${total}`)
      const orderReserved = shadow.orders.get(order ?? '')?.refund_reserved_pesewas ?? total
      if (orderReserved !== total)
        world.fail('an order has the sum of its refunds reserved', `${order}: ${orderReserved}, not ${total}`)
    },
  }
}
