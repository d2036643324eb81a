/** @jsxImportSource hono/jsx */
import {
  type AccountRow,
  type Context,
  type EntryRow,
  type ProviderAccount,
  recordSettlement,
} from '@cedi/mock-server/internal'
import { staffMerchant } from '../kit/access/area.js'
import { readLine } from '../kit/access/form.js'
import { networkName } from '../kit/instrument.js'
import { fill } from '../kit/languages/portal/portal.js'
import { page, redirect } from '../kit/layout.js'
import { listPage } from '../kit/list.js'
import type { SessionContext } from '../kit/page-context.js'
import {
  Amount,
  Checkbox,
  Empty,
  Fact,
  Facts,
  Field,
  Filled,
  Form,
  List,
  ListItem,
  Panel,
  ShortTime,
} from '../kit/parts.js'
import {
  createNameLookup,
  providerAccounts,
  readAll,
  readBalances,
  recordedSettlements,
  sumBalances,
} from './queues.js'

/** Error in the form of a network. */
interface Problem {
  readonly account: string
  readonly text: string
}

/** `GET /operator/settlements`: money that networks collected and will pay to the bank. @decision 0014 */
export async function settlementsPage(ctx: SessionContext, problem?: Problem): Promise<Response> {
  const { context, request, language } = ctx
  const { operatorWords } = language
  if (request.query?.get('list') === 'recorded') return recordedPage(ctx)
  const networks = await Promise.all(
    providerAccounts.map(async (account) => ({ account, balances: await readBalances(context, account) })),
  )
  const busy = networks.filter(({ balances }) => balances.length > 0)
  const last = await context.store.list('entries', null, { ...recordedSettlements.query, limit: 10 })
  const nameOf = createNameLookup(context)
  return page(ctx, {
    title: operatorWords.settlements,
    status: problem ? 422 : 200,
    section: 'settlements',
    notice: problem ? { text: problem.text, isError: true } : await readNotice(ctx, request.query?.get('done')),
    body: (
      <>
        <p>{operatorWords.settlementsText}</p>
        {busy.map(({ account, balances }) => (
          <NetworkPanel ctx={ctx} account={account} balances={balances} nameOf={nameOf} problem={problem} />
        ))}
        {busy.length === 0 && <Empty title={operatorWords.nothing} text={operatorWords.noSettlementsText} />}
        {last.length > 0 && (
          <Panel title={operatorWords.recorded}>
            <List>
              {last.map((row) => (
                <SettledLine ctx={ctx} row={row} nameOf={nameOf} />
              ))}
            </List>
            <p class="pages">
              <a href={ctx.at('settlements', { list: 'recorded' })}>{operatorWords.allRecorded}</a>
            </p>
          </Panel>
        )}
      </>
    ),
  })
}

const accountName = (ctx: SessionContext, account: string): string =>
  account === 'psp:card' ? ctx.language.operatorWords.cards : networkName(account.slice('psp:'.length))

interface NetworkProps {
  readonly ctx: SessionContext
  readonly account: ProviderAccount
  readonly balances: readonly AccountRow[]
}

interface NetworkPanelProps extends NetworkProps {
  readonly nameOf: ReturnType<typeof createNameLookup>
  readonly problem: Problem | undefined
}

async function NetworkPanel({ ctx, account, balances, nameOf, problem }: NetworkPanelProps) {
  const from = firstIndex(ctx, account, balances)
  const pageBalances = balances.slice(from, from + pageSize)
  const names = await Promise.all(pageBalances.map(async (row) => [await nameOf(row.merchant), row] as const))
  return (
    <Panel title={accountName(ctx, account)}>
      <p class="sum">
        <Amount ctx={ctx} pesewas={sumBalances(balances)} />
      </p>
      <Facts>
        {names.map(([name, row]) => (
          <Fact term={<bdi>{name}</bdi>}>
            <Amount ctx={ctx} pesewas={row.balance_pesewas} />
          </Fact>
        ))}
      </Facts>
      <PageLinks ctx={ctx} account={account} balances={balances} from={from} />
      <SettleForm
        ctx={ctx}
        account={account}
        totalPesewas={sumBalances(balances)}
        problem={problem?.account === account ? problem.text : undefined}
      />
    </Panel>
  )
}

interface SettleFormProps {
  readonly ctx: SessionContext
  readonly account: ProviderAccount
  readonly totalPesewas: bigint
  readonly problem: string | undefined
}

function SettleForm({ ctx, account, totalPesewas, problem }: SettleFormProps) {
  const { operatorWords, amount } = ctx.language
  const network = account.slice('psp:'.length)
  const day = new Date(ctx.nowMs).toISOString().slice(0, 10)
  return (
    <Form ctx={ctx} action={ctx.at('settlements')}>
      <input type="hidden" name="account" value={account} />
      {/* The displayed sum. The form is rejected if the balance differs from it. */}
      <input type="hidden" name="pesewas" value={String(totalPesewas)} />
      <Field
        name={`id-${network}`}
        label={operatorWords.settleId}
        hint={operatorWords.settleIdHint}
        required
        dir="ltr"
        value={`${network}-${day}-${crypto.randomUUID().slice(0, 4)}`}
        problem={problem}
      />
      <Checkbox name="tick" value="settled" required>
        <Filled text={operatorWords.settleTick} values={{ amount: amount(totalPesewas) }} />
      </Checkbox>
      <button type="submit">{operatorWords.settle}</button>
    </Form>
  )
}

/** Number of merchants of a network on a page. */
const pageSize = 20

