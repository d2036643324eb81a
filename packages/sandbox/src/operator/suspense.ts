import { returnLateMoney } from '@cedi/mock-server/service'

import { fill } from '../kit/languages/portal/portal.js'
import { goOn, page } from '../kit/layout.js'
import { listPage } from '../kit/list.js'
import { amount, bdi, empty, fillTree, form, moment, panel, record, tick, time } from '../kit/parts.js'
import { h } from '../kit/tree.js'
import type { Pages, Visit } from '../kit/visit.js'
import { instrumentOf, networkName } from '../portal/payments.js'
import { lateMoney, namesOf } from './waiting.js'

/** Money for payments that had ended. @decision 0014 */
export const suspenseDesk: Pages = {
  'GET suspense': suspensePage,
  'GET suspense/*': (visit) => latePage(visit),
  'POST suspense/*': giveBack,
}

function suspensePage(visit: Visit) {
  const { context, language } = visit
  const { desk, words } = language
  const nameOf = namesOf(context)
  return listPage(visit, {
    title: desk.suspense,
    section: 'suspense',
    listing: lateMoney,
    line: async (row) => ({
      href: visit.at(`suspense/${row.id}`),
      title: bdi(await nameOf(row.merchant)),
      amount: amount(visit, row.amount_pesewas),
      below: [
        `${networkName(row.network)} ${instrumentOf(row) ?? ''}`,
        fill(desk.cameLate, { status: words[`payment_${row.status}`].toLowerCase() }),
        moment(visit, row.created_ms),
      ],
    }),
    above: [h('p', {}, desk.suspenseText)],
    nothing: empty(desk.noSuspense, desk.noSuspenseText),
  })
}

async function latePage(visit: Visit, problem?: string) {
  const { context, parts, request, at, language } = visit
  const { desk, words } = language
  const row = await context.store.get('payments', null, parts[0] ?? '')
  if (!row || row.late_money === null) return undefined
  const to = `${networkName(row.network)} ${instrumentOf(row) ?? ''}`
  const done = request.query?.get('done')
  const from = (value: string, text: string, checked: boolean) =>
    h('label', { class: 'tick' }, h('input', { type: 'radio', name: 'from', value, checked }), h('span', {}, text))
  return page(visit, {
    title: `${desk.suspense} ${language.amount(row.amount_pesewas)}`,
    status: problem ? 422 : 200,
    section: 'suspense',
    back: { href: at('suspense'), text: desk.suspense },
    notice: problem
      ? { text: problem, bad: true }
      : row.late_money === 'returned' && (done === 'returned' || done === 'already')
        ? { text: done === 'returned' ? desk.givenBackNow : desk.already }
        : undefined,
    body: [
      h('p', {}, row.late_money === 'held' ? words.lateHeld : words.lateReturned),
      record(
        [desk.forMerchant, bdi(await namesOf(context)(row.merchant))],
        [words.amount, amount(visit, row.amount_pesewas)],
        [desk.sendTo, h('bdi', { dir: 'ltr' }, to)],
        [words.email, row.email !== null && bdi(row.email)],
        [words.payment, h('code', {}, row.id)],
        [words.created, time(visit, row.created_ms)],
      ),
      row.late_money === 'held' &&
        panel(
          desk.giveBack,
          form(
            visit,
            at(`suspense/${row.id}`),
            h(
              'fieldset',
              {},
              h('legend', {}, desk.giveBackFrom),
              from('provider', desk.fromProvider, problem !== desk.settledAlready),
              from('bank', desk.fromBank, problem === desk.settledAlready),
            ),
            tick(
              { name: 'tick', value: 'returned', required: true },
              ...fillTree(desk.giveBackTick, { amount: language.amount(row.amount_pesewas), to }),
            ),
            h('button', {}, desk.giveBackYes),
          ),
        ),
    ],
  })
}

async function giveBack(visit: Visit) {
  const { context, parts, form: typed, nowMs, at, language } = visit
  const { desk } = language
  const [ref = ''] = parts
  const row = await context.store.get('payments', null, ref)
  if (!row || row.late_money === null) return undefined
  if (typed.get('tick') !== 'returned') return latePage(visit, desk.needTick)
  const from = typed.get('from') === 'bank' ? 'bank' : 'provider'
  const { merchant } = row
  const outcome = await returnLateMoney(context, from, { merchant, ref, nowMs })
  if (!outcome.ok && outcome.code === 'insufficient_balance') return latePage(visit, desk.settledAlready)
  if (!outcome.ok) throw new Error(`The late money of ${ref} could not be given back: ${outcome.message}`)
  return goOn(at(`suspense/${ref}`, { done: outcome.changed ? 'returned' : 'already' }))
}
