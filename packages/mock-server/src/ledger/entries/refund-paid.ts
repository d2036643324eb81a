import { change, notFound } from '../command.js'
import { makePlan, type Plan, type Update } from '../plan.js'
import { fail, type Result, succeed } from '../result.js'
import type { LicenseRow } from '../tables/licenses.js'
import type { OrderRow } from '../tables/orders.js'
import type { PaymentRow } from '../tables/payments.js'
import type { RefundRow } from '../tables/refunds.js'
import { requireRow } from './payment-ended.js'

/** Resolution of a refund by an operator. */
export interface RefundResolved {
  /** A note for the merchant. */
  readonly note: string | null
  readonly nowMs: number
}

/** A refund, and the records that it refers to. */
export interface RefundRows {
  readonly refund: RefundRow | undefined
  readonly payment: PaymentRow | undefined
  readonly order?: OrderRow | undefined
}

/** The records after the commit. */
export interface RefundRecords {
  readonly refund: RefundRow
  readonly payment: PaymentRow
  readonly order: OrderRow | null
}

/**
 * Plans the success of a refund that an operator paid manually. A full refund disables the licenses of the payment. A
 * repeated confirmation changes nothing.
 *
 * @param rows - The refund, its payment, its order if any, and all licenses of the payment.
 * @returns Errors: `not_found`, `invalid_state` (it was rejected).
 * @decision 0009
 */
export function refundPaid(
  command: RefundResolved,
  rows: RefundRows & { readonly licenses?: readonly LicenseRow[] },
): Result<Plan<RefundRecords & { licenses: readonly LicenseRow[] }>> {
  const { refund } = rows
  if (!refund) return notFound('refund')
  const payment = requireRow(rows.payment, refund.payment_ref, 'payment')
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
  // The previous sum is a condition too, because licenses are disabled only by the last refund.
  const paidBack = change('payments', payment, {
    where: { refunded_pesewas: payment.refunded_pesewas },
    add: { refunded_pesewas: amountPesewas },
  })
  const updates: Update[] = [resolved.update, paidBack.update]
  let order: OrderRow | null = null
  if (payment.order_ref !== null) {
    const next = change('orders', requireRow(rows.order, payment.order_ref, 'order'), {
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
