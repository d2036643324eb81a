import { readBalance } from '@cedi/ledger'
import { takingsByDay, takingsChart } from '../kit/chart.js'
import { page } from '../kit/layout.js'
import { amount, empty, lines, panel } from '../kit/parts.js'
import { h } from '../kit/tree.js'
import type { Pages, Visit } from '../kit/visit.js'
import { paymentLine } from './payments.js'

/** What a merchant sees first: what is theirs, and how it has gone lately. */
export const overviewPages: Pages = {
  'GET ': async (visit) => {
    const { context, merchant, nowMs, at, language } = visit
    const { words } = language
    const rows = await context.store.list('payments', merchant, { limit: 5 })
    const chart = takingsChart(visit, await takingsByDay(context, merchant, nowMs))
    return page(visit, {
      title: words.overview,
      section: 'overview',
      body: [
        await balancePanel(visit),
        rows.length > 0 && chart,
        rows.length > 0
          ? panel(
              words.latest,
              lines(rows.map((row) => paymentLine(visit, row))),
              h('p', { class: 'pages' }, h('a', { href: at('payments') }, words.allPayments)),
            )
          : empty(
              words.noPayments,
              words.noPaymentsText,
              h('a', { class: 'button', href: at('developers/issue') }, words.issue),
              h('a', { class: 'button quiet', href: at('products') }, words.products),
            ),
      ],
    })
  },
}

/** @decision 0015 */
async function balancePanel(visit: Visit) {
  const { words } = visit.language
  const balance = await readBalance(visit.context.store, visit.merchant)
  const part = (name: string, pesewas: bigint, text: string, kind: string) =>
    h(
      'div',
      { class: kind },
      h('h2', {}, name),
      h('p', { class: 'sum' }, amount(visit, pesewas)),
      h('p', { class: 'hint' }, text),
    )
  return h(
    'section',
    { class: 'balance' },
    part(words.available, balance.availablePesewas, words.availableText, 'main-sum'),
    part(words.pending, balance.pendingPesewas, words.pendingText, ''),
    part(words.reserved, balance.reservedPesewas, words.reservedText, ''),
  )
}
