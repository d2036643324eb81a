import { change, notFound } from '../command.js'
import { makePlan, type Plan, type Update } from '../plan.js'
import { fail, type Result, succeed } from '../result.js'
import type { OrderRow } from '../tables/orders.js'
import { requireRow } from './payment-ended.js'
import type { RefundRecords, RefundResolved, RefundRows } from './refund-paid.js'

/**
 * Plans the rejection of a refund by an operator: the money is available again. A repeated rejection changes nothing.
 *
 * @returns Errors: `not_found`, `invalid_state` (it was paid).
 * @decision 0009
 */
export function refundRejected(command: RefundResolved, rows: RefundRows): Result<Plan<RefundRecords>> {
  const { refund } = rows
  if (!refund) return notFound('refund')
  const payment = requireRow(rows.payment, refund.payment_ref, 'payment')
  const { merchant } = refund
  if (refund.status === 'rejected') {
    return succeed(makePlan(merchant, {}, { refund, payment, order: rows.order ?? null }))
  }
  if (refund.status === 'paid')
    return fail('invalid_state', `The refund ${refund.id} is paid. Only a pending refund can be rejected.`)

  const amountPesewas = refund.amount_pesewas
  const resolved = change('refunds', refund, {
    where: { status: 'pending' },
    set: { status: 'rejected', note: command.note, resolved_ms: command.nowMs },
  })
  const released = change('payments', payment, { where: {}, add: { refund_reserved_pesewas: -amountPesewas } })
  const updates: Update[] = [resolved.update, released.update]
  let order: OrderRow | null = null
  if (payment.order_ref !== null) {
    const next = change('orders', requireRow(rows.order, payment.order_ref, 'order'), {
      where: {},
      add: { refund_reserved_pesewas: -amountPesewas },
    })
    updates.push(next.update)
    order = next.row
  }
  const plan = makePlan(merchant, {
    updates,
    entries: [
      {
        kind: 'refund_rejected',
        source: refund.id,
        postings: [{ debit: 'merchant:refunds_payable', credit: 'merchant:available', amountPesewas }],
        atMs: command.nowMs,
      },
    ],
  })
  return succeed({ ...plan, records: { refund: resolved.row, payment: released.row, order } })
}
