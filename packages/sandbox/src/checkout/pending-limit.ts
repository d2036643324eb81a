import type { Context } from '@cedi/mock-server/internal'

/**
 * Pending payments of one number from one network address, at a time. Each one reserves stock for up to five minutes.
 *
 * @decision 0008
 */
const maxPending = 5

/** Payments that a caller made, by merchant, address and number. */
type PendingPayments = Map<string, readonly string[]>

const pendingByContext = new WeakMap<Context, PendingPayments>()

/** Caller of a payment without a key. */
interface Payer {
  readonly merchant: string
  readonly address: string | undefined
  readonly phone: string | undefined
}

/**
 * Limits the unpaid payments of a caller. The limit needs number and address, so that a stranger who types the number of a
 * buyer does not lock out the buyer, and a number does not lock out its network. In the process there is no address and
 * no limit.
 */
export function limitPending(context: Context, { merchant, address, phone }: Payer) {
  const all = pendingByContext.get(context) ?? new Map()
  pendingByContext.set(context, all)
  const key = address && phone && JSON.stringify([merchant, address, phone])
  return {
    /** Returns whether the caller has as many pending payments as it may have. */
    async isReached(): Promise<boolean> {
      if (!key) return false
      const payments = await Promise.all(
        (all.get(key) ?? []).map((id: string) => context.store.get('payments', merchant, id)),
      )
      const pending = payments.flatMap((payment) => (payment?.status === 'pending' ? [payment.id] : []))
      if (pending.length > 0) all.set(key, pending)
      else all.delete(key)
      return pending.length >= maxPending
    },
    /** Adds a new payment. */
    add(id: string): void {
      if (key) all.set(key, [...(all.get(key) ?? []), id])
    },
  }
}
