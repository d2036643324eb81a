import type { AccountRow, EntryRow, ProviderAccount } from '@cedi/ledger'
import type { Context } from '@cedi/mock-server/service'
import { recordSettlement } from '@cedi/mock-server/service'

import { staff } from '../kit/access/door.js'
import { lineOf } from '../kit/access/form.js'
import { fill } from '../kit/languages/portal/portal.js'
import { goOn, page } from '../kit/layout.js'
import { listPage } from '../kit/list.js'
import { amount, bdi, empty, field, fillTree, form, type Line, lines, moment, panel, tick } from '../kit/parts.js'
import { h } from '../kit/tree.js'
import type { Pages, Visit } from '../kit/visit.js'
import { networkName } from '../portal/payments.js'
import { all, holding, namesOf, providers, settled, sum } from './waiting.js'

/** What networks collected and pay to the bank. @decision 0014 */
export const settlementDesk: Pages = {
  'GET settlements': (visit) => settlementsPage(visit),
  'POST settlements': settle,
}

async function settlementsPage(visit: Visit, problem?: { readonly account: string; readonly text: string }) {
  const { context, request, language } = visit
  const { desk } = language
  if (request.query?.get('list') === 'recorded') return recordedPage(visit)
  const nameOf = namesOf(context)
  const panels = []
  for (const account of providers) {
    const held = await holding(context, account)
    if (held.length > 0) panels.push(await networkPanel(visit, account, held, nameOf, problem))
  }
  return page(visit, {
    title: desk.settlements,
    status: problem ? 422 : 200,
    section: 'settlements',
    notice: problem ? { text: problem.text, bad: true } : await noticeOf(visit, request.query?.get('done')),
    body: [
      h('p', {}, desk.settlementsText),
      ...(panels.length > 0 ? panels : [empty(desk.nothing, desk.noSettlementsText)]),
      await recorded(visit),
    ],
  })
}

const accountName = (visit: Visit, account: string): string =>
  account === 'psp:card' ? visit.language.desk.cards : networkName(account.slice('psp:'.length))

async function networkPanel(
  visit: Visit,
  account: ProviderAccount,
  held: readonly AccountRow[],
  nameOf: (merchant: string) => Promise<string>,
  problem: { readonly account: string; readonly text: string } | undefined,
) {
  const { desk, amount: text } = visit.language
  const total = sum(held)
  const { shown, links } = holders(visit, account, held)
  const names = await Promise.all(shown.map(async (row) => [bdi(await nameOf(row.merchant)), row] as const))
  const day = new Date(visit.nowMs).toISOString().slice(0, 10)
  return panel(
    accountName(visit, account),
    h('p', { class: 'sum' }, amount(visit, total)),
    h(
      'dl',
      {},
      ...names.map(([name, row]) => h('div', {}, h('dt', {}, name), h('dd', {}, amount(visit, row.balance_pesewas)))),
    ),
    links,
    form(
      visit,
      visit.at('settlements'),
      h('input', { type: 'hidden', name: 'account', value: account }),
      // What is seen is what is recorded: with more or less, the form is refused.
      h('input', { type: 'hidden', name: 'pesewas', value: String(total) }),
      field({
        name: `id-${account.slice('psp:'.length)}`,
        label: desk.settleId,
        hint: desk.settleIdHint,
        required: true,
        dir: 'ltr',
        value: `${account.slice('psp:'.length)}-${day}-${crypto.randomUUID().slice(0, 4)}`,
        problem: problem?.account === account ? problem.text : undefined,
      }),
      tick({ name: 'tick', value: 'settled', required: true }, ...fillTree(desk.settleTick, { amount: text(total) })),
      h('button', {}, desk.settle),
    ),
  )
}

/** So many merchants of a network stand on a page. */
const holdersAtOnce = 20

/** The merchants of a network after the one that the address names, in the order of their names in the books. */
function holders({ request, at, language }: Visit, account: ProviderAccount, held: readonly AccountRow[]) {
  const network = account.slice('psp:'.length)
  const after = request.query?.get(network) ?? ''
  const from = Math.max(
    held.findIndex(({ merchant }) => merchant > after),
    0,
  )
  const shown = held.slice(from, from + holdersAtOnce)
  const { words } = language
  const link = (rel: 'prev' | 'next', past: AccountRow | undefined, text: string) =>
    h('a', { href: at('settlements', past ? { [network]: past.merchant } : {}), rel }, text)
  const [hasBefore, hasAfter] = [from > 0, from + holdersAtOnce < held.length]
  const links =
    (hasBefore || hasAfter) &&
    h(
      'p',
      { class: 'pages' },
      hasBefore && link('prev', held[from - holdersAtOnce - 1], words.pageBefore),
      hasAfter && link('next', shown.at(-1), words.pageAfter),
    )
  return { shown, links }
}

/** A settlement that was recorded, of one merchant. */
function settledLine(visit: Visit) {
  const nameOf = namesOf(visit.context)
  return async ({ merchant, source, at_ms, postings: [posting] }: EntryRow): Promise<Line> => ({
    title: h('bdi', { dir: 'ltr' }, source),
    amount: posting && amount(visit, posting.amountPesewas),
    below: [accountName(visit, posting?.credit ?? ''), bdi(await nameOf(merchant)), moment(visit, at_ms)],
  })
}

async function recorded(visit: Visit) {
  const { context, at, language } = visit
  const { desk } = language
  const last = await context.store.list('entries', null, { ...settled.query, limit: 10 })
  if (last.length === 0) return undefined
  return panel(
    desk.recorded,
    lines(await Promise.all(last.map(settledLine(visit)))),
    h('p', { class: 'pages' }, h('a', { href: at('settlements', { list: 'recorded' }) }, desk.allRecorded)),
  )
}

function recordedPage(visit: Visit) {
  const { at, language } = visit
  const { desk } = language
  return listPage(visit, {
    title: desk.recordedSettlements,
    section: 'settlements',
    back: { href: at('settlements'), text: desk.settlements },
    listing: settled,
    line: settledLine(visit),
    nothing: h('p', {}, desk.noSettlementsText),
  })
}

const idPattern = /^[\w.-]{1,64}$/

/** Says what the books say of a settlement, and not what was asked for. */
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

/** The account of the network that a settlement was recorded of. */
const creditOf = (row: EntryRow | undefined): string => row?.postings[0]?.credit ?? ''

const sumOf = (rows: readonly EntryRow[]): bigint =>
  rows.reduce((total, { postings: [posting] }) => total + (posting?.amountPesewas ?? 0n), 0n)

/** One after the other: a form that is sent twice at once finds all of the first settlement or nothing of it. */
function settle(visit: Visit) {
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
      return goOn(at('settlements', { done: id }))
    const [taken = before[0]] = others
    const amount = language.amount(sumOf(before.filter((row) => creditOf(row) === creditOf(taken))))
    return again(fill(desk.takenId, { id, amount, network: accountName(visit, creditOf(taken)) }))
  }
  const held = await holding(context, account)
  if (String(sum(held)) !== typed.get('pesewas')) return again(desk.moved)
  for (const { merchant, balance_pesewas: amountPesewas } of held) {
    const settlement = { merchant, id, account, nowMs, amountPesewas }
    const outcome = await recordSettlement(context, settlement)
    if (!outcome.ok && outcome.code !== 'invalid_state' && outcome.code !== 'insufficient_balance')
      throw new Error(`The settlement ${id} could not be recorded: ${outcome.message}`)
  }
  return goOn(at('settlements', { done: id }))
}
