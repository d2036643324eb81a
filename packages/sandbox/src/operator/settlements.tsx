/** @jsxImportSource hono/jsx */
import type { AccountRow, EntryRow, ProviderAccount } from '@cedi/ledger'
import type { Context } from '@cedi/mock-server/service'
import { recordSettlement } from '@cedi/mock-server/service'
import { staff } from '../kit/access/door.js'
import { lineOf } from '../kit/access/form.js'
import { networkName } from '../kit/instrument.js'
import { fill } from '../kit/languages/portal/portal.js'
import { goOn, page } from '../kit/layout.js'
import { listPage } from '../kit/list.js'
import { Amount, Empty, Fact, Facts, Field, Filled, Form, Line, Lines, Moment, Panel, Tick } from '../kit/parts.js'
import type { Visit } from '../kit/visit.js'
import { all, holding, namesOf, providers, settled, sum } from './waiting.js'

/** Which network's form was refused, and why. */
interface Problem {
  readonly account: string
  readonly text: string
}

/** `GET /operator/settlements`: what networks collected and pay to the bank. @decision 0014 */
export async function settlementsPage(visit: Visit, problem?: Problem): Promise<Response> {
  const { context, request, language } = visit
  const { desk } = language
  if (request.query?.get('list') === 'recorded') return recordedPage(visit)
  const holders = await Promise.all(
    providers.map(async (account) => ({ account, held: await holding(context, account) })),
  )
  const busy = holders.filter(({ held }) => held.length > 0)
  const last = await context.store.list('entries', null, { ...settled.query, limit: 10 })
  const nameOf = namesOf(context)
  return page(visit, {
    title: desk.settlements,
    status: problem ? 422 : 200,
    section: 'settlements',
    notice: problem ? { text: problem.text, bad: true } : await noticeOf(visit, request.query?.get('done')),
    body: (
      <>
        <p>{desk.settlementsText}</p>
        {busy.map(({ account, held }) => (
          <NetworkPanel visit={visit} account={account} held={held} nameOf={nameOf} problem={problem} />
        ))}
        {busy.length === 0 && <Empty title={desk.nothing} text={desk.noSettlementsText} />}
        {last.length > 0 && (
          <Panel title={desk.recorded}>
            <Lines>
              {last.map((row) => (
                <SettledLine visit={visit} row={row} nameOf={nameOf} />
              ))}
            </Lines>
            <p class="pages">
              <a href={visit.at('settlements', { list: 'recorded' })}>{desk.allRecorded}</a>
            </p>
          </Panel>
        )}
      </>
    ),
  })
}

const accountName = (visit: Visit, account: string): string =>
  account === 'psp:card' ? visit.language.desk.cards : networkName(account.slice('psp:'.length))

interface NetworkOf {
  readonly visit: Visit
  readonly account: ProviderAccount
  readonly held: readonly AccountRow[]
}

interface NetworkPanelOf extends NetworkOf {
  readonly nameOf: ReturnType<typeof namesOf>
  readonly problem: Problem | undefined
}

async function NetworkPanel({ visit, account, held, nameOf, problem }: NetworkPanelOf) {
  const from = firstOf(visit, account, held)
  const shown = held.slice(from, from + holdersAtOnce)
  const names = await Promise.all(shown.map(async (row) => [await nameOf(row.merchant), row] as const))
  return (
    <Panel title={accountName(visit, account)}>
      <p class="sum">
        <Amount visit={visit} pesewas={sum(held)} />
      </p>
      <Facts>
        {names.map(([name, row]) => (
          <Fact term={<bdi>{name}</bdi>}>
            <Amount visit={visit} pesewas={row.balance_pesewas} />
          </Fact>
        ))}
      </Facts>
      <HolderLinks visit={visit} account={account} held={held} from={from} />
      <SettleForm
        visit={visit}
        account={account}
        totalPesewas={sum(held)}
        problem={problem?.account === account ? problem.text : undefined}
      />
    </Panel>
  )
}

interface SettleFormOf {
  readonly visit: Visit
  readonly account: ProviderAccount
  readonly totalPesewas: bigint
  readonly problem: string | undefined
}

function SettleForm({ visit, account, totalPesewas, problem }: SettleFormOf) {
  const { desk, amount } = visit.language
  const network = account.slice('psp:'.length)
  const day = new Date(visit.nowMs).toISOString().slice(0, 10)
  return (
    <Form visit={visit} action={visit.at('settlements')}>
      <input type="hidden" name="account" value={account} />
      {/* What is seen is what is recorded: with more or less, the form is refused. */}
      <input type="hidden" name="pesewas" value={String(totalPesewas)} />
      <Field
        name={`id-${network}`}
        label={desk.settleId}
        hint={desk.settleIdHint}
        required
        dir="ltr"
        value={`${network}-${day}-${crypto.randomUUID().slice(0, 4)}`}
        problem={problem}
      />
      <Tick name="tick" value="settled" required>
        <Filled text={desk.settleTick} values={{ amount: amount(totalPesewas) }} />
      </Tick>
      <button type="submit">{desk.settle}</button>
    </Form>
  )
}

/** How many merchants of a network a page lists. */
const holdersAtOnce = 20

