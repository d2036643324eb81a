import { change, notFound } from '../command.js'
import { makePlan, type Plan } from '../plan.js'
import { type Result, succeed } from '../result.js'
import type { OrderRow } from '../tables/orders.js'

/**
 * Plans the deletion of the delivery details of an order. The other fields do not change.
 *
 * @returns Errors: `not_found`. A repeated deletion changes nothing.
 * @decision 0072
 */
export function deliveryErased({ order }: { readonly order: OrderRow | undefined }): Result<Plan<{ order: OrderRow }>> {
  if (!order) return notFound('order')
  if (!order.delivery) return succeed(makePlan(order.merchant, {}, { order }))
  const { update, row } = change('orders', order, { where: {}, set: { delivery: null } })
  return succeed(makePlan(order.merchant, { updates: [update] }, { order: row }))
}
