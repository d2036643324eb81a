import { change, notFound } from '../command.js'
import { orderStatus } from '../order-status.js'
import { makePlan, type Plan } from '../plan.js'
import { fail, type Result, succeed } from '../result.js'
import type { OrderRow } from '../tables/orders.js'

/**
 * Plans the fulfilment of a paid order. A repeated fulfilment changes nothing.
 *
 * @returns Errors: `not_found`, `invalid_state` (not paid, cancelled, or fully refunded).
 * @decision 0008
 */
export function orderFulfilled(rows: { order: OrderRow | undefined }): Result<Plan<{ order: OrderRow }>> {
  const { order } = rows
  if (!order) return notFound('order')
  if (order.base_status === 'fulfilled') return succeed(makePlan(order.merchant, {}, { order }))
  if (order.base_status !== 'paid' || orderStatus(order) === 'refunded') {
    return fail('invalid_state', `The order ${order.id} is ${orderStatus(order)}. Only a paid order can be fulfilled.`)
  }
  const next = change('orders', order, {
    where: { base_status: 'paid', refunded_pesewas: order.refunded_pesewas },
    set: { base_status: 'fulfilled' },
  })
  return succeed(makePlan(order.merchant, { updates: [next.update] }, { order: next.row }))
}
