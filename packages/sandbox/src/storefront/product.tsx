/** @jsxImportSource hono/jsx */

import { errorStatus } from '@cedi/contract'
import { amountText } from '@cedi/contract/amount-text'
import { getCookie } from 'hono/cookie'
import { setCookie } from '../kit/cookies.js'
import type { HonoContext } from '../kit/hono-env.js'
import type { StoreLanguage } from '../kit/languages/store.js'
import { fill } from '../kit/languages/words.js'
import { findListedProduct, findProduct, type ListedProduct } from '../kit/listed-product.js'
import type { CheckStoredPayment, PayAgainQuestion } from '../kit/stored-payment.js'
import { createProductIntent, toIntentError } from './create-intent.js'
import { languageOf, Shop, show, storefrontUrl } from './layout.js'
import { productPreview } from './preview.js'
import { Price, Stock } from './price.js'
import { NextSteps, OtherProducts } from './product-sections.js'
import { Sharing } from './sharing.js'

/** State of the form after it was submitted. */
interface FormState {
  readonly problem?: string
  readonly quantity?: number
  /** Pending payment of this browser. */
  readonly pending?: PendingPayment
}

interface PendingPayment {
  readonly question: PayAgainQuestion
  /** URL of the payment. */
  readonly url: string
  /** Effect of paying again on the pending payment. */
  readonly payAgain: 'cancel' | 'leave'
}

/** `GET /@{handle}/{slug}`: a product, and the form that buys it. @decision 0029 */
export async function productPage(c: HonoContext): Promise<Response> {
  const listedProduct = await findRequestedProduct(c)
  return listedProduct ? showProduct(c, listedProduct) : c.notFound()
}

const findRequestedProduct = (c: HonoContext): Promise<ListedProduct | undefined> =>
  findListedProduct(c.env.context, c.req.param('handle')?.slice(1) ?? '', c.req.param('slug') ?? '')

async function showProduct(
  c: HonoContext,
  listedProduct: ListedProduct,
  form: FormState = {},
  status = 200,
): Promise<Response> {
  const { merchant, product } = listedProduct
  const language = languageOf(c)
  const { words } = language
  const { name } = merchant
  const place = { address: storefrontUrl(c, merchant, product.slug), language }
  const price = amountText(Number(product.price_pesewas), language.facts.locale)
  const body = (
    <Shop language={language}>
      <nav class="crumb">
        <a href={language.link(`/@${merchant.handle}`)}>{fill(words.allProducts, { merchant: name })}</a>
      </nav>
      <main class="product">
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
            <p class="description">
              <bdi>{product.description}</bdi>
            </p>
          )}
          {form.problem !== undefined && (
            <p class="problem" role="alert">
              {form.problem}
            </p>
          )}
          {product.stock !== 0 && (
            <>
              <BuyForm listedProduct={listedProduct} language={language} form={form} />
              <NextSteps listedProduct={listedProduct} language={language} />
            </>
          )}
        </div>
      </main>
      <OtherProducts context={c.env.context} listedProduct={listedProduct} language={language} />
      <Sharing {...place} title={`${product.name}, ${price}`} first={words.buyStep} />
    </Shop>
  )
  const title = `${product.name} · ${name}`
  return show(c, language, { title, body, status, preview: productPreview(listedProduct, place) })
}

interface BuyFormProps {
  readonly listedProduct: ListedProduct
  readonly language: StoreLanguage
  readonly form: FormState
}

function BuyForm({ listedProduct: { product }, language: { words }, form: { quantity, pending } }: BuyFormProps) {
  const maxQuantity = Math.min(10, product.stock ?? 10)
  return (
    <form method="post">
      {maxQuantity > 1 && product.type !== 'digital' && (
        <div class="field">
          <label for="quantity">{words.quantity}</label>
          <select id="quantity" name="quantity">
            {Array.from({ length: maxQuantity }, (_, index) => (
              <option value={index + 1} selected={index + 1 === quantity}>
                {index + 1}
              </option>
            ))}
          </select>
        </div>
      )}
      {pending === undefined ? (
        <button type="submit" class="main">
          {words.buy}
        </button>
      ) : (
        <>
          <p class="problem" role="alert">
            <bdi>{pending.question.text}</bdi>
          </p>
          <a class="button main" href={pending.url}>
            {pending.question.show}
          </a>
          <button type="submit" class="quiet" name="pay_again" value={pending.payAgain}>
            {pending.question.pay_again}
          </button>
        </>
      )}
    </form>
  )
}

/** Cookie with the token of the last checkout of this page: for this path only, and not readable by scripts. */
const checkoutCookie = 'cedi_opened'
/** Lifetime of the cookie: a received payment is shown before another for a day. */
const checkoutCookieSeconds = 86_400

/**
 * `POST /@{handle}/{slug}`: creates a checkout intent, and redirects to `/pay/{token}`. Shows a question first if the
 * buyer has a pending payment for the product.
 *
 * @decision 0029, 0028
 */
export const openCheckout =
  (checkStoredPayment: CheckStoredPayment) =>
  async (c: HonoContext): Promise<Response> => {
    const { context } = c.env
    const listedProduct = await findRequestedProduct(c)
    if (!listedProduct) return c.notFound()
    const language = languageOf(c)
    const form = new URLSearchParams(await c.req.text())
    const quantity = /^[1-9]\d?$/.test(form.get('quantity') ?? '1') ? Number(form.get('quantity') ?? '1') : 1
    const token = getCookie(c, checkoutCookie)
    const payAgain = (['cancel', 'leave'] as const).find((word) => word === form.get('pay_again'))
    const storedPayment = { token: token ?? '', resume: '', ...(payAgain && { pay_again: payAgain }) }
    const before = token && (await checkStoredPayment(context, storedPayment, language))
    if (before && 'question' in before) {
      const { question } = before
      const url = language.link(`/pay/${token}`)
      return showProduct(
        c,
        listedProduct,
        { quantity, pending: { question, url, payAgain: payAgain ? 'leave' : 'cancel' } },
        409,
      )
    }
    const address = storefrontUrl(c, listedProduct.merchant, listedProduct.product.slug)
    if (before) {
      // The payment was received, and is shown once. The next click buys again.
      storeCheckout(c, address, '')
      return redirectToCheckout(c, language, before.token)
    }
    const result = await createProductIntent(context, listedProduct, { quantity, origins: [] })
    if (result.ok) {
      storeCheckout(c, address, result.value.token)
      return redirectToCheckout(c, language, result.value.token)
    }
    const { merchant } = listedProduct
    const product = await findProduct(context, merchant, listedProduct.product.slug)
    if (!product) return c.notFound()
    const problem = toIntentError(result.error, product, language)
    return showProduct(c, { merchant, product }, { problem, quantity }, errorStatus[result.error.code])
  }

/** Stores the token of the page's checkout in a cookie. Removes the cookie if the token is empty. */
function storeCheckout(c: HonoContext, address: string, token: string): void {
  const { pathname: path, protocol } = new URL(address)
  const secure = protocol === 'https:'
  const maxAge = token === '' ? 0 : checkoutCookieSeconds
  setCookie(c, checkoutCookie, token, { path, secure, httpOnly: true, sameSite: 'Lax', maxAge })
}

function redirectToCheckout(c: HonoContext, language: StoreLanguage, token: string): Response {
  c.header('Cache-Control', 'no-store')
  return c.redirect(language.link(`/pay/${token}`), 303)
}
