import { change, notFound } from '../command.js'
import { makePlan, type Plan, type Update } from '../plan.js'
import { fail, type Result, succeed } from '../result.js'
import type { LicenseRow } from '../tables/licenses.js'
import type { OrderRow } from '../tables/orders.js'
import type { PaymentRow } from '../tables/payments.js'
import type { RefundRow } from '../tables/refunds.js'
import { owned } from './payment-ended.js'

/** Resolution of a refund by an operator. */
export interface RefundResolved {
  /** For the merchant to read. */
  readonly note: string | null
  readonly nowMs: number
}

/** A refund and what it points at. */
export interface RefundRows {
  readonly refund: RefundRow | undefined
  readonly payment: PaymentRow | undefined
  readonly order?: OrderRow | undefined
}

/** The records as they will be. */
export interface RefundRecords {
  readonly refund: RefundRow
  readonly payment: PaymentRow
  readonly order: OrderRow | null
}

/**
 * Plans that an operator paid a refund by hand. A payment refunded whole disables its licenses. Doing it again
 * changes nothing.
 *
 * @param rows - The refund, its payment, the order if there is one, the licenses of the payment (all of them).
 * @returns Errors: `not_found`, `invalid_state` (it was rejected).
 * @decision 0009
 */
export function refundPaid(
  command: RefundResolved,
  rows: RefundRows & { readonly licenses?: readonly LicenseRow[] },
): Result<Plan<RefundRecords & { licenses: readonly LicenseRow[] }>> {
  const { refund } = rows
  if (!refund) return notFound('refund')
  const payment = owned(rows.payment, refund.payment_ref, 'payment')
  const { merchant } = refund
  const before = { refund, payment, order: rows.order ?? null, licenses: rows.licenses ?? [] }
  if (refund.status === 'paid') return succeed(makePlan(merchant, {}, before))
  if (refund.status === 'rejected')
    return fail('invalid_state', `The refund ${refund.id} was rejected. Request a new refund.`)

  const amountPesewas = refund.amount_pesewas
  const resolved = change('refunds', refund, {
    where: { status: 'pending' },
    set: { status: 'paid', note: command.note, resolved_ms: command.nowMs },
  })
  // The sum is expected, not only added to: whether this refund was the last one decides about licenses.
  const paidBack = change('payments', payment, {
    where: { refunded_pesewas: payment.refunded_pesewas },
    add: { refunded_pesewas: amountPesewas },
  })
  const updates: Update[] = [resolved.update, paidBack.update]
  let order: OrderRow | null = null
  if (payment.order_ref !== null) {
    const next = change('orders', owned(rows.order, payment.order_ref, 'order'), {
      where: {},
      add: { refunded_pesewas: amountPesewas },
    })
    updates.push(next.update)
    order = next.row
  }
  let licenses = rows.licenses ?? []
  if (paidBack.row.refunded_pesewas === payment.amount_pesewas) {
    const disabled = licenses.map((license) => change('licenses', license, { where: {}, set: { status: 'disabled' } }))
    for (const license of disabled) updates.push(license.update)
    licenses = disabled.map((license) => license.row)
  }
  const plan = makePlan(merchant, {
    updates,
    entries: [
      {
        kind: 'refund_paid',
        source: refund.id,
        postings: [{ debit: 'merchant:refunds_payable', credit: 'bank:operating', amountPesewas }],
        atMs: command.nowMs,
      },
    ],
  })
  return succeed({ ...plan, records: { refund: resolved.row, payment: paidBack.row, order, licenses } })
}
