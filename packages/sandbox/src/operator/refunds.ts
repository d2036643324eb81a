import type { RefundRow } from '@cedi/ledger'
import { resolveRefund } from '@cedi/mock-server/service'

import { isLonger, lineOf } from '../kit/access/form.js'
import { fill } from '../kit/languages/portal/portal.js'
import { goOn, page } from '../kit/layout.js'
import {
  amount,
  bdi,
  chip,
  empty,
  field,
  fillTree,
  form,
  type Line,
  moment,
  panel,
  record,
  tick,
  time,
} from '../kit/parts.js'
import { h } from '../kit/tree.js'
import type { Pages, Visit } from '../kit/visit.js'
import { instrumentOf, networkName } from '../portal/payments.js'
import { queuePage } from './queue.js'
import { namesOf } from './waiting.js'

/** Refunds: paid by hand, and marked here. @source What the service does @decision 0009 */
export const refundDesk: Pages = {
  'GET refunds': refundsPage,
  'GET refunds/*': (visit) => refundPage(visit),
  'POST refunds/*': resolve,
}

function refundsPage(visit: Visit) {
  const { context, nowMs, language } = visit
  const { desk, words } = language
  const nameOf = namesOf(context)
  const line = async (row: RefundRow): Promise<Line> => ({
    href: visit.at(`refunds/${row.id}`),
    title: bdi(await nameOf(row.merchant)),
    amount: amount(visit, row.amount_pesewas),
    below: [
      row.resolved_ms === null
        ? fill(desk.asked, { age: language.age(nowMs - row.created_ms) })
        : moment(visit, row.resolved_ms),
      row.reason !== null && bdi(row.reason),
    ],
    chip: chip(row.status, words[`refund_${row.status}`]),
  })
  const texts = { text: desk.refundsText, nothing: empty(desk.noRefunds, desk.noRefundsText) }
  return queuePage(visit, { section: 'refunds', line, ...texts, decidedTitle: desk.decidedRefunds })
}

interface Typed {
  readonly act: string
  readonly note: string
  readonly problem: { readonly field: 'note' | 'tick'; readonly text: string }
}

async function refundPage(visit: Visit, typed?: Typed, status = 200) {
  const { context, parts, request, at, nowMs, language } = visit
  const { desk, words } = language
  const row = await context.store.get('refunds', null, parts[0] ?? '')
  if (!row) return undefined
  const payment = await context.store.get('payments', row.merchant, row.payment_ref)
  const sendTo = payment ? `${networkName(payment.network)} ${instrumentOf(payment) ?? ''}` : ''
  const notices: Readonly<Record<string, { text: string; bad?: boolean }>> = {
    paid: { text: desk.paidNow },
    rejected: { text: desk.rejectedNow },
    already: { text: desk.already },
    otherwise: { text: desk.otherwise, bad: true },
  }
  const done = request.query?.get('done') ?? ''
  return page(visit, {
    title: `${words.refund} ${language.amount(row.amount_pesewas)}`,
    status,
    section: 'refunds',
    back: { href: at('refunds'), text: desk.refunds },
    notice: typed
      ? { text: typed.problem.text, bad: true }
      : row.status !== 'pending' && Object.hasOwn(notices, done)
        ? notices[done]
        : undefined,
    body: [
      h(
        'p',
        {},
        chip(row.status, words[`refund_${row.status}`]),
        row.status === 'pending' && ` · ${fill(desk.asked, { age: language.age(nowMs - row.created_ms) })}`,
      ),
      record(
        [desk.forMerchant, bdi(await namesOf(context)(row.merchant))],
        [words.amount, amount(visit, row.amount_pesewas)],
        [desk.sendTo, h('bdi', { dir: 'ltr' }, sendTo)],
        [words.buyer, payment && payment.name !== null && bdi(payment.name)],
        [words.email, payment && payment.email !== null && bdi(payment.email)],
        [words.reason, row.reason !== null && bdi(row.reason)],
        [words.reference, h('code', {}, row.id)],
        [words.payment, h('code', {}, row.payment_ref)],
        [words.created, time(visit, row.created_ms)],
        [words.resolvedAt, row.resolved_ms !== null && time(visit, row.resolved_ms)],
        [words.note, row.note !== null && bdi(row.note)],
      ),
      row.status === 'pending' && paidForm(visit, row, sendTo, typed),
      row.status === 'pending' && rejectedForm(visit, row, typed),
    ],
  })
}

const problemOf = (typed: Typed | undefined, act: string, name: string) =>
  typed?.act === act && typed.problem.field === name ? typed.problem.text : undefined

const noteOf = (typed: Typed | undefined, act: string) => (typed?.act === act ? typed.note : undefined)

function paidForm(visit: Visit, row: RefundRow, to: string, typed: Typed | undefined) {
  const { desk, amount: text } = visit.language
  return panel(
    desk.markPaid,
    h('p', {}, desk.markPaidText),
    form(
      visit,
      visit.at(`refunds/${row.id}`),
      tick(
        { name: 'tick', value: 'paid', required: true, 'aria-invalid': problemOf(typed, 'paid', 'tick') && 'true' },
        ...fillTree(desk.paidTick, { amount: text(row.amount_pesewas), to }),
      ),
      field({
        name: 'paid-note',
        label: desk.paidNote,
        hint: desk.paidNoteHint,
        value: noteOf(typed, 'paid'),
        problem: problemOf(typed, 'paid', 'note'),
      }),
      h('button', { name: 'act', value: 'paid' }, desk.paidYes),
    ),
  )
}

function rejectedForm(visit: Visit, row: RefundRow, typed: Typed | undefined) {
  const { desk } = visit.language
  return panel(
    desk.markRejected,
    h('p', {}, desk.markRejectedText),
    form(
      visit,
      visit.at(`refunds/${row.id}`),
      field({
        name: 'rejected-note',
        label: desk.rejectedNote,
        required: true,
        value: noteOf(typed, 'rejected'),
        problem: problemOf(typed, 'rejected', 'note'),
      }),
      tick(
        {
          name: 'tick',
          value: 'rejected',
          required: true,
          'aria-invalid': problemOf(typed, 'rejected', 'tick') && 'true',
        },
        desk.rejectedTick,
      ),
      h('button', { class: 'stop', name: 'act', value: 'rejected' }, desk.rejectedYes),
    ),
  )
}

async function resolve(visit: Visit) {
  const { context, parts, form, nowMs, at, language } = visit
  const { desk } = language
  const [ref = ''] = parts
  const act = form.get('act') ?? ''
  if (act !== 'paid' && act !== 'rejected') return refundPage(visit)
  const note = lineOf(form, `${act}-note`)
  const again = (field: 'note' | 'tick', text: string) =>
    refundPage(visit, { act, note, problem: { field, text } }, 422)
  if (form.get('tick') !== act) return again('tick', desk.needTick)
  if (act === 'rejected' && note === '') return again('note', desk.needNote)
  if (isLonger(note, 500)) return again('note', desk.longNote)
  const row = await context.store.get('refunds', null, ref)
  if (!row) return undefined
  const { merchant } = row
  const command = { merchant, ref, note: note || null, nowMs }
  const outcome = await resolveRefund(context, act === 'paid' ? 'pay' : 'reject', command)
  if (!outcome.ok && outcome.code !== 'invalid_state')
    throw new Error(`The refund ${ref} could not be marked: ${outcome.message}`)
  return goOn(at(`refunds/${ref}`, { done: outcome.ok ? (outcome.changed ? act : 'already') : 'otherwise' }))
}
