import type { PaymentRow } from '@cedi/mock-server/internal'
import type { World } from '../world/world.js'
import type { Accounts } from './accounts.js'
import { createRefunds } from './refunds.js'
import type { Change, Shadow } from './shadow.js'

/** Expected state of the records. */
export interface Records {
  /** Checks the changes of one plan. */
  check(merchant: string, changes: readonly Change[]): void
  /** Payment ids by order, and by checkout intent. */
  readonly paymentsByOrder: ReadonlyMap<string, readonly string[]>
  readonly paymentsByIntent: ReadonlyMap<string, readonly string[]>
  /** Records that need an action of the operator. */
  readonly pendingRefunds: ReadonlySet<string>
  readonly lateMoney: ReadonlySet<string>
}

/** Allowed status transitions of each record. */
const transitions: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  payments: { pending: ['succeeded', 'failed', 'expired', 'cancelled'] },
  intents: { open: ['completed', 'expired'] },
  refunds: { pending: ['paid', 'rejected'] },
  payouts: { pending: ['paid', 'failed'] },
  licenses: { inactive: ['active', 'disabled'], active: ['disabled'] },
  orders: { pending: ['paid', 'fulfilled', 'cancelled'], paid: ['fulfilled'] },
}

const dayMs = 86_400_000
/** Maximum difference of the server clocks. */
const maxClockDifferenceMs = 300_000

/** Time to approve a payment, by method. @decision 0013 */
const lifetimeMs = { mobile_money: 300_000, card: 900_000 } as const

/** Computes the fee: 3.5 % and GH₵0.50, half a pesewa rounded up. */
function computeFee(grossPesewas: bigint): bigint {
  const perMille = grossPesewas * 35n
  return perMille / 1000n + (perMille % 1000n >= 500n ? 1n : 0n) + 50n
}

const append = (map: Map<string, string[]>, name: unknown, id: string): void => {
  if (typeof name === 'string') map.set(name, [...(map.get(name) ?? []), id])
}
const hasReached = (
  status: string,
  before: { readonly status: string } | undefined,
  after: { readonly status: string },
) => after.status === status && before?.status !== status
/** Returns the quantity that a payment reserves. */
const reservedQuantity = (row: PaymentRow | undefined): number =>
  row && (row.status === 'pending' || row.status === 'succeeded') ? row.quantity : 0

/** Returns a forbidden status transition; undefined if the change is allowed. */
function findIllegalTransition({ table, before, after }: Change): string | undefined {
  const column = table === 'orders' ? 'base_status' : 'status'
  const [from, to] = [before?.[column], after[column]] as (string | undefined)[]
  if (from === to || from === undefined || to === undefined || transitions[table]?.[from]?.includes(to))
    return undefined
  return `${table} ${after['id']}: ${from} to ${to}`
}

/** Checks that card money is not available on the day of the payment. */
function checkAvailable(world: World, { id, method, paid_ms: paidMs }: PaymentRow): void {
  const currentDay = Math.floor((world.time.nowMs() + maxClockDifferenceMs) / dayMs)
  if (method === 'card' && paidMs !== null && Math.floor(paidMs / dayMs) === currentDay)
    world.fail('card money is available the next day', id)
}

/** Checks the expiry and the metadata of a new payment. */
function checkNewPayment(
  world: World,
  shadow: Shadow,
  { id, method, created_ms: createdMs, expires_ms: expiresMs, ...payment }: PaymentRow,
): void {
  if (expiresMs !== null && expiresMs !== createdMs + lifetimeMs[method])
    world.fail('a payment expires on time', `${id} expires after ${expiresMs - createdMs} ms`)
  const intent = payment.intent_id === null ? undefined : shadow.intents.get(payment.intent_id)
  // A shop finds an order by the metadata, also for the second payment of a checkout.
  if (intent && JSON.stringify(intent.metadata) !== JSON.stringify(payment.metadata))
    world.fail('a payment has the metadata of its checkout', id)
}

