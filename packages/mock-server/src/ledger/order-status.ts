import type { OrderRow, OrderStatus } from './tables/orders.js'

/**
 * Returns the status of an order in responses, which includes refunds.
 *
 * @returns `refund_pending` while a refund is pending; otherwise `refunded` or `partially_refunded` by the refunded
 *   amount; otherwise the base status.
 * @decision 0008
 * @decision 0009
 */
export function orderStatus(order: OrderRow): OrderStatus {
  if (order.refund_reserved_pesewas > order.refunded_pesewas) return 'refund_pending'
  if (order.refunded_pesewas === 0n) return order.base_status
  return order.refunded_pesewas === order.total_pesewas ? 'refunded' : 'partially_refunded'
}
