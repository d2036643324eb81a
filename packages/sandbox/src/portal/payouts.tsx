/** @jsxImportSource hono/jsx */

import {
  AmountError,
  balanceOf,
  type PayoutRow,
  parseCedis,
  parsePhone,
  requestPayout,
  suggestNetwork,
} from '@cedi/mock-server/internal'
import { readLine } from '../kit/access/form.js'
import { badFormPage } from '../kit/access/invitation-pages.js'
import { formIdempotency, repeatedFormNotice } from '../kit/form-idempotency.js'
import { formatMaskedPhone, networkName } from '../kit/instrument.js'
import { fill } from '../kit/languages/portal/portal.js'
import { type PageContent, redirect } from '../kit/layout.js'
import { listPage } from '../kit/list.js'
import type { SessionContext } from '../kit/page-context.js'
import { Amount, Chip, Empty, Field, Form, FormId, ListItem, Panel, ShortTime } from '../kit/parts.js'

/** `GET /portal/payouts`: payouts to a wallet. @source Limits @decision 0023 */
export function payoutsPage(ctx: SessionContext): Promise<Response> {
  const done = ctx.request.query?.get('done')
  const { words } = ctx.language
  return renderPayouts(ctx, { notice: done === 'asked' ? { text: words.payOutDone } : repeatedFormNotice(ctx) })
}

/** Input of the form, with its error. */
interface FormInput {
  readonly amount?: string
  readonly phone?: string
  readonly problem?: { readonly field: 'amount' | 'phone'; readonly text: string }
}

async function renderPayouts(
  ctx: SessionContext,
  { input = {}, ...content }: Partial<PageContent> & { input?: FormInput },
) {
  const { context, merchant, language } = ctx
  const { words } = language
  const available = balanceOf(await context.store.get('accounts', merchant, 'merchant:available'))
  return listPage(ctx, {
    title: words.payouts,
    section: 'payouts',
    ...content,
    listing: { table: 'payouts', merchant, path: 'payouts' },
    line: (row) => <PayoutItem ctx={ctx} row={row} />,
    empty: <Empty title={words.noPayouts} text={words.noPayoutsText} />,
    above: (available > 0n || input.problem) && <PayoutForm ctx={ctx} availablePesewas={available} input={input} />,
  })
}

interface PayoutFormProps {
  readonly ctx: SessionContext
  readonly availablePesewas: bigint
  readonly input: FormInput
}

function PayoutForm({ ctx, availablePesewas, input: { problem, amount, phone } }: PayoutFormProps) {
  const { words, amount: amountText } = ctx.language
  const getProblem = (name: string) => (problem?.field === name ? problem.text : undefined)
  return (
    <Panel title={words.payOut}>
      <p>{fill(words.payOutText, { amount: amountText(availablePesewas) })}</p>
      <Form ctx={ctx} action={ctx.at('payouts')}>
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
          name="phone"
          label={words.payOutPhone}
          hint={words.payOutPhoneHint}
          type="tel"
          inputmode="tel"
          autocomplete="tel-national"
          required
          value={phone}
          problem={getProblem('phone')}
        />
        <button type="submit">{words.payOutYes}</button>
      </Form>
    </Panel>
  )
}

/** `POST /portal/payouts`: requests a payout. */
export async function createPayout(ctx: SessionContext): Promise<Response> {
  const { context, merchant, nowMs, language, at } = ctx
  const { words } = language
  const input = { amount: readLine(ctx.form, 'amount'), phone: readLine(ctx.form, 'phone') }
  const showError = (field: 'amount' | 'phone', text: string) =>
    renderPayouts(ctx, { status: 422, input: { ...input, problem: { field, text } } })
  const amountPesewas = parseAmount(input.amount)
  if (amountPesewas === undefined) return showError('amount', words.badAmount)
  const number = parsePhone(input.phone)
  const network = number === undefined ? undefined : suggestNetwork(number)
  if (number === undefined || network === undefined) return showError('phone', words.badPhone)
  const idempotency = formIdempotency(ctx, '/portal/payouts', { amount: String(amountPesewas), number })
  if (!idempotency.ok) return badFormPage(ctx)
  const result = await requestPayout(context, { merchant, amountPesewas, number, network, nowMs }, idempotency.value)
  if (!result.ok && result.error.code === 'insufficient_balance') return showError('amount', words.tooMuch)
  if (!result.ok && result.error.code === 'idempotency_key_reused')
    return redirect(ctx, at('payouts', { done: 'other' }))
  if (!result.ok) return badFormPage(ctx)
  return redirect(ctx, at('payouts', { done: result.value.isReplay ? 'before' : 'asked' }))
}

/** Parses an amount such as `45.50`, with or without a currency prefix. */
function parseAmount(text: string): bigint | undefined {
  try {
    const pesewas = parseCedis(text.replace(/^(?:GH₵|GHS)\s*/i, ''))
    return pesewas > 0n ? pesewas : undefined
  } catch (error) {
    if (error instanceof AmountError) return undefined
    throw error
  }
}

const PayoutItem = ({ ctx, row }: { readonly ctx: SessionContext; readonly row: PayoutRow }) => (
  <ListItem
    title={<Amount ctx={ctx} pesewas={row.amount_pesewas} />}
    details={[
      networkName(row.network),
      row.phone !== null && <bdi dir="ltr">{formatMaskedPhone(row.phone)}</bdi>,
      <ShortTime ctx={ctx} ms={row.created_ms} />,
      row.failure && <bdi>{ctx.language.failure(row.failure)}</bdi>,
    ]}
    chip={<Chip state={row.status} text={ctx.language.words[`payout_${row.status}`]} />}
  />
)
