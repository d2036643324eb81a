import { type Child, h } from '../pages/tree.js'
import { fill } from '../portal/languages/portal.js'
import { page } from '../portal/layout.js'
import { amount } from '../portal/parts.js'
import type { Pages, Visit } from '../portal/visit.js'
import { holding, lateMoney, sum, waiting } from './waiting.js'

/** What waits for somebody, at one look. */
export const deskPages: Pages = {
  'GET ': async (visit) => {
    const { context, nowMs, language } = visit
    const { desk } = language
    const refunds = await waiting(context, 'refunds')
    const payouts = await waiting(context, 'payouts')
    const networks = await holding(context, ({ id }) => id.startsWith('psp:'))
    const late = await lateMoney(context)
    const merchants = await context.store.list('merchants', null, { limit: 500 })
    const count = (rows: readonly unknown[]) =>
      rows.length > 0 ? fill(desk.waiting, { count: String(rows.length) }) : desk.nothing
    const oldest = (rows: readonly { readonly created_ms: number }[]) =>
      rows[0] && fill(desk.oldest, { age: language.age(nowMs - rows[0].created_ms) })
    const owed = (rows: readonly { readonly amount_pesewas: bigint }[]) =>
      rows.reduce((total, { amount_pesewas }) => total + amount_pesewas, 0n)
    return page(visit, {
      title: desk.today,
      section: 'overview',
      body: [
        h(
          'ul',
          { class: 'tiles' },
          tile(visit, 'refunds', owed(refunds), count(refunds), oldest(refunds)),
          tile(visit, 'payouts', owed(payouts), count(payouts), oldest(payouts)),
          tile(visit, 'settlements', sum(networks), desk.toSettle),
          tile(visit, 'suspense', owed(late), late.length > 0 ? desk.inSuspense : desk.nothing),
        ),
        h(
          'p',
          { class: 'pages' },
          h('a', { href: visit.at('merchants') }, fill(desk.merchantCount, { count: String(merchants.length) })),
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
