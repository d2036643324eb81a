import type { RefundRow } from '@cedi/ledger'
import type { World } from '../world/world.js'
import type { Money } from './money.js'
import type { Shadow } from './shadow.js'

/** What a second bookkeeper knows of refunds. */
export interface Refunds {
  check(before: RefundRow | undefined, after: RefundRow): void
  /** Those that wait for the operator. */
  readonly waiting: ReadonlySet<string>
}

export function createRefunds(world: World, shadow: Shadow, money: Money): Refunds {
  const ofPayment = new Map<string, Map<string, RefundRow>>()
  const waiting = new Set<string>()
  return {
    waiting,
    check(before, after) {
      const { id, merchant, payment_ref: ref, status } = after
      if (status === 'paid' && before?.status !== 'paid') money.note(merchant, 'refunded', after.amount_pesewas)
      if (status === 'pending') waiting.add(id)
      else waiting.delete(id)
      const asked = ofPayment.get(ref) ?? new Map<string, RefundRow>()
      ofPayment.set(ref, asked.set(id, after))
      let total = 0n
      for (const refund of asked.values()) if (refund.status !== 'rejected') total += refund.amount_pesewas
      const { amount_pesewas: gross = 0n, refund_reserved_pesewas: reserved } = shadow.payments.get(ref) ?? {}
      if (total > gross) world.fail('refunds never exceed the payment', `${ref}: ${total} of ${gross}`)
      if (reserved !== total) world.fail('a payment knows what is reserved of it', `${ref}: ${reserved}, not ${total}`)
    },
  }
}
