/** @jsxImportSource hono/jsx */

import { errorStatus } from '@cedi/contract'
import { amountText } from '@cedi/contract/amount-text'
import { getCookie } from 'hono/cookie'
import { keepCookie } from '../kit/cookies.js'
import { type OnSale, onSale, productOf } from '../kit/goods.js'
import type { AskAboutKept, Before } from '../kit/kept.js'
import type { StoreLanguage } from '../kit/languages/store.js'
import { fill } from '../kit/languages/words.js'
import { Picture } from '../kit/picture.js'
import type { Asked } from '../kit/served.js'
import { NextSteps, Others } from './beside.js'
import { openIntent, whyNotOpened } from './goods.js'
import { addressOf, languageOf, Shop, show } from './layout.js'
import { productPreview } from './preview/preview.js'
import { pictureAddress } from './preview/routes.js'
import { Price, Stock } from './price.js'
import { Sharing } from './sharing.js'

/** What was typed, and what is wrong with it. */
interface Typed {
  readonly problem?: string
  readonly quantity?: number
  /** A waiting payment of this browser, and the question to its buyer. */
  readonly waiting?: Waiting
}

interface Waiting {
  readonly ask: Extract<Before, { readonly ask: object }>['ask']
  /** Where the buyer can look at the payment. */
  readonly at: string
  /** What paying anew does: the other payment is cancelled, or cannot be. */
  readonly anew: 'cancel' | 'leave'
}

/** `GET /@{handle}/{slug}`: one product, and the form that buys it. @decision 0029 */
export async function productPage(c: Asked): Promise<Response> {
  const sold = await soldAt(c)
  return sold ? shown(c, sold) : c.notFound()
}

const soldAt = (c: Asked): Promise<OnSale | undefined> =>
  onSale(c.env.context, c.req.param('handle')?.slice(1) ?? '', c.req.param('slug') ?? '')

async function shown(c: Asked, sold: OnSale, typed: Typed = {}, status = 200): Promise<Response> {
  const { merchant, product } = sold
  const language = languageOf(c)
  const { words } = language
  const { name } = merchant
  const place = { address: addressOf(c, merchant, product.slug), language }
  const price = amountText(Number(product.price_pesewas), language.facts.locale)
  const body = (
    <Shop language={language}>
      <nav class="crumb">
        <a href={language.link(`/@${merchant.handle}`)}>{fill(words.allProducts, { merchant: name })}</a>
      </nav>
      <main class="product">
        <Picture product={product} />
        <div>
          <h1>
            <bdi>{product.name}</bdi>
          </h1>
          <p class="seller">
            <bdi>{name}</bdi>
          </p>
          <Price product={product} language={language} />
          <p>
            <Stock product={product} language={language} />
          </p>
          {product.description !== null && (
            <p>
              <bdi>{product.description}</bdi>
            </p>
          )}
          {typed.problem !== undefined && (
            <p class="problem" role="alert">
              {typed.problem}
            </p>
          )}
          {product.stock !== 0 && (
            <>
              <BuyForm sold={sold} language={language} typed={typed} />
              <NextSteps sold={sold} language={language} />
            </>
          )}
        </div>
      </main>
      <Others context={c.env.context} sold={sold} language={language} />
      <Sharing {...place} title={`${product.name}, ${price}`} first={words.howBuy} />
    </Shop>
  )
  const title = `${product.name} · ${name}`
  const picture = await pictureAddress(place.address, sold)
  return show(c, language, { title, body, status, preview: productPreview(sold, { ...place, picture }) })
}

interface BuyFormOf {
  readonly sold: OnSale
  readonly language: StoreLanguage
  readonly typed: Typed
}

function BuyForm({ sold: { product }, language: { words }, typed: { quantity, waiting } }: BuyFormOf) {
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
      {waiting === undefined ? (
        <button type="submit" class="main">
          {words.buy}
        </button>
      ) : (
        <>
          <p class="problem" role="alert">
            <bdi>{waiting.ask.text}</bdi>
          </p>
          <a class="button main" href={waiting.at}>
            {waiting.ask.again}
          </a>
          <button type="submit" class="quiet" name="anew" value={waiting.anew}>
            {waiting.ask.anew}
          </button>
        </>
      )}
    </form>
  )
}

/** The cookie with the checkout that this page opened last. No other page receives it, and no script can read it. */
const opened = 'cedi_opened'
/** How long the cookie can matter: a checkout lasts half an hour, and a payment that came through is news for a day. */
const openedSeconds = 86_400

/**
 * `POST /@{handle}/{slug}`: opens a checkout intent on the API's own ledger, and continues at `/pay/{token}`. A buyer
 * with a waiting payment for the product is asked about it first.
 *
 * @decision 0029, 0028
 */
export const buyer =
  (askAboutKept: AskAboutKept) =>
  async (c: Asked): Promise<Response> => {
    const { context } = c.env
    const sold = await soldAt(c)
    if (!sold) return c.notFound()
    const language = languageOf(c)
    const form = new URLSearchParams(await c.req.text())
    const quantity = /^[1-9]\d?$/.test(form.get('quantity') ?? '1') ? Number(form.get('quantity') ?? '1') : 1
    const token = getCookie(c, opened)
    const anew = (['cancel', 'leave'] as const).find((word) => word === form.get('anew'))
    const before = token && (await askAboutKept(context, { token, resume: '', ...(anew && { anew }) }, language))
    if (before && 'ask' in before) {
      const waiting = { ask: before.ask, at: language.link(`/pay/${token}`), anew: anew ? 'leave' : 'cancel' } as const
      return shown(c, sold, { quantity, waiting }, 409)
    }
    const address = addressOf(c, sold.merchant, sold.product.slug)
    if (before) {
      // It came through and is shown now. Who presses the button again wants another one.
      remember(c, address, '')
      return goTo(c, language, before.token)
    }
    const result = await openIntent(context, sold, { quantity, origins: [], returnUrl: address })
    if (result.ok) {
      remember(c, address, result.value.token)
      return goTo(c, language, result.value.token)
    }
    const { merchant } = sold
    const product = await productOf(context, merchant, sold.product.slug)
    if (!product) return c.notFound()
    const problem = whyNotOpened(result.error, product, language)
    return shown(c, { merchant, product }, { problem, quantity }, errorStatus[result.error.code])
  }

/** Remembers the checkout that a product's page opened, or forgets it when there is no token. */
function remember(c: Asked, address: string, token: string): void {
  const { pathname: path, protocol } = new URL(address)
  const secure = protocol === 'https:'
  const maxAge = token === '' ? 0 : openedSeconds
  keepCookie(c, opened, token, { path, secure, httpOnly: true, sameSite: 'Lax', maxAge })
}

function goTo(c: Asked, language: StoreLanguage, token: string): Response {
  c.header('Cache-Control', 'no-store')
  return c.redirect(language.link(`/pay/${token}`), 303)
}
