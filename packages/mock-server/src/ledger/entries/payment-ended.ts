import { change, notFound } from '../command.js'
import { makePlan, type Plan, type Update } from '../plan.js'
import { fail, type Result, succeed } from '../result.js'
import type { Failure } from '../tables/json.js'
import type { OrderRow } from '../tables/orders.js'
import type { PaymentRow } from '../tables/payments.js'
import type { ProductRow } from '../tables/products.js'

/** A payment that ends, with its order and product, if any. */
export interface EndedRows {
  readonly payment: PaymentRow | undefined
  readonly order?: OrderRow | undefined
  readonly product?: ProductRow | undefined
}

/** The records after the commit. */
export interface EndedRecords {
  readonly payment: PaymentRow
  readonly order: OrderRow | null
}

/**
 * Plans the failure of a pending payment. The order is cancelled, reserved stock is released, and the checkout intent
 * stays open for another attempt.
 *
 * @returns Errors: `not_found`, `invalid_state` (it ended in another way). A repeated failure changes nothing.
 * @decision 0008
 */
export function paymentFailed(command: { readonly failure: Failure }, rows: EndedRows): Result<Plan<EndedRecords>> {
  return planEnd('failed', command.failure, rows)
}

/** Plans the expiry of a pending payment, like {@link paymentFailed}. @decision 0008 */
export function paymentExpired(rows: EndedRows): Result<Plan<EndedRecords>> {
  return planEnd('expired', null, rows)
}

/** Plans the cancellation of a pending payment, like {@link paymentFailed}. @decision 0008 */
export function paymentCancelled(rows: EndedRows): Result<Plan<EndedRecords>> {
  return planEnd('cancelled', null, rows)
}

function planEnd(
  status: 'failed' | 'expired' | 'cancelled',
  failure: Failure | null,
  rows: EndedRows,
): Result<Plan<EndedRecords>> {
  const { payment, order = null } = rows
  if (!payment) return notFound('payment')
  if (payment.status === status) return succeed(makePlan(payment.merchant, {}, { payment, order }))
  if (payment.status !== 'pending') {
    return fail(
      'invalid_state',
      `The payment ${payment.id} has the status ${payment.status}. Only a pending payment can change.`,
    )
  }
  const steps = endPayment(payment, { status, failure }, rows)
  return succeed(makePlan(payment.merchant, { updates: steps.updates }, steps.records))
}

/** Creates the updates that end a pending payment without success. */
export function endPayment(
  payment: PaymentRow,
  set: Omit<Partial<PaymentRow>, 'next_action'>,
  rows: EndedRows,
): { updates: Update[]; records: EndedRecords } {
  const next = change('payments', payment, { where: { status: 'pending' }, set: { next_action: null, ...set } })
  const updates: Update[] = [next.update]
  let order: OrderRow | null = null
  if (payment.order_ref !== null) {
    const cancelled = change('orders', requireRow(rows.order, payment.order_ref, 'order'), {
      where: { base_status: 'pending' },
      // No delivery: discard the address.
      set: { base_status: 'cancelled', delivery: null },
    })
    updates.push(cancelled.update)
    order = cancelled.row
  }
  if (payment.product_id !== null) {
    const product = requireRow(rows.product, payment.product_id, 'product')
    if (product.stock !== null) {
      updates.push(change('products', product, { where: {}, add: { stock: payment.quantity } }).update)
    }
  }
  return { updates, records: { payment: next.row, order } }
}

/** Returns a row that another record refers to. A missing row is a bug of the caller. */
export function requireRow<T extends { readonly id: string }>(row: T | undefined, id: string, name: string): T {
  if (row?.id !== id) throw new TypeError(`The ${name} ${id} was not read. Pass it with the rows.`)
  return row
}
