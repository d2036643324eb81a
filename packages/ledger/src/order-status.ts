import type { OrderRow, OrderStatus } from './tables/orders.js'

/**
 * The status of an order as the wire shows it: its own, with refunds on top.
 *
 * @returns `refund_pending` while any refund waits for the operator; else `refunded` or `partially_refunded` by what
 *   was paid back; else the base status.
 * @decision 0008
 * @decision 0009
 */
export function orderStatus(order: OrderRow): OrderStatus {
  if (order.refund_reserved_pesewas > order.refunded_pesewas) return 'refund_pending'
  if (order.refunded_pesewas === 0n) return order.base_status
  return order.refunded_pesewas === order.total_pesewas ? 'refunded' : 'partially_refunded'
}
