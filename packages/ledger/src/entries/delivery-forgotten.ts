import { change, notFound } from '../command.js'
import { makePlan, type Plan } from '../plan.js'
import { type Result, succeed } from '../result.js'
import type { OrderRow } from '../tables/orders.js'

/**
 * Plans that it is forgotten how the buyer of an order is reached. All else of the order stays.
 *
 * @returns Errors: `not_found`. Forgetting twice is no error and no change.
 * @decision 0072
 */
export function deliveryForgotten({
  order,
}: {
  readonly order: OrderRow | undefined
}): Result<Plan<{ order: OrderRow }>> {
  if (!order) return notFound('order')
  if (!order.delivery) return succeed(makePlan(order.merchant, {}, { order }))
  const { update, row } = change('orders', order, { where: {}, set: { delivery: null } })
  return succeed(makePlan(order.merchant, { updates: [update] }, { order: row }))
}