/** Checks the checkout of a payment whose money arrives. */
function checkCheckout(world: World, shadow: Shadow, before: PaymentRow | undefined, after: PaymentRow): void {
  const { id, intent_id: intentId, late_money: lateMoney } = after
  const { status, payment_ref: latest } = shadow.intents.get(intentId ?? '') ?? {}
  if (hasReached('succeeded', before, after) && (status === 'open' || latest !== id))
    world.fail('a paid checkout is completed', `${intentId} is ${status} after ${id}`)
  // The checkout may end while the buyer approves its payment.
  if (before?.status === 'pending' && lateMoney === 'held' && latest === id)
    world.fail('money that arrives in time pays the checkout', `${id} of ${intentId}, which is ${status}`)
}

export function createRecords(world: World, shadow: Shadow, accounts: Accounts): Records {
  const attempts = new Map<string, string>()
  const reservedByProduct = new Map<string, number>()
  const paymentsByOrder = new Map<string, string[]>()
  const paymentsByIntent = new Map<string, string[]>()
  const lateMoney = new Set<string>()
  const refunds = createRefunds(world, shadow, accounts)

  /** Checks that a request has one effect, although it may be sent several times. */
  function checkIdempotency(kind: string, id: string, key: unknown): void {
    if (typeof key !== 'string') return
    const existing = attempts.get(`${kind} ${key}`)
    if (existing) world.fail('a key has one effect', `${kind} ${key} created ${existing} and ${id}`)
    attempts.set(`${kind} ${key}`, id)
  }

  function checkIntent(intent: string): void {
    const states = (paymentsByIntent.get(intent) ?? []).map((id) => shadow.payments.get(id)?.status)
    if (states.filter((status) => status === 'succeeded').length > 1) world.fail('a checkout is paid once', intent)
    if (states.filter((status) => status === 'pending').length > 1)
      world.fail('a checkout has one pending payment', intent)
  }

  function checkPayment(before: PaymentRow | undefined, after: PaymentRow): void {
    const { id, merchant, amount_pesewas: gross, fee_pesewas: fee, net_pesewas: net, intent_id: intent } = after
    if (fee !== computeFee(gross) || net !== gross - fee) world.fail('the fee', `${id}: ${gross} - ${fee} = ${net}`)
    if (!before) {
      append(paymentsByOrder, after.metadata['order'], id)
      append(paymentsByIntent, intent, id)
      if (intent === null) checkIdempotency('payment', id, after.metadata['click'])
      checkNewPayment(world, shadow, after)
    }
    if (intent !== null) {
      checkIntent(intent)
      checkCheckout(world, shadow, before, after)
    }
    const { product_id: product, late_money: lateState } = after
    const reserved = reservedQuantity(after) - reservedQuantity(before)
    if (product !== null) reservedByProduct.set(product, (reservedByProduct.get(product) ?? 0) + reserved)
    if (hasReached('succeeded', before, after) || (lateState === 'held' && before?.late_money !== 'held'))
      accounts.recordFlow(merchant, 'collected', gross)
    if (lateState === 'returned' && before?.late_money !== 'returned') accounts.recordFlow(merchant, 'returned', gross)
    if (lateState === 'held') lateMoney.add(id)
    else lateMoney.delete(id)
    if (after.available && !before?.available) checkAvailable(world, after)
  }

  /** Checks the stock of a product. In this world, the product's name ends with its initial stock. */
  function checkStock(id: string): void {
    const { name = '', stock = null } = shadow.products.get(id) ?? {}
    const reserved = reservedByProduct.get(id) ?? 0
    if (stock !== null && stock !== Number(/\d+$/.exec(name)?.[0]) - reserved)
      world.fail('stock matches the payments', `${name}: ${stock} left, ${reserved} reserved`)
  }

  return {
    paymentsByOrder,
    paymentsByIntent,
    pendingRefunds: refunds.pending,
    lateMoney,
    check(merchant, changes) {
      for (const change of changes) {
        const transition = findIllegalTransition(change)
        if (transition) world.fail('status transitions are allowed', transition)
        const { table, before, after } = change
        if (table === 'payments') checkPayment(before as never, after as never)
        if (table === 'refunds') {
          refunds.check(before as never, after as never)
          if (!before) checkIdempotency('refund', String(after['id']), after['reason'])
        }
        if (table === 'payouts' && hasReached('paid', before as never, after as never))
          accounts.recordFlow(merchant, 'paid out', after['amount_pesewas'] as bigint)
        if (table === 'products' && !before) checkIdempotency('product', String(after['id']), after['name'])
      }
      for (const { table, after } of changes) if (table === 'products') checkStock(String(after['id']))
    },
  }
}
