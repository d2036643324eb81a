import { amountText } from '@cedi/contract/amount-text'
import {
  type Context,
  fail,
  formatCedis,
  type IncomingRequest,
  noRoute,
  type ResponseData,
  type Result,
  readObject,
  respondWith,
  toResponse,
} from '@cedi/mock-server/internal'
import { Hono } from 'hono'
import { cors } from 'hono/cors'
import { type HonoContext, type HonoEnv, setOperation, toHonoResponse } from '../kit/hono-env.js'
import { storeLanguage } from '../kit/languages/store.js'
import { findListedProduct, namePattern } from '../kit/listed-product.js'
import { type CheckStoredPayment, isStoredPayment, type StoredPayment } from '../kit/stored-payment.js'
import { createProductIntent, toIntentError } from './create-intent.js'

/** Routes of buy buttons, `/checkout/embed`. Any page may send requests, and no request sets a price. @decision 0028 */
export function embedRoutes(checkStoredPayment: CheckStoredPayment): Hono<HonoEnv> {
  const app = new Hono<HonoEnv>()
  app.use(setOperation('embed'))
  app.use(cors({ origin: '*', allowMethods: ['GET', 'POST'], allowHeaders: ['Content-Type'], maxAge: 86_400 }))
  app.get('/', async (c) => send(c, await embedProduct(c.env.context, c.env.request)))
  app.post('/', async (c) => send(c, await embedIntent(c.env.context, c.env.request, checkStoredPayment)))
  app.all('/', (c) => toHonoResponse(c, noRoute(c.env.request, ['GET', 'POST', 'OPTIONS'], c.env.requestId).response))
  return app
}

const send = (c: HonoContext, result: Result<ResponseData>): Response =>
  toHonoResponse(c, toResponse(result, c.env.requestId))

const originPattern =
  /^(?:https:\/\/[a-z0-9.-]+(?::\d{1,5})?|http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?)$/

const fields: Readonly<Record<string, (value: unknown) => boolean>> = {
  handle: (value) => typeof value === 'string' && namePattern.test(value),
  product: (value) => typeof value === 'string' && namePattern.test(value),
  quantity: (value) =>
    value === undefined || (Number.isSafeInteger(value) && Number(value) >= 1 && Number(value) <= 99),
  ref: (value) => value === undefined || (typeof value === 'string' && /^[\w.-]{1,64}$/.test(value)),
  return_url: (value) => value === undefined || (typeof value === 'string' && value.length <= 2048),
  stored_payment: (value) => value === undefined || isStoredPayment(value),
}

/** Whether a URL has the origin of the requesting page, to prevent redirects to other sites. */
const hasOrigin = (origin: string, url: string): boolean => URL.canParse(url) && new URL(url).origin === origin

/**
 * `POST /checkout/embed`: creates a checkout intent for a buy button. The server sets the price and rejects a body with a
 * price. Only pages of the requesting origin may show the popup. Returns a question if the buyer has a pending payment.
 *
 * @decision 0028
 */
async function embedIntent(
  context: Context,
  request: IncomingRequest,
  checkStoredPayment: CheckStoredPayment,
): Promise<Result<ResponseData>> {
  const read = readObject(request.body)
  if (!read.ok) return read
  const body = read.value
  for (const name of Object.keys(body))
    if (!Object.hasOwn(fields, name)) {
      const excerpt = name.slice(0, 40)
      return fail(
        'invalid_request',
        `${excerpt} is not a field of a buy button. Leave it out: the shop sets the price.`,
        excerpt,
      )
    }
  for (const [name, isValid] of Object.entries(fields)) {
    const value = Object.hasOwn(body, name) ? body[name] : undefined
    if (!isValid(value))
      return fail('invalid_request', `${name} is missing or has an invalid format. Copy the tag from the portal.`, name)
  }
  const input = body as unknown as EmbedInput
  const language = storeLanguage(request.query, request.headers.get('accept-language'))
  // Prevents an accidental second payment.
  const pending = input.stored_payment && (await checkStoredPayment(context, input.stored_payment, language))
  return pending ? respondWith(pending) : createIntent(context, request, input)
}

/** Request of a buy button. */
interface EmbedInput {
  readonly handle: string
  readonly product: string
  readonly quantity?: number
  readonly ref?: string
  readonly return_url?: string
  readonly stored_payment?: StoredPayment
}

async function createIntent(
  context: Context,
  request: IncomingRequest,
  { handle, product, quantity = 1, ref, return_url: returnUrl }: EmbedInput,
): Promise<Result<ResponseData>> {
  // The button shows the message to the buyer.
  const language = storeLanguage(request.query, request.headers.get('accept-language'))
  const listedProduct = await findListedProduct(context, handle, product)
  if (!listedProduct) return fail('not_found', language.words.notOnSale, 'product')
  const origin = request.headers.get('origin') ?? ''
  // A page without an origin ("null") may open the full page only.
  const origins = origin.length <= 255 && originPattern.test(origin) ? [origin] : []
  // A page without an accepted origin (a file, a page over http) opens the full page, which then has no link back.
  const returnTo = origins.length > 0 ? returnUrl : undefined
  if (returnTo !== undefined && !hasOrigin(origin, returnTo))
    return fail('invalid_request', 'return_url must have the same origin as the requesting page.', 'return_url')
  const extraOptions = { ...(ref ? { ref } : {}), ...(returnTo ? { returnUrl: returnTo } : {}) }
  const result = await createProductIntent(context, listedProduct, { quantity, origins, ...extraOptions })
  if (!result.ok) {
    // Reads the current stock.
    const left = (await findListedProduct(context, handle, product))?.product ?? { ...listedProduct.product, stock: 0 }
    return fail(result.error.code, toIntentError(result.error, left, language, false), result.error.field)
  }
  const { token, amount, expires_at } = result.value
  return respondWith({ token, amount, currency: 'GHS', name: listedProduct.product.name, expires_at }, 201)
}

/** `GET /checkout/embed`: a product, with its price for a quantity as text in the page's language. @decision 0028 */
async function embedProduct(context: Context, { query, headers }: IncomingRequest): Promise<Result<ResponseData>> {
  const quantity = query?.get('quantity') ?? '1'
  if (!/^[1-9]\d?$/.test(quantity))
    return fail('invalid_request', 'quantity must be a whole number from 1 to 99.', 'quantity')
  const listedProduct = await findListedProduct(context, query?.get('handle') ?? '', query?.get('product') ?? '')
  if (!listedProduct) return fail('not_found', 'The product is not on sale. Copy the tag from the portal.', 'product')
  const { price_pesewas, name, stock, image_url } = listedProduct.product
  const total = price_pesewas * BigInt(quantity)
  const { facts } = storeLanguage(query, headers.get('accept-language'))
  return respondWith({
    amount: formatCedis(total),
    currency: 'GHS',
    price: amountText(Number(total), facts.locale),
    name,
    image_url,
    available: stock === null || stock >= Number(quantity),
  })
}
