/** @jsxImportSource hono/jsx */
import { errorStatus } from '@cedi/contract'
import { baseUrlOf } from '@cedi/mock-server/service'
import { Cloth } from '../kit/cloth.js'
import { type OnSale, onSale, productOf } from '../kit/goods.js'
import type { StoreLanguage } from '../kit/languages/store.js'
import { fill } from '../kit/languages/words.js'
import type { Asked } from '../kit/served.js'
import { openIntent, whyNotOpened } from './goods.js'
import { languageOf, Shop, show } from './layout.js'
import { Price, Stock } from './price.js'

/** What was typed, and what is wrong with it. */
interface Typed {
  readonly problem?: string
  readonly quantity?: number
}

/** `GET /@{handle}/{slug}`: one product, and the form that buys it. @decision 0029 */
export async function productPage(c: Asked): Promise<Response> {
  const sold = await soldAt(c)
  return sold ? shown(c, sold) : c.notFound()
}

const soldAt = (c: Asked): Promise<OnSale | undefined> =>
  onSale(c.env.context, c.req.param('handle')?.slice(1) ?? '', c.req.param('slug') ?? '')

function shown(c: Asked, sold: OnSale, typed: Typed = {}, status = 200): Response | Promise<Response> {
  const { merchant, product } = sold
  const language = languageOf(c)
  const { words } = language
  const { name } = merchant
  return show(
    c,
    language,
    `${product.name} · ${name}`,
    <Shop language={language}>
      <nav class="crumb">
        <a href={language.link(`/@${merchant.handle}`)}>{fill(words.allProducts, { merchant: name })}</a>
      </nav>
      <main class="product">
        <Cloth id={product.id} />
        <div>
          <h1>
            <bdi>{product.name}</bdi>
          </h1>
          <Price product={product} language={language} />
          <p>
            <Stock product={product} language={language} />
          </p>
          {product.description !== null && (
            <p>
              <bdi>{product.description}</bdi>
            </p>
          )}
          <p class="hint">{fill(words[`${product.type}Text`], { merchant: name })}</p>
          {typed.problem !== undefined && (
            <p class="problem" role="alert">
              {typed.problem}
            </p>
          )}
          {product.stock !== 0 && (
            <>
              <BuyForm sold={sold} language={language} typed={typed} />
              <p class="hint">{words.payWith}</p>
            </>
          )}
        </div>
      </main>
    </Shop>,
    status,
  )
}

interface BuyFormOf {
  readonly sold: OnSale
  readonly language: StoreLanguage
  readonly typed: Typed
}

function BuyForm({ sold: { product }, language: { words }, typed: { quantity } }: BuyFormOf) {
  const most = Math.min(10, product.stock ?? 10)
  return (
    <form method="post">
      {most > 1 && product.type !== 'digital' && (
        <div class="field">
          <label for="quantity">{words.quantity}</label>
          <select id="quantity" name="quantity">
            {Array.from({ length: most }, (_, at) => (
              <option value={at + 1} selected={at + 1 === quantity}>
                {at + 1}
              </option>
            ))}
          </select>
        </div>
      )}
      <button type="submit" class="main">
        {words.buy}
      </button>
    </form>
  )
}

/**
 * `POST /@{handle}/{slug}`: opens a checkout intent on the same ledger as the API, and goes on at `/pay/{token}`.
 *
 * @decision 0029
 */
export async function buy(c: Asked): Promise<Response> {
  const { context } = c.env
  const sold = await soldAt(c)
  if (!sold) return c.notFound()
  const language = languageOf(c)
  const form = new URLSearchParams(await c.req.text())
  const quantity = /^[1-9]\d?$/.test(form.get('quantity') ?? '1') ? Number(form.get('quantity') ?? '1') : 1
  const returnUrl = `${baseUrlOf(c.env)}/@${sold.merchant.handle}/${sold.product.slug}`
  const result = await openIntent(context, sold, { quantity, origins: [], returnUrl })
  if (result.ok) {
    c.header('Cache-Control', 'no-store')
    return c.redirect(language.link(`/pay/${result.opened.token}`), 303)
  }
  const { merchant } = sold
  const product = await productOf(context, merchant, sold.product.slug)
  if (!product) return c.notFound()
  const problem = whyNotOpened(result.refusal, product, language)
  return shown(c, { merchant, product }, { problem, quantity }, errorStatus[result.refusal.code])
}