/** Returns the index of the first merchant of the requested page. The URL contains the last merchant of the page before. */
function firstIndex({ request }: SessionContext, account: ProviderAccount, balances: readonly AccountRow[]): number {
  const after = request.query?.get(account.slice('psp:'.length)) ?? ''
  return Math.max(
    balances.findIndex(({ merchant }) => merchant > after),
    0,
  )
}

/** Links to the previous and the next page. */
function PageLinks({ ctx, account, balances, from }: NetworkProps & { readonly from: number }) {
  const { words } = ctx.language
  const network = account.slice('psp:'.length)
  const toHref = (row: AccountRow | undefined) => ctx.at('settlements', row ? { [network]: row.merchant } : {})
  const [hasBefore, hasAfter] = [from > 0, from + pageSize < balances.length]
  return (
    <>
      {(hasBefore || hasAfter) && (
        <p class="pages">
          {hasBefore && (
            <a href={toHref(balances[from - pageSize - 1])} rel="prev">
              {words.pageBefore}
            </a>
          )}
          {hasAfter && (
            <a href={toHref(balances[from + pageSize - 1])} rel="next">
              {words.pageAfter}
            </a>
          )}
        </p>
      )}
    </>
  )
}

interface SettledProps {
  readonly ctx: SessionContext
  readonly row: EntryRow
  readonly nameOf: ReturnType<typeof createNameLookup>
}

/** A recorded settlement of one merchant. */
async function SettledLine({ ctx, row, nameOf }: SettledProps) {
  const [posting] = row.postings
  return (
    <ListItem
      title={<bdi dir="ltr">{row.source}</bdi>}
      amount={posting && <Amount ctx={ctx} pesewas={posting.amountPesewas} />}
      details={[
        accountName(ctx, posting?.credit ?? ''),
        <bdi>{await nameOf(row.merchant)}</bdi>,
        <ShortTime ctx={ctx} ms={row.at_ms} />,
      ]}
    />
  )
}

function recordedPage(ctx: SessionContext) {
  const { at, language } = ctx
  const { operatorWords } = language
  const nameOf = createNameLookup(ctx.context)
  return listPage(ctx, {
    title: operatorWords.recordedSettlements,
    section: 'settlements',
    back: { href: at('settlements'), text: operatorWords.settlements },
    listing: recordedSettlements,
    line: (row) => <SettledLine ctx={ctx} row={row} nameOf={nameOf} />,
    empty: <p>{operatorWords.noSettlementsText}</p>,
  })
}

const idPattern = /^[\w.-]{1,64}$/

/** Returns the notice after a settlement. It shows the recorded amount, not the requested one. */
async function readNotice({ context, language }: SessionContext, done: string | null | undefined) {
  const { operatorWords } = language
  if (!done || !idPattern.test(done)) return undefined
  const rows = await readSettlement(context, done)
  if (rows.length === 0) return { text: operatorWords.settledNothing, bad: true }
  const amount = language.amount(sumEntries(rows))
  return { text: fill(operatorWords.settledNow, { id: done, amount, count: String(rows.length) }) }
}

/** Reads the recorded entries of a settlement, of all merchants. */
const readSettlement = ({ store }: Context, id: string): Promise<EntryRow[]> =>
  readAll((query) => store.list('entries', null, { ...query, where: { source: id, kind: 'provider_settled' } }))

/** Returns the network account of a recorded settlement. */
const getAccount = (row: EntryRow | undefined): string => row?.postings[0]?.credit ?? ''

const sumEntries = (rows: readonly EntryRow[]): bigint =>
  rows.reduce((total, { postings: [posting] }) => total + (posting?.amountPesewas ?? 0n), 0n)

/**
 * `POST /operator/settlements`: records a settlement. Requests are serialized, so that a form that is sent twice finds
 * the first settlement complete.
 */
export function settle(ctx: SessionContext): Promise<Response> {
  return ctx.context.inTurn(staffMerchant, () => recordOnce(ctx))
}

async function recordOnce(ctx: SessionContext) {
  const { context, form, nowMs, at, language } = ctx
  const { operatorWords } = language
  const account = providerAccounts.find((providerAccount) => providerAccount === form.get('account'))
  if (!account) return settlementsPage(ctx)
  const showError = (text: string) => settlementsPage(ctx, { account, text })
  const id = readLine(form, `id-${account.slice('psp:'.length)}`)
  if (!idPattern.test(id)) return showError(operatorWords.badId)
  if (form.get('tick') !== 'settled') return showError(operatorWords.needTick)
  const before = await readSettlement(context, id)
  if (before.length > 0) {
    const others = before.filter((row) => getAccount(row) !== account)
    if (others.length === 0 && String(sumEntries(before)) === form.get('pesewas'))
      return redirect(ctx, at('settlements', { done: id }))
    const [other = before[0]] = others
    const amount = language.amount(sumEntries(before.filter((row) => getAccount(row) === getAccount(other))))
    return showError(fill(operatorWords.takenId, { id, amount, network: accountName(ctx, getAccount(other)) }))
  }
  const balances = await readBalances(context, account)
  if (String(sumBalances(balances)) !== form.get('pesewas')) return showError(operatorWords.moved)
  for (const { merchant, balance_pesewas: amountPesewas } of balances) {
    const settlement = { merchant, id, account, nowMs, amountPesewas }
    const outcome = await recordSettlement(context, settlement)
    if (!outcome.ok && outcome.error.code !== 'invalid_state' && outcome.error.code !== 'insufficient_balance')
      throw new Error(`The settlement ${id} could not be recorded: ${outcome.error.message}`)
  }
  return redirect(ctx, at('settlements', { done: id }))
}
