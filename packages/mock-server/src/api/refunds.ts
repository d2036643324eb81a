import { maximumPaymentPesewas, refundRequested } from '@cedi/ledger'
import { readAmount } from '../service/amount.js'
import { stop } from '../service/stop.js'
import { type WriteAct, write } from './operation.js'
import { shown } from './payments.js'
import { refundRecord } from './wire.js'

/** `POST /api/v1/refunds`. An operator pays it by hand. @source What the service does @decision 0009 */
export const createRefund: WriteAct<'RefundInput'> = write({
  input: 'RefundInput',
  async plan({ context, merchant, nowMs }, input, ids) {
    const amount = input.amount === undefined ? undefined : readAmount(input.amount, 'amount')
    if (amount && !amount.ok) return amount
    if (amount && amount.pesewas === 0n) return stop('amount_too_small', 'amount must be more than GH₵0.00.', 'amount')
    if (amount && amount.pesewas > maximumPaymentPesewas)
      return stop('amount_too_large', 'amount must be at most GH₵1,000,000.00.', 'amount')
    const { store } = context
    const payment = await store.get('payments', merchant, input.payment_ref)
    if (!payment) return stop('not_found', `There is no payment ${shown(input.payment_ref)}.`, 'payment_ref')
    const order = payment.order_ref === null ? undefined : await store.get('orders', merchant, payment.order_ref)
    const available = await store.get('accounts', merchant, 'merchant:available')
    const requested = refundRequested(
      {
        id: ids.next('ref'),
        nowMs,
        reason: input.reason ?? null,
        ...(amount ? { amountPesewas: amount.pesewas } : {}),
      },
      { payment, order, available },
    )
    return requested.ok ? { ...requested, records: { data: refundRecord(requested.records.refund) } } : requested
  },
})
