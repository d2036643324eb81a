/** @jsxImportSource hono/jsx */
import type { PayoutRow } from '@cedi/ledger'
import { endPayout as end } from '@cedi/mock-server/service'
import { networkName, phoneText } from '../kit/instrument.js'
import { fill } from '../kit/languages/portal/portal.js'
import { goOn, page } from '../kit/layout.js'
import { Amount, Chip, Empty, Fact, FactsPanel, Filled, Form, Line, Moment, Panel, Tick, Time } from '../kit/parts.js'
import type { Visit } from '../kit/visit.js'
import { queuePage } from './queue.js'
import { pageOf, recordAt } from './record.js'
import { namesOf } from './waiting.js'

interface Of {
  readonly visit: Visit
  readonly row: PayoutRow
}

/** `/operator/payouts`: payouts on their way. @decision 0025 */
export function payoutsPage(visit: Visit): Promise<Response> {
  const { desk } = visit.language
  const nameOf = namesOf(visit.context)
  return queuePage(visit, {
    section: 'payouts',
    text: desk.payoutsText,
    line: (row) => <PayoutLine visit={visit} row={row} nameOf={nameOf} />,
    nothing: <Empty title={desk.noPayouts} text={desk.noPayoutsText} />,
    decidedTitle: desk.decidedPayouts,
  })
}

async function PayoutLine({ visit, row, nameOf }: Of & { readonly nameOf: ReturnType<typeof namesOf> }) {
  const { nowMs, language } = visit
  return (
    <Line
      href={pageOf(visit, 'payouts', row)}
      title={<bdi>{await nameOf(row.merchant)}</bdi>}
      amount={<Amount visit={visit} pesewas={row.amount_pesewas} />}
      under={[
        whereTo(row),
        row.resolved_ms === null ? (
          fill(language.desk.asked, { age: language.age(nowMs - row.created_ms) })
        ) : (
          <Moment visit={visit} ms={row.resolved_ms} />
        ),
      ]}
      chip={<Chip state={row.status} text={language.words[`payout_${row.status}`]} />}
    />
  )
}

const whereTo = ({ network, phone }: PayoutRow): string => `${networkName(network)} ${phoneText(phone ?? '')}`

/** `GET /operator/payouts/{ref}`: a payout, and the form to mark it. */
export async function payoutPage(visit: Visit, problem?: string): Promise<Response | undefined> {
  const { context, request, at, language } = visit
  const { desk, words } = language
  const row = await recordAt(visit, 'payouts')
  if (!row) return undefined
  const notices: Readonly<Record<string, { text: string; bad?: boolean }>> = {
    pay: { text: desk.payoutPaidNow },
    fail: { text: desk.payoutFailedNow },
    already: { text: desk.already },
    otherwise: { text: desk.otherwise, bad: true },
  }
  const done = request.query?.get('done') ?? ''
  const told = row.status !== 'pending' && Object.hasOwn(notices, done) ? notices[done] : undefined
  const name = await namesOf(context)(row.merchant)
  return page(visit, {
    title: `${words.payouts} ${language.amount(row.amount_pesewas)}`,
    status: problem ? 422 : 200,
    section: 'payouts',
    back: { href: at('payouts'), text: desk.payouts },
    notice: problem ? { text: problem, bad: true } : told,
    body: (
      <>
        <p>
          <Chip state={row.status} text={words[`payout_${row.status}`]} />
        </p>
        <Particulars visit={visit} row={row} name={name} />
        {row.status === 'pending' && (
          <>
            <Mark visit={visit} row={row} act="pay" />
            <Mark visit={visit} row={row} act="fail" />
          </>
        )}
      </>
    ),
  })
}

function Particulars({ visit, row, name }: Of & { readonly name: string }) {
  const { desk, words, failure } = visit.language
  return (
    <FactsPanel>
      <Fact term={desk.forMerchant}>
        <bdi>{name}</bdi>
      </Fact>
      <Fact term={words.amount}>
        <Amount visit={visit} pesewas={row.amount_pesewas} />
      </Fact>
      <Fact term={desk.sendTo}>
        <bdi dir="ltr">{whereTo(row)}</bdi>
      </Fact>
      <Fact term={words.reference}>
        <code>{row.id}</code>
      </Fact>
      <Fact term={words.created}>
        <Time visit={visit} ms={row.created_ms} />
      </Fact>
      <Fact term={words.resolvedAt}>{row.resolved_ms !== null && <Time visit={visit} ms={row.resolved_ms} />}</Fact>
      <Fact term={words.why}>{row.failure && <bdi>{failure(row.failure)}</bdi>}</Fact>
    </FactsPanel>
  )
}

function Mark({ visit, row, act }: Of & { readonly act: 'pay' | 'fail' }) {
  const { desk, amount } = visit.language
  const texts = {
    pay: { title: desk.payoutPay, text: desk.payoutPayText, tick: desk.payoutPayTick, yes: desk.payoutPayYes },
    fail: { title: desk.payoutFail, text: desk.payoutFailText, tick: desk.payoutFailTick, yes: desk.payoutFailYes },
  }[act]
  return (
    <Panel title={texts.title}>
      <p>{texts.text}</p>
      <Form visit={visit} action={pageOf(visit, 'payouts', row)}>
        <Tick name="tick" value={act} required>
          <Filled text={texts.tick} values={{ amount: amount(row.amount_pesewas), to: whereTo(row) }} />
        </Tick>
        <button type="submit" class={act === 'fail' ? 'stop' : undefined} name="act" value={act}>
          {texts.yes}
        </button>
      </Form>
    </Panel>
  )
}

/** `POST /operator/payouts/{ref}` */
export async function endPayout(visit: Visit): Promise<Response | undefined> {
  const { context, id: ref, form, nowMs, language } = visit
  const act = form.get('act') ?? ''
  if (act !== 'pay' && act !== 'fail') return payoutPage(visit)
  if (form.get('tick') !== act) return payoutPage(visit, language.desk.needTick)
  const row = await recordAt(visit, 'payouts')
  if (!row) return undefined
  const { merchant } = row
  const outcome = await end(context, act, { merchant, ref, nowMs })
  if (!outcome.ok && outcome.error.code !== 'invalid_state')
    throw new Error(`The payout ${ref} could not be marked: ${outcome.error.message}`)
  return goOn(
    visit,
    pageOf(visit, 'payouts', row, { done: outcome.ok ? (outcome.value.isChanged ? act : 'already') : 'otherwise' }),
  )
}
