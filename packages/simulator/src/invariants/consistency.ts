import type { Payment } from '@cedi/client'
import type { World } from '../world/world.js'
import type { Auditor } from './auditor.js'

/** Checkout outcome that a buyer received. */
interface ReportedOutcome {
  readonly order: string
  readonly intent: string | undefined
  readonly status: string
  readonly ref: string | undefined
  /** Whether another window shows the same checkout: this one cannot detect its changes. */
  readonly isSecondWindow: boolean
}

/** Compares deliveries, states shown to buyers and responses to shops with the ledger. */
export interface Consistency {
  /** Records a committed delivery of a shop. */
  recordDelivery(order: string, pesewas: bigint, payment: Payment): void
  /** Records that a shop closed an order as unpaid. */
  recordUnpaid(order: string): void
  /** Records an error response to a shop. */
  recordRejection(kind: string, key: string, code: string): void
  /** Number of deliveries by order. */
  readonly deliveries: ReadonlyMap<string, number>
  /** Records the order state on a shop's page. */
  recordOrderState(order: string, state: string): void
  /** Records the checkout outcome that the popup passed to the shop's page. */
  recordOutcome(outcome: ReportedOutcome): void
  /** Records a successful write with its idempotency key. */
  recordWrite(table: 'payments' | 'intents' | 'refunds' | 'products', id: string, key: string): void
  /** Checks all recorded writes and outcomes at the end. */
  check(): void
}

/** Payment statuses that match each order state. */
const statusesByState: Readonly<Record<string, readonly string[]>> = {
  paid: ['succeeded'],
  failed: ['failed'],
  expired: ['expired', 'cancelled'],
}

/** Error codes that a shop of this world may receive. */
const allowedErrors: Readonly<Record<string, readonly string[]>> = {
  payment: ['out_of_stock'],
  intent: ['out_of_stock'],
  refund: ['refund_exceeds_payment', 'insufficient_balance'],
}

export function createConsistency(world: World, { shadow, paymentsByOrder, paymentsByIntent }: Auditor): Consistency {
  const deliveries = new Map<string, number>()
  const acknowledged = new Map<string, { readonly table: keyof typeof shadow; readonly id: string }>()
  const cancelled: ReportedOutcome[] = []
  const reported = new Map<string, string>()
  const getStatuses = (ids: readonly string[] = []) => ids.map((id) => shadow.payments.get(id)?.status ?? 'unknown')

  const isMoneyMoving = ({ intent, isSecondWindow }: ReportedOutcome): boolean =>
    !isSecondWindow &&
    getStatuses(paymentsByIntent.get(intent ?? '')).some((status) => status === 'pending' || status === 'succeeded')

  return {
    deliveries,
    recordDelivery(order, pesewas, payment) {
      deliveries.set(order, (deliveries.get(order) ?? 0) + 1)
      const row = shadow.payments.get(payment.ref)
      if ((deliveries.get(order) ?? 0) > 1)
        world.fail('an order is delivered once', `order ${order}, again for ${payment.ref}`)
      if (row?.status !== 'succeeded')
        world.fail('a delivered order is paid', `order ${order}: ${payment.ref} is ${row?.status}`)
      else if (row.metadata['order'] !== order)
        world.fail(
          'an order is delivered for its own payment',
          `order ${order}: ${row.id} pays ${row.metadata['order']}`,
        )
      else if (row.amount_pesewas !== pesewas)
        world.fail('an order is delivered for its full price', `order ${order}: ${row.amount_pesewas} of ${pesewas}`)
    },
    recordUnpaid(order) {
      if (deliveries.has(order))
        world.fail('a delivered order is not reported as unpaid', `order ${order} is reported as unpaid`)
    },
    recordRejection(kind, key, code) {
      if (!allowedErrors[kind]?.includes(code))
        world.fail('an error response has an allowed code', `${kind} ${key}: ${code}`)
    },
    recordOrderState(order, state) {
      world.log(`buyer of ${order}`, `sees on the order page: ${state}`)
      const states = statusesByState[state]
      if (states && !getStatuses(paymentsByOrder.get(order)).some((status) => states.includes(status)))
        world.fail('the buyer sees the true state', `order ${order} is shown as ${state}`)
    },
    recordOutcome(outcome) {
      const { order, status, ref } = outcome
      const text = `gets from the popup: ${status}${ref ? ` (${ref})` : ''}`
      // The event of a session and its result must agree.
      if (reported.get(order) !== text) world.log(`buyer of ${order}`, text)
      reported.set(order, text)
      const row = ref === undefined ? undefined : shadow.payments.get(ref)
      const isWrong =
        (status === 'succeeded' && row?.status !== 'succeeded') ||
        (status === 'failed' && ref !== undefined && row?.status !== 'failed' && row?.status !== 'expired') ||
        ((status === 'failed' || status === 'cancelled' || status === 'expired') && isMoneyMoving(outcome))
      if (isWrong)
        world.fail('the buyer sees the true state', `the popup of ${order} reports ${status}, ${ref} is ${row?.status}`)
      if (status === 'cancelled') cancelled.push(outcome)
    },
    recordWrite(table, id, key) {
      const before = acknowledged.get(`${table} ${key}`)
      if (before && before.id !== id)
        world.fail('the same key has the same response', `${key}: ${before.id}, then ${id}`)
      acknowledged.set(`${table} ${key}`, { table, id })
      if (!shadow[table].has(id)) world.fail('an acknowledged write is stored', `${table} ${id}`)
    },
    check() {
      for (const { table, id } of acknowledged.values())
        if (!shadow[table].has(id)) world.fail('an acknowledged write is stored', `${table} ${id}`)
      for (const outcome of cancelled)
        if (isMoneyMoving(outcome)) world.fail('a cancelled checkout is not paid', `order ${outcome.order}`)
    },
  }
}
