/** @jsxImportSource hono/jsx */
import type { RefundRow } from '@cedi/ledger'
import { resolveRefund } from '@cedi/mock-server/service'
import { isLonger, lineOf } from '../kit/access/form.js'
import { instrumentOf, networkName } from '../kit/instrument.js'
import { fill } from '../kit/languages/portal/portal.js'
import { goOn, page } from '../kit/layout.js'
import {
  Amount,
  Chip,
  Empty,
  Fact,
  FactsPanel,
  Field,
  Filled,
  Form,
  Line,
  Moment,
  Panel,
  Tick,
  Time,
} from '../kit/parts.js'
import type { Visit } from '../kit/visit.js'
import { queuePage } from './queue.js'
import { pageOf, recordAt } from './record.js'
import { namesOf } from './waiting.js'

interface Of {
  readonly visit: Visit
  readonly row: RefundRow
}

/**
 * `/operator/refunds`: operators pay refunds by hand and mark them here. @source What the service does @decision 0009
 */
export function refundsPage(visit: Visit): Promise<Response> {
  const { desk } = visit.language
  const nameOf = namesOf(visit.context)
  return queuePage(visit, {
    section: 'refunds',
    text: desk.refundsText,
    line: (row) => <RefundLine visit={visit} row={row} nameOf={nameOf} />,
    nothing: <Empty title={desk.noRefunds} text={desk.noRefundsText} />,
    decidedTitle: desk.decidedRefunds,
  })
}

const askedFor = ({ nowMs, language }: Visit, row: RefundRow): string =>
  fill(language.desk.asked, { age: language.age(nowMs - row.created_ms) })

const RefundLine = async ({ visit, row, nameOf }: Of & { readonly nameOf: ReturnType<typeof namesOf> }) => (
  <Line
    href={pageOf(visit, 'refunds', row)}
    title={<bdi>{await nameOf(row.merchant)}</bdi>}
    amount={<Amount visit={visit} pesewas={row.amount_pesewas} />}
    under={[
      row.resolved_ms === null ? askedFor(visit, row) : <Moment visit={visit} ms={row.resolved_ms} />,
      row.reason !== null && <bdi>{row.reason}</bdi>,
    ]}
    chip={<Chip state={row.status} text={visit.language.words[`refund_${row.status}`]} />}
  />
)

interface Typed {
  readonly act: string
  readonly note: string
  readonly problem: { readonly field: 'note' | 'tick'; readonly text: string }
}

/** `GET /operator/refunds/{ref}`: a refund, where to send it, and the form to mark it. */
export async function refundPage(visit: Visit, typed?: Typed, status = 200): Promise<Response | undefined> {
  const { context, request, at, language } = visit
  const { desk, words } = language
  const row = await recordAt(visit, 'refunds')
  if (!row) return undefined
  const notices: Readonly<Record<string, { text: string; bad?: boolean }>> = {
    paid: { text: desk.paidNow },
    rejected: { text: desk.rejectedNow },
    already: { text: desk.already },
    otherwise: { text: desk.otherwise, bad: true },
  }
  const done = request.query?.get('done') ?? ''
  const told = row.status !== 'pending' && Object.hasOwn(notices, done) ? notices[done] : undefined
  const payment = await context.store.get('payments', row.merchant, row.payment_ref)
  const to = payment ? `${networkName(payment.network)} ${instrumentOf(payment) ?? ''}` : ''
  const name = await namesOf(context)(row.merchant)
  return page(visit, {
    title: `${words.refund} ${language.amount(row.amount_pesewas)}`,
    status,
    section: 'refunds',
    back: { href: at('refunds'), text: desk.refunds },
    notice: typed ? { text: typed.problem.text, bad: true } : told,
    body: (
      <>
        <p>
          <Chip state={row.status} text={words[`refund_${row.status}`]} />
          {row.status === 'pending' && ` · ${askedFor(visit, row)}`}
        </p>
        <Particulars visit={visit} row={row} payment={payment} to={to} name={name} />
        {row.status === 'pending' && (
          <>
            <PaidForm visit={visit} row={row} to={to} typed={typed?.act === 'paid' ? typed : undefined} />
            <RejectedForm visit={visit} row={row} typed={typed?.act === 'rejected' ? typed : undefined} />
          </>
        )}
      </>
    ),
  })
}

