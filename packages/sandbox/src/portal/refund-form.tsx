/** @jsxImportSource hono/jsx */
import {
  balanceOf,
  checkInput,
  formatCedis,
  type PaymentRow,
  requestRefund as request,
  type ServiceError,
} from '@cedi/mock-server/internal'
import { readLine } from '../kit/access/form.js'
import { badFormPage } from '../kit/access/invitation-pages.js'
import { formIdempotency } from '../kit/form-idempotency.js'
import { formatInstrument, networkName } from '../kit/instrument.js'
import { fill } from '../kit/languages/portal/portal.js'
import { page, redirect } from '../kit/layout.js'
import type { SessionContext } from '../kit/page-context.js'
import { Field, Form, FormId } from '../kit/parts.js'

/** Amount of a payment that is not refunded and not reserved for a refund. */
export const refundablePesewas = ({ status, amount_pesewas, refund_reserved_pesewas }: PaymentRow): bigint =>
  status === 'succeeded' ? amount_pesewas - refund_reserved_pesewas : 0n

interface FormPageOptions {
  readonly row: PaymentRow
  readonly amount: string
  readonly reason?: string
  readonly problem?: { readonly field: 'amount' | 'reason'; readonly text: string }
}

/** Reads the available balance, which limits a refund because the fee is not refunded. */
const readAvailable = async ({ context, merchant }: SessionContext): Promise<bigint> =>
  balanceOf(await context.store.get('accounts', merchant, 'merchant:available'))

async function formPage(ctx: SessionContext, { row, amount, reason, problem }: FormPageOptions): Promise<Response> {
  const { at, language } = ctx
  const availablePesewas = await readAvailable(ctx)
  const { words } = language
  const backHref = at(`payments/${row.id}`)
  const getProblem = (name: string) => (problem?.field === name ? problem.text : undefined)
  return page(ctx, {
    title: words.askRefund,
    status: problem ? 422 : 200,
    section: 'payments',
    back: { href: backHref, text: `${words.payment} ${language.amount(row.amount_pesewas)}` },
    body: (
      <>
        <p>
          {fill(words.askRefundText, {
            amount: language.amount(refundablePesewas(row)),
            to: `${networkName(row.network)} ${formatInstrument(row) ?? ''}`,
          })}
        </p>
        {availablePesewas < refundablePesewas(row) && (
          <p>{fill(words.refundBalanceText, { amount: language.amount(availablePesewas) })}</p>
        )}
        <Form ctx={ctx} action={at(`payments/${row.id}/refund`)}>
          <FormId />
          <Field
            name="amount"
            label={words.payOutAmount}
            inputmode="decimal"
            required
            value={amount}
            problem={getProblem('amount')}
          />
          <Field
            name="reason"
            label={words.refundReason}
            hint={words.refundReasonHint}
            value={reason}
            problem={getProblem('reason')}
          />
          <button type="submit">{words.askRefund}</button>
          <a class="button quiet" href={backHref}>
            {words.cancel}
          </a>
        </Form>
      </>
    ),
  })
}

/** `GET /portal/payments/{ref}/refund`: the form that requests a refund. Without anything to refund, the payment. */
export async function refundFormPage(ctx: SessionContext): Promise<Response | undefined> {
  const { context, merchant, id, at } = ctx
  const row = await context.store.get('payments', merchant, id)
  if (!row) return undefined
  const leftPesewas = refundablePesewas(row)
  if (leftPesewas === 0n) return redirect(ctx, at(`payments/${id}`))
  const availablePesewas = await readAvailable(ctx)
  const isLimited = availablePesewas > 0n && availablePesewas < leftPesewas
  return formPage(ctx, { row, amount: formatCedis(isLimited ? availablePesewas : leftPesewas).toFixed(2) })
}

/** `POST /portal/payments/{ref}/refund`: requests a refund, which an operator pays. @decision 0009 */
export async function requestRefund(ctx: SessionContext): Promise<Response | undefined> {
  const { context, merchant, id, nowMs, at, language } = ctx
  const { words } = language
  const row = await context.store.get('payments', merchant, id)
  if (!row) return undefined
  const amount = readLine(ctx.form, 'amount').replace(/^(?:GH₵|GHS)\s*/i, '')
  const reason = readLine(ctx.form, 'reason')
  const showError = ({ code, field }: ServiceError) => {
    if (code === 'idempotency_key_reused') return redirect(ctx, at(`payments/${id}`, { done: 'other' }))
    if (code === 'payment_not_refundable') return redirect(ctx, at(`payments/${id}`))
    if (field === 'reason')
      return formPage(ctx, { row, amount, reason, problem: { field, text: words.badRefundReason } })
    if (field !== 'amount') return badFormPage(ctx)
    const texts: Readonly<Record<string, string>> = {
      insufficient_balance: words.tooMuch,
      refund_exceeds_payment: fill(words.badRefund, { amount: language.amount(refundablePesewas(row)) }),
    }
    return formPage(ctx, { row, amount, reason, problem: { field, text: texts[code] ?? words.badAmount } })
  }
  const checked = checkInput({ payment_ref: id, amount, ...(reason ? { reason } : {}) }, 'RefundInput')
  if (!checked.ok) return showError(checked.error)
  const idempotency = formIdempotency(ctx, `/portal/payments/${id}/refund`, checked.value)
  if (!idempotency.ok) return badFormPage(ctx)
  const result = await request(context, { merchant, input: checked.value, nowMs }, idempotency.value)
  if (!result.ok) return showError(result.error)
  return redirect(ctx, at(`payments/${id}`, { done: result.value.isReplay ? 'before' : 'asked' }))
}
