/** @jsxImportSource hono/jsx */
import type { PaymentRow } from '@cedi/mock-server/internal'
import { returnLateMoney } from '@cedi/mock-server/service'
import { formatInstrument, networkName } from '../kit/instrument.js'
import { fill } from '../kit/languages/portal/portal.js'
import { page, redirect } from '../kit/layout.js'
import { listPage } from '../kit/list.js'
import type { SessionContext } from '../kit/page-context.js'
import {
  Amount,
  Checkbox,
  Empty,
  Fact,
  FactsPanel,
  Filled,
  Form,
  ListItem,
  Panel,
  ShortTime,
  Time,
} from '../kit/parts.js'
import { createNameLookup, lateMoney } from './queues.js'
import { readRecord, recordUrl } from './record.js'

interface Props {
  readonly ctx: SessionContext
  readonly row: PaymentRow
}

/** `/operator/suspense`: money that was received after its payment had ended. @decision 0014 */
export function suspensePage(ctx: SessionContext): Promise<Response> {
  const { operatorWords } = ctx.language
  const nameOf = createNameLookup(ctx.context)
  return listPage(ctx, {
    title: operatorWords.suspense,
    section: 'suspense',
    listing: lateMoney,
    line: (row) => <LateItem ctx={ctx} row={row} nameOf={nameOf} />,
    above: <p>{operatorWords.suspenseText}</p>,
    empty: <Empty title={operatorWords.noSuspense} text={operatorWords.noSuspenseText} />,
  })
}

const sourceWallet = (row: PaymentRow): string => `${networkName(row.network)} ${formatInstrument(row) ?? ''}`

async function LateItem({ ctx, row, nameOf }: Props & { readonly nameOf: ReturnType<typeof createNameLookup> }) {
  const { operatorWords, words } = ctx.language
  return (
    <ListItem
      href={recordUrl(ctx, 'suspense', row)}
      title={<bdi>{await nameOf(row.merchant)}</bdi>}
      amount={<Amount ctx={ctx} pesewas={row.amount_pesewas} />}
      details={[
        sourceWallet(row),
        fill(operatorWords.cameLate, { status: words[`payment_${row.status}`].toLowerCase() }),
        <ShortTime ctx={ctx} ms={row.created_ms} />,
      ]}
    />
  )
}

/** `GET /operator/suspense/{ref}`: a late payment, and the form to return it. */
export async function latePaymentPage(ctx: SessionContext, problem?: string): Promise<Response | undefined> {
  const { context, request, at, language } = ctx
  const { operatorWords, words } = language
  const row = await readRecord(ctx, 'payments')
  if (!row || row.late_money === null) return undefined
  const done = request.query?.get('done')
  const hasNotice = row.late_money === 'returned' && (done === 'returned' || done === 'already')
  const notice = hasNotice
    ? { text: done === 'returned' ? operatorWords.givenBackNow : operatorWords.already }
    : undefined
  const name = await createNameLookup(context)(row.merchant)
  return page(ctx, {
    title: `${operatorWords.suspense} ${language.amount(row.amount_pesewas)}`,
    status: problem ? 422 : 200,
    section: 'suspense',
    back: { href: at('suspense'), text: operatorWords.suspense },
    notice: problem ? { text: problem, isError: true } : notice,
    body: (
      <>
        <p>{row.late_money === 'held' ? words.lateHeld : words.lateReturned}</p>
        <FactsPanel>
          <Fact term={operatorWords.forMerchant}>
            <bdi>{name}</bdi>
          </Fact>
          <Fact term={words.amount}>
            <Amount ctx={ctx} pesewas={row.amount_pesewas} />
          </Fact>
          <Fact term={operatorWords.sendTo}>
            <bdi dir="ltr">{sourceWallet(row)}</bdi>
          </Fact>
          <Fact term={words.email}>{row.email !== null && <bdi>{row.email}</bdi>}</Fact>
          <Fact term={words.payment}>
            <code>{row.id}</code>
          </Fact>
          <Fact term={words.created}>
            <Time ctx={ctx} ms={row.created_ms} />
          </Fact>
        </FactsPanel>
        {row.late_money === 'held' && (
          <ReturnForm ctx={ctx} row={row} isSettled={problem === operatorWords.settledAlready} />
        )}
      </>
    ),
  })
}

function ReturnForm({ ctx, row, isSettled }: Props & { readonly isSettled: boolean }) {
  const { operatorWords, amount } = ctx.language
  return (
    <Panel title={operatorWords.giveBack}>
      <Form ctx={ctx} action={recordUrl(ctx, 'suspense', row)}>
        <fieldset>
          <legend>{operatorWords.giveBackFrom}</legend>
          <Checkbox type="radio" name="from" value="provider" checked={!isSettled}>
            {operatorWords.fromProvider}
          </Checkbox>
          <Checkbox type="radio" name="from" value="bank" checked={isSettled}>
            {operatorWords.fromBank}
          </Checkbox>
        </fieldset>
        <Checkbox name="tick" value="returned" required>
          <Filled
            text={operatorWords.giveBackTick}
            values={{ amount: amount(row.amount_pesewas), to: sourceWallet(row) }}
          />
        </Checkbox>
        <button type="submit">{operatorWords.giveBackYes}</button>
      </Form>
    </Panel>
  )
}

/** `POST /operator/suspense/{ref}`: records that a late payment was returned. */
export async function returnPayment(ctx: SessionContext): Promise<Response | undefined> {
  const { context, id: ref, form, nowMs, language } = ctx
  const { operatorWords } = language
  const row = await readRecord(ctx, 'payments')
  if (!row || row.late_money === null) return undefined
  if (form.get('tick') !== 'returned') return latePaymentPage(ctx, operatorWords.needTick)
  const from = form.get('from') === 'bank' ? 'bank' : 'provider'
  const { merchant } = row
  const outcome = await returnLateMoney(context, from, { merchant, ref, nowMs })
  if (!outcome.ok && outcome.error.code === 'insufficient_balance')
    return latePaymentPage(ctx, operatorWords.settledAlready)
  if (!outcome.ok) throw new Error(`The late payment ${ref} could not be marked as returned: ${outcome.error.message}`)
  return redirect(ctx, recordUrl(ctx, 'suspense', row, { done: outcome.value.isChanged ? 'returned' : 'already' }))
}
