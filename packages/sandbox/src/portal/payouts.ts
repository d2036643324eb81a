import { AmountError, balanceOf, type PayoutRow, parseCedis } from '@cedi/ledger'
import { parsePhone, suggestNetwork } from '@cedi/mock-server/instruments'
import { requestPayout } from '@cedi/mock-server/service'
import { badForm } from '../kit/access/enter.js'
import { lineOf } from '../kit/access/form.js'
import { fill } from '../kit/languages/portal/portal.js'
import { goOn, type Shown } from '../kit/layout.js'
import { listPage } from '../kit/list.js'
import { onceFor } from '../kit/once.js'
import { amount, bdi, chip, empty, field, form, formId, type Line, moment, panel } from '../kit/parts.js'
import { h } from '../kit/tree.js'
import type { Pages, Visit } from '../kit/visit.js'
import { networkName, phoneText } from './payments.js'

/** Money that leaves to a wallet. @source Limits @decision 0025 */
export const payoutPages: Pages = {
  'GET payouts': (visit) => {
    const done = visit.request.query?.get('done')
    const { words } = visit.language
    return payoutsPage(visit, {
      notice:
        done === 'asked' ? { text: words.payOutDone } : done === 'before' ? { text: words.sentBefore } : undefined,
    })
  },
  'POST payouts': askForPayout,
}

/** What was typed, and what is wrong with it. */
interface Typed {
  readonly amount?: string
  readonly phone?: string
  readonly problem?: { readonly field: 'amount' | 'phone'; readonly text: string }
}

async function payoutsPage(visit: Visit, { typed = {}, ...shown }: Partial<Shown> & { typed?: Typed }) {
  const { context, merchant, language } = visit
  const { words } = language
  const available = balanceOf(await context.store.get('accounts', merchant, 'merchant:available'))
  return listPage(visit, {
    title: words.payouts,
    section: 'payouts',
    ...shown,
    listing: { table: 'payouts', merchant, path: 'payouts' },
    line: (row) => payoutLine(visit, row),
    nothing: empty(words.noPayouts, words.noPayoutsText),
    above: [(available > 0n || typed.problem) && panel(words.payOut, ...payoutForm(visit, available, typed))],
  })
}

function payoutForm(visit: Visit, available: bigint, { problem, ...typed }: Typed) {
  const { words, amount: text } = visit.language
  const problemOf = (name: string) => (problem?.field === name ? problem.text : undefined)
  return [
    h('p', {}, fill(words.payOutText, { amount: text(available) })),
    form(
      visit,
      visit.at('payouts'),
      formId(),
      field({
        name: 'amount',
        label: words.payOutAmount,
        inputmode: 'decimal',
        required: true,
        value: typed.amount,
        problem: problemOf('amount'),
      }),
      field({
        name: 'phone',
        label: words.payOutPhone,
        hint: words.payOutPhoneHint,
        type: 'tel',
        inputmode: 'tel',
        autocomplete: 'tel-national',
        required: true,
        value: typed.phone,
        problem: problemOf('phone'),
      }),
      h('button', {}, words.payOutYes),
    ),
  ]
}

async function askForPayout(visit: Visit) {
  const { context, merchant, nowMs, language, at } = visit
  const { words } = language
  const typed = { amount: lineOf(visit.form, 'amount'), phone: lineOf(visit.form, 'phone') }
  const again = (field: 'amount' | 'phone', text: string) =>
    payoutsPage(visit, { status: 422, typed: { ...typed, problem: { field, text } } })
  const amountPesewas = readAmount(typed.amount)
  if (amountPesewas === undefined) return again('amount', words.badAmount)
  const number = parsePhone(typed.phone)
  const network = number === undefined ? undefined : suggestNetwork(number)
  if (number === undefined || network === undefined) return again('phone', words.badPhone)
  const once = onceFor(visit, '/portal/payouts')
  if (!once.ok) return badForm(visit)
  const sent = await requestPayout(context, { merchant, amountPesewas, number, network, nowMs }, once)
  if (!sent.ok && sent.code === 'insufficient_balance') return again('amount', words.tooMuch)
  if (!sent.ok) return badForm(visit)
  return goOn(at('payouts', { done: sent.replayed ? 'before' : 'asked' }))
}

/** `45.50`, with or without the sign of the cedi before it. */
function readAmount(text: string): bigint | undefined {
  try {
    const pesewas = parseCedis(text.replace(/^(?:GH₵|GHS)\s*/i, ''))
    return pesewas > 0n ? pesewas : undefined
  } catch (error) {
    if (error instanceof AmountError) return undefined
    throw error
  }
}

const payoutLine = (visit: Visit, row: PayoutRow): Line => ({
  title: amount(visit, row.amount_pesewas),
  below: [
    networkName(row.network),
    row.phone !== null && h('bdi', { dir: 'ltr' }, phoneText(row.phone)),
    moment(visit, row.created_ms),
    row.failure && bdi(visit.language.failure(row.failure)),
  ],
  chip: chip(row.status, visit.language.words[`payout_${row.status}`]),
})