interface ParticularsOf extends Of {
  readonly payment: { readonly name: string | null; readonly email: string | null } | undefined
  readonly to: string
  readonly name: string
}

function Particulars({ visit, row, payment, to, name }: ParticularsOf) {
  const { desk, words } = visit.language
  return (
    <FactsPanel>
      <Fact term={desk.forMerchant}>
        <bdi>{name}</bdi>
      </Fact>
      <Fact term={words.amount}>
        <Amount visit={visit} pesewas={row.amount_pesewas} />
      </Fact>
      <Fact term={desk.sendTo}>
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
        <Time visit={visit} ms={row.created_ms} />
      </Fact>
      <Fact term={words.resolvedAt}>{row.resolved_ms !== null && <Time visit={visit} ms={row.resolved_ms} />}</Fact>
      <Fact term={words.note}>{row.note !== null && <bdi>{row.note}</bdi>}</Fact>
    </FactsPanel>
  )
}

interface MarkOf extends Of {
  /** What was typed into this form, and what is wrong with it. */
  readonly typed: Typed | undefined
}

const problemOf = (typed: Typed | undefined, field: 'note' | 'tick') =>
  typed?.problem.field === field ? typed.problem.text : undefined

function PaidForm({ visit, row, to, typed }: MarkOf & { readonly to: string }) {
  const { desk, amount } = visit.language
  return (
    <Panel title={desk.markPaid}>
      <p>{desk.markPaidText}</p>
      <Form visit={visit} action={pageOf(visit, 'refunds', row)}>
        <Tick name="tick" value="paid" required invalid={problemOf(typed, 'tick') !== undefined}>
          <Filled text={desk.paidTick} values={{ amount: amount(row.amount_pesewas), to }} />
        </Tick>
        <Field
          name="paid-note"
          label={desk.paidNote}
          hint={desk.paidNoteHint}
          value={typed?.note}
          problem={problemOf(typed, 'note')}
        />
        <button type="submit" name="act" value="paid">
          {desk.paidYes}
        </button>
      </Form>
    </Panel>
  )
}

function RejectedForm({ visit, row, typed }: MarkOf) {
  const { desk } = visit.language
  return (
    <Panel title={desk.markRejected}>
      <p>{desk.markRejectedText}</p>
      <Form visit={visit} action={pageOf(visit, 'refunds', row)}>
        <Field
          name="rejected-note"
          label={desk.rejectedNote}
          required
          value={typed?.note}
          problem={problemOf(typed, 'note')}
        />
        <Tick name="tick" value="rejected" required invalid={problemOf(typed, 'tick') !== undefined}>
          {desk.rejectedTick}
        </Tick>
        <button type="submit" class="stop" name="act" value="rejected">
          {desk.rejectedYes}
        </button>
      </Form>
    </Panel>
  )
}

/** `POST /operator/refunds/{ref}` */
export async function resolve(visit: Visit): Promise<Response | undefined> {
  const { context, id: ref, form, nowMs, language } = visit
  const { desk } = language
  const act = form.get('act') ?? ''
  if (act !== 'paid' && act !== 'rejected') return refundPage(visit)
  const note = lineOf(form, `${act}-note`)
  const again = (field: 'note' | 'tick', text: string) =>
    refundPage(visit, { act, note, problem: { field, text } }, 422)
  if (form.get('tick') !== act) return again('tick', desk.needTick)
  if (act === 'rejected' && note === '') return again('note', desk.needNote)
  if (isLonger(note, 500)) return again('note', desk.longNote)
  const row = await recordAt(visit, 'refunds')
  if (!row) return undefined
  const { merchant } = row
  const command = { merchant, ref, note: note || null, nowMs }
  const outcome = await resolveRefund(context, act === 'paid' ? 'pay' : 'reject', command)
  if (!outcome.ok && outcome.error.code !== 'invalid_state')
    throw new Error(`The refund ${ref} could not be marked: ${outcome.error.message}`)
  return goOn(
    visit,
    pageOf(visit, 'refunds', row, { done: outcome.ok ? (outcome.value.isChanged ? act : 'already') : 'otherwise' }),
  )
}
