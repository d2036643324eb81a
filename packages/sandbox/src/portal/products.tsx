/** @jsxImportSource hono/jsx */
import { createButtonTag } from '@cedi/contract/buy-button-tag'
import type { ProductRow } from '@cedi/mock-server/internal'
import { html } from 'hono/html'
import { repeatedFormNotice } from '../kit/form-idempotency.js'
import { fill, type PortalWords } from '../kit/languages/portal/portal.js'
import { page } from '../kit/layout.js'
import { listPage } from '../kit/list.js'
import type { SessionContext } from '../kit/page-context.js'
import { Amount, Chip, Copyable, Empty, Fact, Facts, ListItem, Panel, Time } from '../kit/parts.js'

const formatStock = ({ stock }: ProductRow, words: PortalWords): string =>
  stock === null ? words.uncounted : stock === 0 ? words.soldOut : fill(words.left, { count: String(stock) })

interface Props {
  readonly ctx: SessionContext
  readonly row: ProductRow
}

const SaleChip = ({ ctx: { language }, row: { active, stock } }: Props) => (
  <Chip
    state={active && stock !== 0 ? 'active' : 'off'}
    text={active ? language.words.onSale : language.words.offSale}
  />
)

/** `/portal/products`: the products of the merchant. */
export function productsPage(ctx: SessionContext): Promise<Response> {
  const { words } = ctx.language
  const newLink = (
    <a class="button" href={ctx.at('products/new')}>
      {words.newProduct}
    </a>
  )
  return listPage(ctx, {
    title: words.products,
    section: 'products',
    notice: repeatedFormNotice(ctx),
    listing: { table: 'products', merchant: ctx.merchant, path: 'products' },
    line: (row) => (
      <ListItem
        href={ctx.at(`products/${row.id}`)}
        title={<bdi>{row.name}</bdi>}
        amount={<Amount ctx={ctx} pesewas={row.price_pesewas} />}
        details={[words[row.type], row.stock !== null && formatStock(row, words)]}
        chip={<SaleChip ctx={ctx} row={row} />}
      />
    ),
    empty: (
      <Empty title={words.noProducts} text={words.noProductsText}>
        {newLink}
      </Empty>
    ),
    below: <p>{newLink}</p>,
  })
}

/** `/portal/products/{id}`: a product, and the script tag of its buy button. */
export async function productPage(ctx: SessionContext): Promise<Response | undefined> {
  const { context, merchant, id, at, language } = ctx
  const { words } = language
  const row = await context.store.get('products', merchant, id)
  if (!row) return undefined
  const done = ctx.request.query?.get('done')
  const handle = (await context.store.get('merchants', merchant, merchant))?.handle
  return page(ctx, {
    title: row.name,
    section: 'products',
    back: { href: at('products'), text: words.products },
    notice:
      done === 'added' ? { text: words.productAdded } : done === 'changed' ? { text: words.productChanged } : undefined,
    body: (
      <>
        {row.description !== null && (
          <p>
            <bdi>{row.description}</bdi>
          </p>
        )}
        <Panel title={words.product}>
          <Facts>
            <Fact term={words.price}>
              <Amount ctx={ctx} pesewas={row.price_pesewas} />
            </Fact>
            <Fact term={words.saleStatus}>
              <SaleChip ctx={ctx} row={row} />
            </Fact>
            <Fact term={words.type}>{words[row.type]}</Fact>
            <Fact term={words.stock}>{formatStock(row, words)}</Fact>
            <Fact term="ID">
              <code>{row.id}</code>
            </Fact>
            <Fact term={words.created}>
              <Time ctx={ctx} ms={row.created_ms} />
            </Fact>
          </Facts>
          <a class="button" href={at(`products/${row.id}/edit`)}>
            {words.editProduct}
          </a>
        </Panel>
        {handle && row.active && <ProductLink ctx={ctx} handle={handle} row={row} />}
        <Panel title={words.buyButton}>
          {handle ? <BuyButton ctx={ctx} handle={handle} row={row} /> : <p>{words.noHandle}</p>}
        </Panel>
      </>
    ),
  })
}

interface PublicProps extends Props {
  readonly handle: string
}

/** Link to the storefront page of a product, to send to buyers. */
const ProductLink = ({ ctx, handle, row: { slug } }: PublicProps) => {
  const { words } = ctx.language
  const url = `${ctx.baseUrl}/@${handle}/${slug}`
  return (
    <Panel title={words.shareProduct}>
      <p>{words.shareProductText}</p>
      <Copyable ctx={ctx} id="product-link" label={words.productLink} text={url} rows={2} />
      <p>
        <a class="button quiet" href={url}>
          {words.seePage}
        </a>
      </p>
    </Panel>
  )
}

/** Script tag and HTML link that sell a product. @decision 0028 */
function BuyButton({ ctx, handle, row: { id, slug } }: PublicProps) {
  const { baseUrl, language } = ctx
  const { words } = language
  const url = `${baseUrl}/@${handle}/${slug}`
  const label = language.tag === 'fr' ? 'Acheter' : 'Buy now'
  const tag = createButtonTag({ baseUrl, handle, slug }, [['data-label', label]])
  return (
    <>
      <p>{words.buyButtonText}</p>
      <Copyable ctx={ctx} id="button-code" label={words.buyButton} text={tag} rows={4} />
      <p>
        <a class="button quiet" href={ctx.at(`products/${id}/button`)}>
          {words.buildButton}
        </a>
      </p>
      <p>{words.buyLinkText}</p>
      <Copyable
        ctx={ctx}
        id="link-code"
        label={words.buyLink}
        text={String(html`<a href="${url}">${label}</a>`)}
        rows={2}
      />
    </>
  )
}
