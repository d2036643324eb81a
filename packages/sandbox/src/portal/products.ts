import type { ProductRow } from '@cedi/ledger'
import { html } from 'hono/html'
import { Cloth } from '../kit/cloth.js'
import { fill, type PortalWords } from '../kit/languages/portal/portal.js'
import { page } from '../kit/layout.js'
import { listPage } from '../kit/list.js'
import { amount, bdi, chip, copyable, empty, facts, panel, time } from '../kit/parts.js'
import { type Child, h } from '../kit/tree.js'
import type { Pages, Visit } from '../kit/visit.js'

const stockOf = ({ stock }: ProductRow, words: PortalWords): string =>
  stock === null ? words.uncounted : stock === 0 ? words.soldOut : fill(words.left, { count: String(stock) })

const onSale = ({ active, stock }: ProductRow, words: PortalWords): Child =>
  chip(active && stock !== 0 ? 'active' : 'off', active ? words.onSale : words.offSale)

/** Products, and what puts each of them on a page. */
export const productPages: Pages = {
  'GET products': (visit) => {
    const { words } = visit.language
    return listPage(visit, {
      title: words.products,
      section: 'products',
      listing: { table: 'products', merchant: visit.merchant, path: 'products' },
      line: (row) => ({
        href: visit.at(`products/${row.id}`),
        title: bdi(row.name),
        amount: amount(visit, row.price_pesewas),
        below: [words[row.type], row.stock !== null && stockOf(row, words)],
        chip: onSale(row, words),
      }),
      nothing: empty(
        words.noProducts,
        words.noProductsText,
        h('a', { class: 'button', href: visit.at('developers') }, words.developers),
      ),
    })
  },
  'GET products/*': productPage,
}

async function productPage(visit: Visit) {
  const { context, merchant, parts, at, language } = visit
  const { words } = language
  const row = await context.store.get('products', merchant, parts[0] ?? '')
  if (!row) return undefined
  const handle = (await context.store.get('merchants', merchant, merchant))?.handle
  return page(visit, {
    title: row.name,
    section: 'products',
    back: { href: at('products'), text: words.products },
    body: [
      Cloth({ id: row.id }),
      row.description !== null && h('p', {}, bdi(row.description)),
      panel(
        words.product,
        facts(
          [words.price, amount(visit, row.price_pesewas)],
          [words.onSale, onSale(row, words)],
          [words.type, words[row.type]],
          [words.stock, stockOf(row, words)],
          ['id', h('code', {}, row.id)],
          [words.created, time(visit, row.created_ms)],
        ),
      ),
      handle
        ? panel(words.buyButton, ...buyButton(visit, handle, row))
        : panel(words.buyButton, h('p', {}, words.noHandle)),
    ],
  })
}

/** What the README of embed.js tells to write, with the names of this product. @decision 0028 */
function buyButton({ baseUrl, language }: Visit, handle: string, { slug, active }: ProductRow): Child[] {
  const { words } = language
  const address = `${baseUrl}/@${handle}/${slug}`
  const label = language.tag === 'fr' ? 'Acheter' : 'Buy now'
  return [
    h('p', {}, words.buyButtonText),
    copyable(
      'button-code',
      words.buyButton,
      String(
        html`<script async src="${baseUrl}/embed.js" data-handle="${handle}" data-product="${slug}" data-label="${label}"></script>`,
      ),
      4,
    ),
    h('p', {}, words.buyLinkText),
    copyable('link-code', words.buyLink, String(html`<a href="${address}">${label}</a>`), 2),
    active && h('p', {}, h('a', { href: address }, words.seePage)),
  ]
}
