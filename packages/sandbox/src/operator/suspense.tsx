/** @jsxImportSource hono/jsx */
import type { PaymentRow } from '@cedi/ledger'
import { returnLateMoney } from '@cedi/mock-server/service'
import { instrumentOf, networkName } from '../kit/instrument.js'
import { fill } from '../kit/languages/portal/portal.js'
import { goOn, page } from '../kit/layout.js'
import { listPage } from '../kit/list.js'
import { Amount, Empty, Fact, FactsPanel, Filled, Form, Line, Moment, Panel, Tick, Time } from '../kit/parts.js'
import type { Visit } from '../kit/visit.js'
import { pageOf, recordAt } from './record.js'
import { lateMoney, namesOf } from './waiting.js'

interface Of {
  readonly visit: Visit
  readonly row: PaymentRow
}

/** `/operator/suspense`: money for payments that had ended. @decision 0014 */
export function suspensePage(visit: Visit): Promise<Response> {
  const { desk } = visit.language
  const nameOf = namesOf(visit.context)
  return listPage(visit, {
    title: desk.suspense,
    section: 'suspense',
    listing: lateMoney,
    line: (row) => <LateLine visit={visit} row={row} nameOf={nameOf} />,
    above: <p>{desk.suspenseText}</p>,
    nothing: <Empty title={desk.noSuspense} text={desk.noSuspenseText} />,
  })
}

const whereFrom = (row: PaymentRow): string => `${networkName(row.network)} ${instrumentOf(row) ?? ''}`

async function LateLine({ visit, row, nameOf }: Of & { readonly nameOf: ReturnType<typeof namesOf> }) {
  const { desk, words } = visit.language
  return (
    <Line
      href={pageOf(visit, 'suspense', row)}
      title={<bdi>{await nameOf(row.merchant)}</bdi>}
      amount={<Amount visit={visit} pesewas={row.amount_pesewas} />}
      under={[
        whereFrom(row),
        fill(desk.cameLate, { status: words[`payment_${row.status}`].toLowerCase() }),
        <Moment visit={visit} ms={row.created_ms} />,
      ]}
    />
  )
}

/** `GET /operator/suspense/{ref}`: late money, and the form to return it. */
export async function latePage(visit: Visit, problem?: string): Promise<Response | undefined> {
  const { context, request, at, language } = visit
  const { desk, words } = language
  const row = await recordAt(visit, 'payments')
  if (!row || row.late_money === null) return undefined
  const done = request.query?.get('done')
  const isTold = row.late_money === 'returned' && (done === 'returned' || done === 'already')
  const told = isTold ? { text: done === 'returned' ? desk.givenBackNow : desk.already } : undefined
  const name = await namesOf(context)(row.merchant)
  return page(visit, {
    title: `${desk.suspense} ${language.amount(row.amount_pesewas)}`,
    status: problem ? 422 : 200,
    section: 'suspense',
    back: { href: at('suspense'), text: desk.suspense },
    notice: problem ? { text: problem, bad: true } : told,
    body: (
      <>
        <p>{row.late_money === 'held' ? words.lateHeld : words.lateReturned}</p>
        <FactsPanel>
          <Fact term={desk.forMerchant}>
            <bdi>{name}</bdi>
          </Fact>
          <Fact term={words.amount}>
            <Amount visit={visit} pesewas={row.amount_pesewas} />
          </Fact>
          <Fact term={desk.sendTo}>
            <bdi dir="ltr">{whereFrom(row)}</bdi>
          </Fact>
          <Fact term={words.email}>{row.email !== null && <bdi>{row.email}</bdi>}</Fact>
          <Fact term={words.payment}>
            <code>{row.id}</code>
          </Fact>
          <Fact term={words.created}>
            <Time visit={visit} ms={row.created_ms} />
          </Fact>
        </FactsPanel>
        {row.late_money === 'held' && (
          <GiveBackForm visit={visit} row={row} isSettled={problem === desk.settledAlready} />
        )}
      </>
    ),
  })
}

function GiveBackForm({ visit, row, isSettled }: Of & { readonly isSettled: boolean }) {
  const { desk, amount } = visit.language
  return (
    <Panel title={desk.giveBack}>
      <Form visit={visit} action={pageOf(visit, 'suspense', row)}>
        <fieldset>
          <legend>{desk.giveBackFrom}</legend>
          <Tick type="radio" name="from" value="provider" checked={!isSettled}>
            {desk.fromProvider}
          </Tick>
          <Tick type="radio" name="from" value="bank" checked={isSettled}>
            {desk.fromBank}
          </Tick>
        </fieldset>
        <Tick name="tick" value="returned" required>
          <Filled text={desk.giveBackTick} values={{ amount: amount(row.amount_pesewas), to: whereFrom(row) }} />
        </Tick>
        <button type="submit">{desk.giveBackYes}</button>
      </Form>
    </Panel>
  )
}

/** `POST /operator/suspense/{ref}` */
export async function giveBack(visit: Visit): Promise<Response | undefined> {
  const { context, id: ref, form: typed, nowMs, language } = visit
  const { desk } = language
  const row = await recordAt(visit, 'payments')
  if (!row || row.late_money === null) return undefined
  if (typed.get('tick') !== 'returned') return latePage(visit, desk.needTick)
  const from = typed.get('from') === 'bank' ? 'bank' : 'provider'
  const { merchant } = row
  const outcome = await returnLateMoney(context, from, { merchant, ref, nowMs })
  if (!outcome.ok && outcome.error.code === 'insufficient_balance') return latePage(visit, desk.settledAlready)
  if (!outcome.ok) throw new Error(`The late money of ${ref} could not be given back: ${outcome.error.message}`)
  return goOn(visit, pageOf(visit, 'suspense', row, { done: outcome.value.isChanged ? 'returned' : 'already' }))
}