/** Where the requested page begins: after the merchant that the address names, in the order of the books. */
function firstOf({ request }: Visit, account: ProviderAccount, held: readonly AccountRow[]): number {
  const after = request.query?.get(account.slice('psp:'.length)) ?? ''
  return Math.max(
    held.findIndex(({ merchant }) => merchant > after),
    0,
  )
}

/** The links to the pages before and after the one that begins at `from`. */
function HolderLinks({ visit, account, held, from }: NetworkOf & { readonly from: number }) {
  const { words } = visit.language
  const network = account.slice('psp:'.length)
  const hrefPast = (row: AccountRow | undefined) => visit.at('settlements', row ? { [network]: row.merchant } : {})
  const [hasBefore, hasAfter] = [from > 0, from + holdersAtOnce < held.length]
  return (
    <>
      {(hasBefore || hasAfter) && (
        <p class="pages">
          {hasBefore && (
            <a href={hrefPast(held[from - holdersAtOnce - 1])} rel="prev">
              {words.pageBefore}
            </a>
          )}
          {hasAfter && (
            <a href={hrefPast(held[from + holdersAtOnce - 1])} rel="next">
              {words.pageAfter}
            </a>
          )}
        </p>
      )}
    </>
  )
}

interface SettledOf {
  readonly visit: Visit
  readonly row: EntryRow
  readonly nameOf: ReturnType<typeof namesOf>
}

/** A settlement that was recorded, of one merchant. */
async function SettledLine({ visit, row, nameOf }: SettledOf) {
  const [posting] = row.postings
  return (
    <Line
      title={<bdi dir="ltr">{row.source}</bdi>}
      amount={posting && <Amount visit={visit} pesewas={posting.amountPesewas} />}
      under={[
        accountName(visit, posting?.credit ?? ''),
        <bdi>{await nameOf(row.merchant)}</bdi>,
        <Moment visit={visit} ms={row.at_ms} />,
      ]}
    />
  )
}

function recordedPage(visit: Visit) {
  const { at, language } = visit
  const { desk } = language
  const nameOf = namesOf(visit.context)
  return listPage(visit, {
    title: desk.recordedSettlements,
    section: 'settlements',
    back: { href: at('settlements'), text: desk.settlements },
    listing: settled,
    line: (row) => <SettledLine visit={visit} row={row} nameOf={nameOf} />,
    nothing: <p>{desk.noSettlementsText}</p>,
  })
}

const idPattern = /^[\w.-]{1,64}$/

/** Reports what the books say about a settlement, not what was asked for. */
async function noticeOf({ context, language }: Visit, done: string | null | undefined) {
  const { desk } = language
  if (!done || !idPattern.test(done)) return undefined
  const rows = await recordedUnder(context, done)
  if (rows.length === 0) return { text: desk.settledNothing, bad: true }
  const amount = language.amount(sumOf(rows))
  return { text: fill(desk.settledNow, { id: done, amount, count: String(rows.length) }) }
}

/** What was recorded under a reference, of all merchants. */
const recordedUnder = ({ store }: Context, id: string): Promise<EntryRow[]> =>
  all((query) => store.list('entries', null, { ...query, where: { source: id, kind: 'provider_settled' } }))

/** The network account of a recorded settlement. */
const creditOf = (row: EntryRow | undefined): string => row?.postings[0]?.credit ?? ''

const sumOf = (rows: readonly EntryRow[]): bigint =>
  rows.reduce((total, { postings: [posting] }) => total + (posting?.amountPesewas ?? 0n), 0n)

/**
 * `POST /operator/settlements`, one after the other: if a form is sent twice at once, the second sees all of the first
 * settlement or nothing of it.
 */
export function settle(visit: Visit): Promise<Response> {
  return visit.context.inTurn(staff, () => settleInTurn(visit))
}

async function settleInTurn(visit: Visit) {
  const { context, form: typed, nowMs, at, language } = visit
  const { desk } = language
  const account = providers.find((one) => one === typed.get('account'))
  if (!account) return settlementsPage(visit)
  const again = (text: string) => settlementsPage(visit, { account, text })
  const id = lineOf(typed, `id-${account.slice('psp:'.length)}`)
  if (!idPattern.test(id)) return again(desk.badId)
  if (typed.get('tick') !== 'settled') return again(desk.needTick)
  const before = await recordedUnder(context, id)
  if (before.length > 0) {
    const others = before.filter((row) => creditOf(row) !== account)
    if (others.length === 0 && String(sumOf(before)) === typed.get('pesewas'))
      return goOn(visit, at('settlements', { done: id }))
    const [taken = before[0]] = others
    const amount = language.amount(sumOf(before.filter((row) => creditOf(row) === creditOf(taken))))
    return again(fill(desk.takenId, { id, amount, network: accountName(visit, creditOf(taken)) }))
  }
  const held = await holding(context, account)
  if (String(sum(held)) !== typed.get('pesewas')) return again(desk.moved)
  for (const { merchant, balance_pesewas: amountPesewas } of held) {
    const settlement = { merchant, id, account, nowMs, amountPesewas }
    const outcome = await recordSettlement(context, settlement)
    if (!outcome.ok && outcome.error.code !== 'invalid_state' && outcome.error.code !== 'insufficient_balance')
      throw new Error(`The settlement ${id} could not be recorded: ${outcome.error.message}`)
  }
  return goOn(visit, at('settlements', { done: id }))
}
