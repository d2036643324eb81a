import { fill } from '../kit/languages/portal/portal.js'
import { page } from '../kit/layout.js'
import { amount } from '../kit/parts.js'
import { type Child, h } from '../kit/tree.js'
import type { Pages, Visit } from '../kit/visit.js'
import { holding, providers, sum, waiting } from './waiting.js'

/** With more of a kind, the tile says so instead of counting. */
const most = 100

/** What waits for somebody, at one look. The sums are those of the books. */
export const deskPages: Pages = {
  'GET ': async (visit) => {
    const { context, nowMs, language } = visit
    const { desk } = language
    const { store } = context
    const refunds = await store.list('refunds', null, { ...waiting.refunds.query, limit: most + 1 })
    const payouts = await store.list('payouts', null, { ...waiting.payouts.query, limit: most + 1 })
    const merchants = await store.list('merchants', null, { limit: most + 1 })
    const owed = await holding(context, 'merchant:refunds_payable')
    const leaving = await holding(context, 'merchant:payouts_in_transit')
    const late = await holding(context, 'suspense')
    const networks = await Promise.all(providers.map((account) => holding(context, account)))
    const number = (rows: readonly unknown[]) => (rows.length > most ? `${most}+` : String(rows.length))
    const count = (rows: readonly unknown[]) =>
      rows.length > 0 ? fill(desk.waiting, { count: number(rows) }) : desk.nothing
    const oldest = (rows: readonly { readonly created_ms: number }[]) =>
      rows[0] && fill(desk.oldest, { age: language.age(nowMs - rows[0].created_ms) })
    return page(visit, {
      title: desk.today,
      section: 'overview',
      body: [
        h(
          'ul',
          { class: 'tiles' },
          tile(visit, 'refunds', sum(owed), count(refunds), oldest(refunds)),
          tile(visit, 'payouts', sum(leaving), count(payouts), oldest(payouts)),
          tile(visit, 'settlements', sum(networks.flat()), desk.toSettle),
          tile(visit, 'suspense', sum(late), late.length > 0 ? desk.inSuspense : desk.nothing),
        ),
        h(
          'p',
          { class: 'pages' },
          h('a', { href: visit.at('merchants') }, fill(desk.merchantCount, { count: number(merchants) })),
        ),
      ],
    })
  },
}

const tile = (
  visit: Visit,
  section: 'refunds' | 'payouts' | 'settlements' | 'suspense',
  pesewas: bigint,
  ...texts: Child[]
) =>
  h(
    'li',
    { class: pesewas > 0n ? 'busy' : undefined },
    h('h2', {}, h('a', { href: visit.at(section) }, visit.language.desk[section])),
    h('p', { class: 'sum' }, amount(visit, pesewas)),
    ...texts.map((text) => text && h('p', { class: 'hint' }, text)),
  )
