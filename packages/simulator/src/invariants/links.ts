import type { IntentRow, OrderRow, PaymentRow } from '@cedi/mock-server/internal'
import type { World } from '../world/world.js'
import type { Change, Shadow } from './shadow.js'

/** Checks that the records of one sale agree: product, checkout, payment and order. */
export interface Links {
  /** Checks the changes of one plan after they were applied. */
  check(changes: readonly Change[]): void
}

/** Lifetime of a checkout. @decision 0008 */
const checkoutLifetimeMs = 1_800_000

export function createLinks(world: World, shadow: Shadow): Links {
  function checkPayment({ id, status, amount_pesewas: gross, ...payment }: PaymentRow): void {
    const { product_id: product, quantity, order_ref: orderRef, intent_id: intentId } = payment
    const price = shadow.products.get(product ?? '')?.price_pesewas
    if (price !== undefined && gross !== price * BigInt(quantity))
      world.fail('a payment has the price of its product', `${id}: ${gross} for ${quantity} × ${price}`)
    const intent = shadow.intents.get(intentId ?? '')
    if (intent && (intent.amount_pesewas !== gross || intent.product_id !== product || intent.quantity !== quantity))
      world.fail('a payment has the amount of its checkout', `${id}: ${gross} of ${intent.amount_pesewas}`)
    if ((status === 'succeeded') !== (payment.paid_ms !== null) && payment.late_money === null)
      world.fail('a payment has its time of payment', `${id} is ${status}, paid at ${payment.paid_ms}`)
    if ((status === 'failed') !== (payment.failure !== null))
      world.fail('a failed payment has a reason', `${id} is ${status}: ${payment.failure?.code}`)
    if (status !== 'pending' && payment.next_action !== null)
      world.fail('an ended payment asks for no action', `${id} is ${status}: ${payment.next_action.type}`)
    if ((orderRef === null) !== (product === null))
      world.fail('a payment of a product has an order', `${id}: ${orderRef}`)
    const order = shadow.orders.get(orderRef ?? '')
    if (order) checkOrder(order, { id, status, amount_pesewas: gross, ...payment })
  }
  function checkOrder({ id, base_status: status, ...order }: OrderRow, payment: PaymentRow): void {
    const text = `${id} is ${status}, ${payment.id} is ${payment.status}`
    const expected = { pending: ['pending'], succeeded: ['paid', 'fulfilled'] }[payment.status as 'pending']
    if (!(expected ?? ['cancelled']).includes(status)) world.fail('an order follows its payment', text)
    const [item] = order.items
    const isSame = item?.product_id === payment.product_id && item?.quantity === payment.quantity
    if (order.items.length !== 1 || !isSame || order.total_pesewas !== payment.amount_pesewas)
      world.fail('an order has the product and the amount of its payment', text)
    if (order.payment_ref !== payment.id || order.buyer.email !== payment.email || order.buyer.phone !== payment.phone)
      world.fail('an order has the buyer of its payment', text)
  }
  function checkIntent(
    before: IntentRow | undefined,
    { id, status, expires_ms: expiresMs, payment_ref: ref, ...intent }: IntentRow,
  ): void {
    if (expiresMs !== intent.created_ms + checkoutLifetimeMs)
      world.fail('a checkout expires on time', `${id} expires after ${expiresMs - intent.created_ms} ms`)
    const payment = shadow.payments.get(ref ?? '')
    if (status === 'completed' && payment?.status !== 'succeeded')
      world.fail('a completed checkout is paid', `${id}: ${ref} is ${payment?.status}`)
    if (before && ref !== before.payment_ref && payment?.intent_id !== id)
      world.fail('a checkout has its own payment', `${id}: ${ref} of ${payment?.intent_id}`)
  }

  return {
    check(changes) {
      const payments = new Set<string>()
      for (const { table, before, after } of changes) {
        if (table === 'payments') payments.add(String(after['id']))
        if (table === 'orders') payments.add(String(after['payment_ref']))
        if (table === 'intents') checkIntent(before as never, after as never)
      }
      for (const id of payments) checkPayment(shadow.payments.get(id) as PaymentRow)
    },
  }
}
