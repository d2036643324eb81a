import { type OrderRow, orderStatus } from '@cedi/ledger'
import { fill } from '../kit/languages/portal/portal.js'
import { page } from '../kit/layout.js'
import { listPage } from '../kit/list.js'
import { amount, bdi, chip, empty, facts, type Line, lines, moment, panel, time } from '../kit/parts.js'
import { h } from '../kit/tree.js'
import type { Pages, Visit } from '../kit/visit.js'
import { phoneText } from './payments.js'

const stateOf = (visit: Visit, row: OrderRow) => {
  const status = orderStatus(row)
  return chip(status, visit.language.words[`order_${status}`])
}

const contents = (row: OrderRow): string =>
  row.items.map(({ name, quantity }) => (quantity > 1 ? `${quantity} × ${name}` : name)).join(', ')

const orderLine = (visit: Visit, row: OrderRow): Line => ({
  href: visit.at(`orders/${row.id}`),
  title: bdi(contents(row)),
  amount: amount(visit, row.total_pesewas),
  below: [row.buyer.name !== null && bdi(row.buyer.name), moment(visit, row.created_ms)],
  chip: stateOf(visit, row),
})

/** Orders, and the record of each. */
export const orderPages: Pages = {
  'GET orders': (visit) => {
    const { words } = visit.language
    return listPage(visit, {
      title: words.orders,
      section: 'orders',
      listing: { table: 'orders', merchant: visit.merchant, path: 'orders' },
      line: (row) => orderLine(visit, row),
      nothing: empty(words.noOrders, words.noOrdersText),
    })
  },
  'GET orders/*': async (visit) => {
    const { context, merchant, parts, at, language } = visit
    const { words } = language
    const row = await context.store.get('orders', merchant, parts[0] ?? '')
    if (!row) return undefined
    const items = row.items.map((item) => ({
      href: at(`products/${item.product_id}`),
      title: bdi(item.name),
      amount: amount(visit, item.unit_price_pesewas * BigInt(item.quantity)),
      below: [fill(words.quantity, { count: String(item.quantity) }), amount(visit, item.unit_price_pesewas)],
    }))
    return page(visit, {
      title: `${words.order} ${language.amount(row.total_pesewas)}`,
      section: 'orders',
      back: { href: at('orders'), text: words.orders },
      body: [
        h('p', {}, stateOf(visit, row)),
        panel(words.items, lines(items), facts([words.total, amount(visit, row.total_pesewas)])),
        panel(
          words.order,
          facts(
            [words.reference, h('code', {}, row.id)],
            [words.payment, h('a', { href: at(`payments/${row.payment_ref}`) }, row.payment_ref)],
            row.refunded_pesewas > 0n && [words.refunded, amount(visit, row.refunded_pesewas)],
            [words.buyer, row.buyer.name !== null && bdi(row.buyer.name)],
            [words.email, row.buyer.email !== null && bdi(row.buyer.email)],
            [words.phone, row.buyer.phone !== null && h('bdi', { dir: 'ltr' }, phoneText(row.buyer.phone))],
            [words.created, time(visit, row.created_ms)],
          ),
        ),
      ],
    })
  },
}
