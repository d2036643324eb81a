import {
  type Commit,
  fail,
  type IdempotencyOptions,
  maximumPaymentPesewas,
  type Plan,
  type RefundRow,
  type Result,
  refundPaid,
  refundRejected,
  refundRequested,
} from '../ledger/index.js'
import { readAmount } from './amount.js'
import { type Call, type Context, type Ids, withReader } from './context.js'
import { execute, type InputOf } from './execute.js'
import { paymentRows } from './outcomes/events.js'
import { truncateReference } from './texts.js'

/** Records that an operator has paid or rejected a refund. Does nothing if the refund already has that status. @decision 0009 */
export const resolveRefund = (
  context: Context,
  action: 'pay' | 'reject',
  {
    merchant,
    ref,
    ...command
  }: { readonly merchant: string; readonly ref: string; readonly note: string | null; readonly nowMs: number },
): Promise<Result<Commit<{ refund: RefundRow }>>> =>
  execute<{ refund: RefundRow }>(context, {
    merchant,
    async plan(reader) {
      const refund = await reader.get('refunds', merchant, ref)
      const rows = refund ? await paymentRows(reader, merchant, refund.payment_ref) : { payment: undefined }
      const where = { payment_ref: refund?.payment_ref ?? '' }
      const licenses = await reader.list('licenses', merchant, { limit: 1000, where })
      return (action === 'pay' ? refundPaid : refundRejected)(command, { ...rows, refund, licenses })
    },
  })

/** Requests a refund of a payment, for a form that a browser may send twice. @decision 0009 */
export const requestRefund = (
  context: Context,
  {
    merchant,
    input,
    nowMs,
  }: { readonly merchant: string; readonly input: InputOf<'RefundInput'>; readonly nowMs: number },
  idempotency?: Omit<IdempotencyOptions<{ refund: RefundRow }>, 'merchant'>,
): Promise<Result<Commit<{ refund: RefundRow }>>> =>
  execute<{ refund: RefundRow }>(context, {
    merchant,
    idempotency,
    plan: (reader, ids) => planRefund({ context: withReader(context, reader), merchant, nowMs }, input, ids),
  })

/** Plans a refund that a merchant requests. It pays nothing: an operator does that by hand. @decision 0009 */
export async function planRefund(
  { context, merchant, nowMs }: Pick<Call, 'context' | 'merchant' | 'nowMs'>,
  input: InputOf<'RefundInput'>,
  ids: Ids,
): Promise<Result<Plan<{ refund: RefundRow }>>> {
  const amount = input.amount === undefined ? undefined : readAmount(input.amount, 'amount')
  if (amount && !amount.ok) return amount
  if (amount && amount.value === 0n) return fail('amount_too_small', 'amount must be more than GH₵0.00.', 'amount')
  if (amount && amount.value > maximumPaymentPesewas)
    return fail('amount_too_large', 'amount must be at most GH₵1,000,000.00.', 'amount')
  const { store } = context
  const payment = await store.get('payments', merchant, input.payment_ref)
  if (!payment)
    return fail(
      'not_found',
      `There is no payment ${truncateReference(input.payment_ref)}. Check the reference.`,
      'payment_ref',
    )
  const order = payment.order_ref === null ? undefined : await store.get('orders', merchant, payment.order_ref)
  const available = await store.get('accounts', merchant, 'merchant:available')
  return refundRequested(
    {
      id: ids.next('ref'),
      nowMs,
      reason: input.reason ?? null,
      ...(amount ? { amountPesewas: amount.value } : {}),
    },
    { payment, order, available },
  )
}
