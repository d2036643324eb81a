/** @jsxImportSource hono/jsx */
import type { PayoutRow } from '@cedi/mock-server/internal'
import { endPayout as end } from '@cedi/mock-server/service'
import { formatMaskedPhone, networkName } from '../kit/instrument.js'
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
  Filled,
  Form,
  ListItem,
  Panel,
  ShortTime,
  Time,
} from '../kit/parts.js'
import { queuePage } from './queue.js'
import { createNameLookup } from './queues.js'
import { readRecord, recordUrl } from './record.js'

interface Props {
  readonly ctx: SessionContext
  readonly row: PayoutRow
}

/** `/operator/payouts`: pending payouts. @decision 0025 */
export function payoutsPage(ctx: SessionContext): Promise<Response> {
  const { operatorWords } = ctx.language
  const nameOf = createNameLookup(ctx.context)
  return queuePage(ctx, {
    section: 'payouts',
    text: operatorWords.payoutsText,
    line: (row) => <PayoutLine ctx={ctx} row={row} nameOf={nameOf} />,
    empty: <Empty title={operatorWords.noPayouts} text={operatorWords.noPayoutsText} />,
    resolvedTitle: operatorWords.decidedPayouts,
  })
}

async function PayoutLine({ ctx, row, nameOf }: Props & { readonly nameOf: ReturnType<typeof createNameLookup> }) {
  const { nowMs, language } = ctx
  return (
    <ListItem
      href={recordUrl(ctx, 'payouts', row)}
      title={<bdi>{await nameOf(row.merchant)}</bdi>}
      amount={<Amount ctx={ctx} pesewas={row.amount_pesewas} />}
      details={[
        destination(row),
        row.resolved_ms === null ? (
          fill(language.operatorWords.asked, { age: language.age(nowMs - row.created_ms) })
        ) : (
          <ShortTime ctx={ctx} ms={row.resolved_ms} />
        ),
      ]}
      chip={<Chip state={row.status} text={language.words[`payout_${row.status}`]} />}
    />
  )
}

const destination = ({ network, phone }: PayoutRow): string =>
  `${networkName(network)} ${formatMaskedPhone(phone ?? '')}`

/** `GET /operator/payouts/{ref}`: a payout, and the forms that resolve it. */
export async function payoutPage(ctx: SessionContext, problem?: string): Promise<Response | undefined> {
  const { context, request, at, language } = ctx
  const { operatorWords, words } = language
  const row = await readRecord(ctx, 'payouts')
  if (!row) return undefined
  const notices: Readonly<Record<string, { text: string; isError?: boolean }>> = {
    pay: { text: operatorWords.payoutPaidNow },
    fail: { text: operatorWords.payoutFailedNow },
    already: { text: operatorWords.already },
    otherwise: { text: operatorWords.otherwise, isError: true },
  }
  const done = request.query?.get('done') ?? ''
  const notice = row.status !== 'pending' && Object.hasOwn(notices, done) ? notices[done] : undefined
  const name = await createNameLookup(context)(row.merchant)
  return page(ctx, {
    title: `${words.payouts} ${language.amount(row.amount_pesewas)}`,
    status: problem ? 422 : 200,
    section: 'payouts',
    back: { href: at('payouts'), text: operatorWords.payouts },
    notice: problem ? { text: problem, isError: true } : notice,
    body: (
      <>
        <p>
          <Chip state={row.status} text={words[`payout_${row.status}`]} />
        </p>
        <Details ctx={ctx} row={row} name={name} />
        {row.status === 'pending' && (
          <>
            <ResolveForm ctx={ctx} row={row} act="pay" />
            <ResolveForm ctx={ctx} row={row} act="fail" />
          </>
        )}
      </>
    ),
  })
}

function Details({ ctx, row, name }: Props & { readonly name: string }) {
  const { operatorWords, words, failure } = ctx.language
  return (
    <FactsPanel>
      <Fact term={operatorWords.forMerchant}>
        <bdi>{name}</bdi>
      </Fact>
      <Fact term={words.amount}>
        <Amount ctx={ctx} pesewas={row.amount_pesewas} />
      </Fact>
      <Fact term={operatorWords.sendTo}>
        <bdi dir="ltr">{destination(row)}</bdi>
      </Fact>
      <Fact term={words.reference}>
        <code>{row.id}</code>
      </Fact>
      <Fact term={words.created}>
        <Time ctx={ctx} ms={row.created_ms} />
      </Fact>
      <Fact term={words.resolvedAt}>{row.resolved_ms !== null && <Time ctx={ctx} ms={row.resolved_ms} />}</Fact>
      <Fact term={words.why}>{row.failure && <bdi>{failure(row.failure)}</bdi>}</Fact>
    </FactsPanel>
  )
}

function ResolveForm({ ctx, row, act }: Props & { readonly act: 'pay' | 'fail' }) {
  const { operatorWords, amount } = ctx.language
  const texts = {
    pay: {
      title: operatorWords.payoutPay,
      text: operatorWords.payoutPayText,
      tick: operatorWords.payoutPayTick,
      yes: operatorWords.payoutPayYes,
    },
    fail: {
      title: operatorWords.payoutFail,
      text: operatorWords.payoutFailText,
      tick: operatorWords.payoutFailTick,
      yes: operatorWords.payoutFailYes,
    },
  }[act]
  return (
    <Panel title={texts.title}>
      <p>{texts.text}</p>
      <Form ctx={ctx} action={recordUrl(ctx, 'payouts', row)}>
        <Checkbox name="tick" value={act} required>
          <Filled text={texts.tick} values={{ amount: amount(row.amount_pesewas), to: destination(row) }} />
        </Checkbox>
        <button type="submit" class={act === 'fail' ? 'stop' : undefined} name="act" value={act}>
          {texts.yes}
        </button>
      </Form>
    </Panel>
  )
}

/** `POST /operator/payouts/{ref}`: marks a payout as paid or failed. */
export async function endPayout(ctx: SessionContext): Promise<Response | undefined> {
  const { context, id: ref, form, nowMs, language } = ctx
  const act = form.get('act') ?? ''
  if (act !== 'pay' && act !== 'fail') return payoutPage(ctx)
  if (form.get('tick') !== act) return payoutPage(ctx, language.operatorWords.needTick)
  const row = await readRecord(ctx, 'payouts')
  if (!row) return undefined
  const { merchant } = row
  const outcome = await end(context, act, { merchant, ref, nowMs })
  if (!outcome.ok && outcome.error.code !== 'invalid_state')
    throw new Error(`The payout ${ref} could not be marked: ${outcome.error.message}`)
  return redirect(
    ctx,
    recordUrl(ctx, 'payouts', row, { done: outcome.ok ? (outcome.value.isChanged ? act : 'already') : 'otherwise' }),
  )
}
