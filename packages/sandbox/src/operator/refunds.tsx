/** @jsxImportSource hono/jsx */
import type { PaymentRow, RefundRow } from '@cedi/mock-server/internal'
import { resolveRefund as resolve } from '@cedi/mock-server/service'
import { isLongerThan, readLine } from '../kit/access/form.js'
import { formatInstrument, networkName } from '../kit/instrument.js'
import { fill } from '../kit/languages/portal/portal.js'
import { page, redirect } from '../kit/layout.js'
import type { SessionContext } from '../kit/page-context.js'
import {
  Amount,
  Checkbox,
  Chip,
  Empty,
  Fact,
  FactsPanel,
  Field,
  Filled,
  Form,
  ListItem,
  Panel,
  ShortTime,
  Time,
} from '../kit/parts.js'
import { unsealPhone } from '../sealed-phone.js'
import { queuePage } from './queue.js'
import { createNameLookup } from './queues.js'
import { readRecord, recordUrl } from './record.js'

interface Props {
  readonly ctx: SessionContext
  readonly row: RefundRow
}

/** `/operator/refunds`: pending refunds. Operators pay them manually. @source What the service does @decision 0009 */
export function refundsPage(ctx: SessionContext): Promise<Response> {
  const { operatorWords } = ctx.language
  const nameOf = createNameLookup(ctx.context)
  return queuePage(ctx, {
    section: 'refunds',
    text: operatorWords.refundsText,
    line: (row) => <RefundLine ctx={ctx} row={row} nameOf={nameOf} />,
    empty: <Empty title={operatorWords.noRefunds} text={operatorWords.noRefundsText} />,
    resolvedTitle: operatorWords.decidedRefunds,
  })
}

const formatAge = ({ nowMs, language }: SessionContext, row: RefundRow): string =>
  fill(language.operatorWords.asked, { age: language.age(nowMs - row.created_ms) })

const RefundLine = async ({ ctx, row, nameOf }: Props & { readonly nameOf: ReturnType<typeof createNameLookup> }) => (
  <ListItem
    href={recordUrl(ctx, 'refunds', row)}
    title={<bdi>{await nameOf(row.merchant)}</bdi>}
    amount={<Amount ctx={ctx} pesewas={row.amount_pesewas} />}
    details={[
      row.resolved_ms === null ? formatAge(ctx, row) : <ShortTime ctx={ctx} ms={row.resolved_ms} />,
      row.reason !== null && <bdi>{row.reason}</bdi>,
    ]}
    chip={<Chip state={row.status} text={ctx.language.words[`refund_${row.status}`]} />}
  />
)

/** Rejected input of a form. */
interface FormInput {
  readonly act: string
  readonly note: string
  readonly problem: { readonly field: 'note' | 'tick'; readonly text: string }
}

/**
 * `POST /operator/refunds/{ref}/number`: the refund with the full number of the buyer's wallet. A request of its own, so
 * that the request log names who was looked up.
 *
 * @decision 0018
 */
export const refundNumberPage = (ctx: SessionContext): Promise<Response | undefined> =>
  refundPage(ctx, undefined, 200, true)

/** `GET /operator/refunds/{ref}`: a refund, its destination, and the forms that resolve it. */
export async function refundPage(
  ctx: SessionContext,
  input?: FormInput,
  status = 200,
  showsNumber = false,
): Promise<Response | undefined> {
  const { context, request, at, language } = ctx
  const { operatorWords, words } = language
  const row = await readRecord(ctx, 'refunds')
  if (!row) return undefined
  const notices: Readonly<Record<string, { text: string; isError?: boolean }>> = {
    paid: { text: operatorWords.paidNow },
    rejected: { text: operatorWords.rejectedNow },
    already: { text: operatorWords.already },
    otherwise: { text: operatorWords.otherwise, isError: true },
  }
  const done = request.query?.get('done') ?? ''
  const notice = row.status !== 'pending' && Object.hasOwn(notices, done) ? notices[done] : undefined
  const payment = await context.store.get('payments', row.merchant, row.payment_ref)
  const unsealed = showsNumber && payment && row.status === 'pending' ? unsealPhone(context.secret, payment) : undefined
  const number = unsealed?.ok ? unsealed.value : null
  const isUnreadable = unsealed?.ok === false
  const problem = isUnreadable ? operatorWords.unreadableNumber : input?.problem.text
  const to = payment ? `${networkName(payment.network)} ${number ?? formatInstrument(payment) ?? ''}` : ''
  const name = await createNameLookup(context)(row.merchant)
  return page(ctx, {
    title: `${words.refund} ${language.amount(row.amount_pesewas)}`,
    status: isUnreadable ? 409 : status,
    section: 'refunds',
    back: { href: at('refunds'), text: operatorWords.refunds },
    notice: problem === undefined ? notice : { text: problem, isError: true },
    body: (
      <>
        <p>
          <Chip state={row.status} text={words[`refund_${row.status}`]} />
          {row.status === 'pending' && ` · ${formatAge(ctx, row)}`}
        </p>
        <Details ctx={ctx} row={row} payment={payment} to={to} name={name} />
        {row.status === 'pending' && (
          <>
            {number === null && payment && payment.sealed_phone !== null && <NumberForm ctx={ctx} row={row} to={to} />}
            <PaidForm ctx={ctx} row={row} to={to} input={input?.act === 'paid' ? input : undefined} />
            <RejectedForm ctx={ctx} row={row} input={input?.act === 'rejected' ? input : undefined} />
          </>
        )}
      </>
    ),
  })
}

