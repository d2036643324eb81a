import type { PayoutRow } from '@cedi/ledger'
import { endPayout } from '@cedi/mock-server/service'

import { fill } from '../kit/languages/portal/portal.js'
import { goOn, page } from '../kit/layout.js'
import { amount, bdi, chip, empty, fillTree, form, type Line, moment, panel, record, tick, time } from '../kit/parts.js'
import { h } from '../kit/tree.js'
import type { Pages, Visit } from '../kit/visit.js'
import { networkName, phoneText } from '../portal/payments.js'
import { queuePage } from './queue.js'
import { namesOf } from './waiting.js'

/** Payouts on their way. @decision 0025 */
export const payoutDesk: Pages = {
  'GET payouts': payoutsPage,
  'GET payouts/*': (visit) => payoutPage(visit),
  'POST payouts/*': end,
}

function payoutsPage(visit: Visit) {
  const { context, nowMs, language } = visit
  const { desk, words } = language
  const nameOf = namesOf(context)
  const line = async (row: PayoutRow): Promise<Line> => ({
    href: visit.at(`payouts/${row.id}`),
    title: bdi(await nameOf(row.merchant)),
    amount: amount(visit, row.amount_pesewas),
    below: [
      `${networkName(row.network)} ${phoneText(row.phone ?? '')}`,
      row.resolved_ms === null
        ? fill(desk.asked, { age: language.age(nowMs - row.created_ms) })
        : moment(visit, row.resolved_ms),
    ],
    chip: chip(row.status, words[`payout_${row.status}`]),
  })
  const texts = { text: desk.payoutsText, nothing: empty(desk.noPayouts, desk.noPayoutsText) }
  return queuePage(visit, { section: 'payouts', line, ...texts, decidedTitle: desk.decidedPayouts })
}

async function payoutPage(visit: Visit, problem?: string) {
  const { context, parts, request, at, language } = visit
  const { desk, words } = language
  const row = await context.store.get('payouts', null, parts[0] ?? '')
  if (!row) return undefined
  const to = `${networkName(row.network)} ${phoneText(row.phone ?? '')}`
  const notices: Readonly<Record<string, { text: string; bad?: boolean }>> = {
    pay: { text: desk.payoutPaidNow },
    fail: { text: desk.payoutFailedNow },
    already: { text: desk.already },
    otherwise: { text: desk.otherwise, bad: true },
  }
  const done = request.query?.get('done') ?? ''
  const ask = (act: 'pay' | 'fail', texts: readonly [title: string, text: string, tick: string, button: string]) =>
    panel(
      texts[0],
      h('p', {}, texts[1]),
      form(
        visit,
        at(`payouts/${row.id}`),
        tick(
          { name: 'tick', value: act, required: true },
          ...fillTree(texts[2], { amount: language.amount(row.amount_pesewas), to }),
        ),
        h('button', { class: act === 'fail' ? 'stop' : undefined, name: 'act', value: act }, texts[3]),
      ),
    )
  return page(visit, {
    title: `${words.payouts} ${language.amount(row.amount_pesewas)}`,
    status: problem ? 422 : 200,
    section: 'payouts',
    back: { href: at('payouts'), text: desk.payouts },
    notice: problem
      ? { text: problem, bad: true }
      : row.status !== 'pending' && Object.hasOwn(notices, done)
        ? notices[done]
        : undefined,
    body: [
      h('p', {}, chip(row.status, words[`payout_${row.status}`])),
      record(
        [desk.forMerchant, bdi(await namesOf(context)(row.merchant))],
        [words.amount, amount(visit, row.amount_pesewas)],
        [desk.sendTo, h('bdi', { dir: 'ltr' }, to)],
        [words.reference, h('code', {}, row.id)],
        [words.created, time(visit, row.created_ms)],
        [words.resolvedAt, row.resolved_ms !== null && time(visit, row.resolved_ms)],
        [words.why, row.failure && bdi(language.failure(row.failure))],
      ),
      row.status === 'pending' &&
        ask('pay', [desk.payoutPay, desk.payoutPayText, desk.payoutPayTick, desk.payoutPayYes]),
      row.status === 'pending' &&
        ask('fail', [desk.payoutFail, desk.payoutFailText, desk.payoutFailTick, desk.payoutFailYes]),
    ],
  })
}

async function end(visit: Visit) {
  const { context, parts, form, nowMs, at, language } = visit
  const [ref = ''] = parts
  const act = form.get('act') ?? ''
  if (act !== 'pay' && act !== 'fail') return payoutPage(visit)
  if (form.get('tick') !== act) return payoutPage(visit, language.desk.needTick)
  const row = await context.store.get('payouts', null, ref)
  if (!row) return undefined
  const { merchant } = row
  const outcome = await endPayout(context, act, { merchant, ref, nowMs })
  if (!outcome.ok && outcome.code !== 'invalid_state')
    throw new Error(`The payout ${ref} could not be marked: ${outcome.message}`)
  return goOn(at(`payouts/${ref}`, { done: outcome.ok ? (outcome.changed ? act : 'already') : 'otherwise' }))
}
