import { balanceOf } from '../balance.js'
import { change, checkBalance, notFound } from '../command.js'
import { formatCedisText } from '../money.js'
import { makePlan, type Plan, type Update } from '../plan.js'
import { fail, type Result, succeed } from '../result.js'
import type { AccountRow } from '../tables/accounts.js'
import type { OrderRow } from '../tables/orders.js'
import type { PaymentRow } from '../tables/payments.js'
import type { RefundRow } from '../tables/refunds.js'
import { requireRow } from './payment-ended.js'

/** Command: requests a refund. */
export interface RefundRequested {
  readonly id: string
  /** Defaults to the amount that is not refunded yet. */
  readonly amountPesewas?: bigint
  /** The merchant's reason, for the operator. */
  readonly reason: string | null
  readonly nowMs: number
}

/**
 * Plans a refund request. The amount is reserved until an operator has paid the refund manually. The fee of the payment
 * is not refunded.
 *
 * @param rows - The payment, its order if it has one, and the account `merchant:available`.
 * @returns Errors: `not_found`, `payment_not_refundable`, `refund_exceeds_payment`, `invalid_amount`,
 *   `insufficient_balance`.
 * @source What the service does (refunds are operator-marked)
 * @decision 0009
 */
export function refundRequested(
  command: RefundRequested,
  rows: { payment: PaymentRow | undefined; order?: OrderRow | undefined; available: AccountRow | undefined },
): Result<Plan<{ refund: RefundRow; payment: PaymentRow; order: OrderRow | null }>> {
  const { payment } = rows
  const { id, nowMs } = command
  if (!payment) return notFound('payment')
  const { merchant } = payment
  if (payment.status !== 'succeeded') {
    return fail(
      'payment_not_refundable',
      `The payment ${payment.id} has the status ${payment.status}. Only a payment that succeeded can be refunded.`,
      'payment_ref',
    )
  }
  const leftPesewas = payment.amount_pesewas - payment.refund_reserved_pesewas
  const amountPesewas = command.amountPesewas ?? leftPesewas
  if (amountPesewas > leftPesewas || leftPesewas === 0n) {
    const left = formatCedisText(leftPesewas)
    return fail(
      'refund_exceeds_payment',
      `Only ${left} of the payment ${payment.id} is left to refund. Ask for no more than that.`,
      'amount',
    )
  }
  if (amountPesewas <= 0n) return fail('invalid_amount', 'A refund must be more than GH₵0.00.', 'amount')
  const rejection = checkBalance(amountPesewas, balanceOf(rows.available))
  if (rejection) return rejection

  const refund: RefundRow = Object.freeze({
    merchant,
    id,
    payment_ref: payment.id,
    order_ref: payment.order_ref,
    amount_pesewas: amountPesewas,
    currency: 'GHS',
    status: 'pending',
    reason: command.reason,
    note: null,
    created_ms: nowMs,
    resolved_ms: null,
  })
  // Any other refund changes the remaining amount. The command must then be planned again.
  const isRest = command.amountPesewas === undefined
  const paymentChange = change('payments', payment, {
    where: {
      status: 'succeeded',
      ...(isRest ? { refund_reserved_pesewas: payment.refund_reserved_pesewas } : {}),
    },
    add: { refund_reserved_pesewas: amountPesewas },
  })
  const updates: Update[] = [paymentChange.update]
  let order: OrderRow | null = null
  if (payment.order_ref !== null) {
    const next = change('orders', requireRow(rows.order, payment.order_ref, 'order'), {
      where: {},
      add: { refund_reserved_pesewas: amountPesewas },
    })
    updates.push(next.update)
    order = next.row
  }
  const plan = makePlan(merchant, {
    inserts: [{ table: 'refunds', row: refund }],
    updates,
    entries: [
      {
        kind: 'refund_requested',
        source: id,
        postings: [{ debit: 'merchant:available', credit: 'merchant:refunds_payable', amountPesewas }],
        atMs: nowMs,
      },
    ],
  })
  return succeed({ ...plan, records: { refund, payment: paymentChange.row, order } })
}