interface DetailsProps extends Props {
  readonly payment: PaymentRow | undefined
  readonly to: string
  readonly name: string
}

function Details({ ctx, row, payment, to, name }: DetailsProps) {
  const { operatorWords, words } = ctx.language
  return (
    <FactsPanel>
      <Fact term={operatorWords.forMerchant}>
        <bdi>{name}</bdi>
      </Fact>
      <Fact term={words.amount}>
        <Amount ctx={ctx} pesewas={row.amount_pesewas} />
      </Fact>
      <Fact term={operatorWords.sendTo}>
        <bdi dir="ltr">{to}</bdi>
      </Fact>
      <Fact term={words.buyer}>{payment && payment.name !== null && <bdi>{payment.name}</bdi>}</Fact>
      <Fact term={words.email}>{payment && payment.email !== null && <bdi>{payment.email}</bdi>}</Fact>
      <Fact term={words.reason}>{row.reason !== null && <bdi>{row.reason}</bdi>}</Fact>
      <Fact term={words.reference}>
        <code>{row.id}</code>
      </Fact>
      <Fact term={words.payment}>
        <code>{row.payment_ref}</code>
      </Fact>
      <Fact term={words.created}>
        <Time ctx={ctx} ms={row.created_ms} />
      </Fact>
      <Fact term={words.resolvedAt}>{row.resolved_ms !== null && <Time ctx={ctx} ms={row.resolved_ms} />}</Fact>
      <Fact term={words.note}>{row.note !== null && <bdi>{row.note}</bdi>}</Fact>
    </FactsPanel>
  )
}

const NumberForm = ({ ctx, row, to }: Props & { readonly to: string }) => (
  <Panel title={ctx.language.operatorWords.sendTo}>
    <p>
      <bdi dir="ltr">{to}</bdi>
    </p>
    <Form ctx={ctx} action={ctx.at(`refunds/${row.id}/number`, { of: row.merchant })}>
      <button type="submit" class="quiet">
        {ctx.language.operatorWords.showNumber}
      </button>
      <p class="hint">{ctx.language.operatorWords.showNumberText}</p>
    </Form>
  </Panel>
)

interface ResolveProps extends Props {
  /** Rejected input of this form. */
  readonly input: FormInput | undefined
}

const getProblem = (input: FormInput | undefined, field: 'note' | 'tick') =>
  input?.problem.field === field ? input.problem.text : undefined

function PaidForm({ ctx, row, to, input }: ResolveProps & { readonly to: string }) {
  const { operatorWords, amount } = ctx.language
  return (
    <Panel title={operatorWords.markPaid}>
      <p>{operatorWords.markPaidText}</p>
      <Form ctx={ctx} action={recordUrl(ctx, 'refunds', row)}>
        <Checkbox name="tick" value="paid" required invalid={getProblem(input, 'tick') !== undefined}>
          <Filled text={operatorWords.paidTick} values={{ amount: amount(row.amount_pesewas), to }} />
        </Checkbox>
        <Field
          name="paid-note"
          label={operatorWords.paidNote}
          hint={operatorWords.paidNoteHint}
          value={input?.note}
          problem={getProblem(input, 'note')}
        />
        <button type="submit" name="act" value="paid">
          {operatorWords.paidYes}
        </button>
      </Form>
    </Panel>
  )
}

function RejectedForm({ ctx, row, input }: ResolveProps) {
  const { operatorWords } = ctx.language
  return (
    <Panel title={operatorWords.markRejected}>
      <p>{operatorWords.markRejectedText}</p>
      <Form ctx={ctx} action={recordUrl(ctx, 'refunds', row)}>
        <Field
          name="rejected-note"
          label={operatorWords.rejectedNote}
          required
          value={input?.note}
          problem={getProblem(input, 'note')}
        />
        <Checkbox name="tick" value="rejected" required invalid={getProblem(input, 'tick') !== undefined}>
          {operatorWords.rejectedTick}
        </Checkbox>
        <button type="submit" class="stop" name="act" value="rejected">
          {operatorWords.rejectedYes}
        </button>
      </Form>
    </Panel>
  )
}

/** `POST /operator/refunds/{ref}`: marks a refund as paid or rejected. */
export async function resolveRefund(ctx: SessionContext): Promise<Response | undefined> {
  const { context, id: ref, form, nowMs, language } = ctx
  const { operatorWords } = language
  const act = form.get('act') ?? ''
  if (act !== 'paid' && act !== 'rejected') return refundPage(ctx)
  const note = readLine(form, `${act}-note`)
  const showError = (field: 'note' | 'tick', text: string) =>
    refundPage(ctx, { act, note, problem: { field, text } }, 422)
  if (form.get('tick') !== act) return showError('tick', operatorWords.needTick)
  if (act === 'rejected' && note === '') return showError('note', operatorWords.needNote)
  if (isLongerThan(note, 500)) return showError('note', operatorWords.longNote)
  const row = await readRecord(ctx, 'refunds')
  if (!row) return undefined
  const { merchant } = row
  const command = { merchant, ref, note: note || null, nowMs }
  const outcome = await resolve(context, act === 'paid' ? 'pay' : 'reject', command)
  if (!outcome.ok && outcome.error.code !== 'invalid_state')
    throw new Error(`The refund ${ref} could not be marked: ${outcome.error.message}`)
  return redirect(
    ctx,
    recordUrl(ctx, 'refunds', row, { done: outcome.ok ? (outcome.value.isChanged ? act : 'already') : 'otherwise' }),
  )
}
