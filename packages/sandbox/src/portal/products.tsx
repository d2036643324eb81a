/** @jsxImportSource hono/jsx */
import type { ProductRow } from '@cedi/ledger'
import { html } from 'hono/html'
import { fill, type PortalWords } from '../kit/languages/portal/portal.js'
import { page } from '../kit/layout.js'
import { listPage } from '../kit/list.js'
import { Amount, Chip, Copyable, Empty, Fact, Facts, Line, Panel, Time } from '../kit/parts.js'
import { Picture } from '../kit/picture.js'
import type { Visit } from '../kit/visit.js'

const stockOf = ({ stock }: ProductRow, words: PortalWords): string =>
  stock === null ? words.uncounted : stock === 0 ? words.soldOut : fill(words.left, { count: String(stock) })

interface Of {
  readonly visit: Visit
  readonly row: ProductRow
}

const OnSale = ({ visit: { language }, row: { active, stock } }: Of) => (
  <Chip
    state={active && stock !== 0 ? 'active' : 'off'}
    text={active ? language.words.onSale : language.words.offSale}
  />
)

/** `/portal/products` */
export function productsPage(visit: Visit): Promise<Response> {
  const { words } = visit.language
  return listPage(visit, {
    title: words.products,
    section: 'products',
    listing: { table: 'products', merchant: visit.merchant, path: 'products' },
    line: (row) => (
      <Line
        href={visit.at(`products/${row.id}`)}
        title={<bdi>{row.name}</bdi>}
        amount={<Amount visit={visit} pesewas={row.price_pesewas} />}
        under={[words[row.type], row.stock !== null && stockOf(row, words)]}
        chip={<OnSale visit={visit} row={row} />}
      />
    ),
    nothing: (
      <Empty title={words.noProducts} text={words.noProductsText}>
        <a class="button" href={visit.at('developers')}>
          {words.developers}
        </a>
      </Empty>
    ),
  })
}

/** `/portal/products/{id}`: a product, and the tag that puts it on a page. */
export async function productPage(visit: Visit): Promise<Response | undefined> {
  const { context, merchant, id, at, language } = visit
  const { words } = language
  const row = await context.store.get('products', merchant, id)
  if (!row) return undefined
  const handle = (await context.store.get('merchants', merchant, merchant))?.handle
  return page(visit, {
    title: row.name,
    section: 'products',
    back: { href: at('products'), text: words.products },
    body: (
      <>
        <Picture product={row} />
        {row.description !== null && (
          <p>
            <bdi>{row.description}</bdi>
          </p>
        )}
        <Panel title={words.product}>
          <Facts>
            <Fact term={words.price}>
              <Amount visit={visit} pesewas={row.price_pesewas} />
            </Fact>
            <Fact term={words.onSale}>
              <OnSale visit={visit} row={row} />
            </Fact>
            <Fact term={words.type}>{words[row.type]}</Fact>
            <Fact term={words.stock}>{stockOf(row, words)}</Fact>
            <Fact term="id">
              <code>{row.id}</code>
            </Fact>
            <Fact term={words.created}>
              <Time visit={visit} ms={row.created_ms} />
            </Fact>
          </Facts>
        </Panel>
        <Panel title={words.buyButton}>
          {handle ? <BuyButton visit={visit} handle={handle} row={row} /> : <p>{words.noHandle}</p>}
        </Panel>
      </>
    ),
  })
}

/** The tag from the README of embed.js, with this product's names. @decision 0028 */
function BuyButton({ visit, handle, row: { slug, active } }: Of & { readonly handle: string }) {
  const { baseUrl, language } = visit
  const { words } = language
  const address = `${baseUrl}/@${handle}/${slug}`
  const label = language.tag === 'fr' ? 'Acheter' : 'Buy now'
  const src = `${baseUrl}/embed.js`
  const button = html`<script async src="${src}" data-handle="${handle}" data-product="${slug}" data-label="${label}"></script>`
  return (
    <>
      <p>{words.buyButtonText}</p>
      <Copyable id="button-code" label={words.buyButton} text={String(button)} rows={4} />
      <p>{words.buyLinkText}</p>
      <Copyable id="link-code" label={words.buyLink} text={String(html`<a href="${address}">${label}</a>`)} rows={2} />
      {active && (
        <p>
          <a href={address}>{words.seePage}</a>
        </p>
      )}
    </>
  )
}
