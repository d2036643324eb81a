import type { RefundRow } from '@cedi/mock-server/internal'
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
      let [total, paid] = [0n, 0n]
      for (const refund of refunds.values()) {
        if (refund.status !== 'rejected') total += refund.amount_pesewas
        if (refund.status === 'paid') paid += refund.amount_pesewas
      }
      const {
        amount_pesewas: gross = 0n,
        refund_reserved_pesewas: reserved,
        refunded_pesewas: refunded,
        order_ref: order,
      } = shadow.payments.get(ref) ?? {}
      if (total > gross) world.fail('refunds never exceed the payment', `${ref}: ${total} of ${gross}`)
      if (reserved !== total)
        world.fail('a payment has the sum of its refunds reserved', `${ref}: ${reserved}, not ${total}`)
      const { refund_reserved_pesewas: orderReserved = total, refunded_pesewas: orderRefunded = paid } =
        shadow.orders.get(order ?? '') ?? {}
      if (orderReserved !== total)
        world.fail('an order has the sum of its refunds reserved', `${order}: ${orderReserved}, not ${total}`)
      if (refunded !== paid || orderRefunded !== paid)
        world.fail(
          'a payment and its order have the sum of their paid refunds',
          `${ref}: ${refunded} and ${orderRefunded}, not ${paid}`,
        )
    },
  }
}
