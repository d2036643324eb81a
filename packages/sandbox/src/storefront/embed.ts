import { amountText } from '@cedi/contract/amount-text'
import { fail, formatCedis, type Result } from '@cedi/ledger'
import type { Context, IncomingRequest } from '@cedi/mock-server/service'
import { noRoute, type ResponseData, readObject, respondWith, toResponse } from '@cedi/mock-server/service'
import { Hono } from 'hono'
import { cors } from 'hono/cors'
import { namePattern, onSale } from '../kit/goods.js'
import { type AskAboutKept, isKept, type Kept } from '../kit/kept.js'
import { storeLanguage } from '../kit/languages/store.js'
import { type Asked, type HonoEnv, passOn, told } from '../kit/served.js'
import { openIntent, whyNotOpened } from './goods.js'

/** `/checkout/embed`, for buy buttons: any page may ask, and nothing it sends decides a price. @decision 0028 */
export function embedRoutes(askAboutKept: AskAboutKept): Hono<HonoEnv> {
  const app = new Hono<HonoEnv>()
  app.use(told('embed'))
  app.use(cors({ origin: '*', allowMethods: ['GET', 'POST'], allowHeaders: ['Content-Type'], maxAge: 86_400 }))
  app.get('/', async (c) => send(c, await embedProduct(c.env.context, c.env.request)))
  app.post('/', async (c) => send(c, await embedIntent(c.env.context, c.env.request, askAboutKept)))
  app.all('/', (c) => passOn(c, noRoute(c.env.request, ['GET', 'POST', 'OPTIONS'], c.env.requestId).response))
  return app
}

const send = (c: Asked, result: Result<ResponseData>): Response => passOn(c, toResponse(result, c.env.requestId))

const originPattern =
  /^(?:https:\/\/[a-z0-9.-]+(?::\d{1,5})?|http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?)$/

const fields: Readonly<Record<string, (value: unknown) => boolean>> = {
  handle: (value) => typeof value === 'string' && namePattern.test(value),
  product: (value) => typeof value === 'string' && namePattern.test(value),
  quantity: (value) =>
    value === undefined || (Number.isSafeInteger(value) && Number(value) >= 1 && Number(value) <= 99),
  ref: (value) => value === undefined || (typeof value === 'string' && /^[\w.-]{1,64}$/.test(value)),
  return_url: (value) => value === undefined || (typeof value === 'string' && value.length <= 2048),
  kept: (value) => value === undefined || isKept(value),
}

/** A return address, only on the page that asks, so that nobody is sent to a stranger. */
const leadsTo = (origin: string, address: string): boolean =>
  URL.canParse(address) && new URL(address).origin === origin

/**
 * `POST /checkout/embed`: opens a checkout for a buy button. The server sets the price: a body that names one is
 * refused. Only pages of the asking origin may show the popup. If this buyer has a waiting payment, the buyer is asked
 * about it first.
 *
 * @decision 0028
 */
async function embedIntent(
  context: Context,
  request: IncomingRequest,
  askAboutKept: AskAboutKept,
): Promise<Result<ResponseData>> {
  const read = readObject(request.body)
  if (!read.ok) return read
  const body = read.value
  for (const name of Object.keys(body))
    if (!Object.hasOwn(fields, name)) {
      const shown = name.slice(0, 40)
      return fail(
        'invalid_request',
        `${shown} is not a field of a buy button. Leave it out: the shop sets the price.`,
        shown,
      )
    }
  for (const [name, isFine] of Object.entries(fields)) {
    const value = Object.hasOwn(body, name) ? body[name] : undefined
    if (!isFine(value))
      return fail('invalid_request', `${name} is missing or of the wrong form. Copy the tag from the portal.`, name)
  }
  const wanted = body as unknown as Wanted
  const language = storeLanguage(request.query, request.headers.get('accept-language'))
  // A buyer with a waiting payment must not make a second one unknowingly.
  const waiting = wanted.kept && (await askAboutKept(context, wanted.kept, language))
  return waiting ? respondWith(waiting) : openFor(context, request, wanted)
}

/** A buy button's request. */
interface Wanted {
  readonly handle: string
  readonly product: string
  readonly quantity?: number
  readonly ref?: string
  readonly return_url?: string
  readonly kept?: Kept
}

async function openFor(
  context: Context,
  request: IncomingRequest,
  { handle, product, quantity = 1, ref, return_url: returnUrl }: Wanted,
): Promise<Result<ResponseData>> {
  // The button shows this sentence to its buyer, so it is in the buyer's language.
  const language = storeLanguage(request.query, request.headers.get('accept-language'))
  const sold = await onSale(context, handle, product)
  if (!sold) return fail('not_found', language.words.notOnSale, 'product')
  const origin = request.headers.get('origin') ?? ''
  // A page without its own origin ("null") gets only the full page.
  const origins = origin.length <= 255 && originPattern.test(origin) ? [origin] : []
  if (returnUrl !== undefined && !(origins[0] && leadsTo(origins[0], returnUrl)))
    return fail('invalid_request', 'return_url must have the same origin as the page that asks.', 'return_url')
  const more = { ...(ref ? { ref } : {}), ...(returnUrl ? { returnUrl } : {}) }
  const result = await openIntent(context, sold, { quantity, origins, ...more })
  if (!result.ok) {
    // The stock now, not when the page was made.
    const left = (await onSale(context, handle, product))?.product ?? { ...sold.product, stock: 0 }
    return fail(result.error.code, whyNotOpened(result.error, left, language), result.error.field)
  }
  const { token, amount, expires_at } = result.value
  return respondWith({ token, amount, currency: 'GHS', name: sold.product.name, expires_at }, 201)
}

/**
 * `GET /checkout/embed`: what a buy button may show of a product: the price for a quantity, as text in the page's
 * language. @decision 0028
 */
async function embedProduct(context: Context, { query, headers }: IncomingRequest): Promise<Result<ResponseData>> {
  const quantity = query?.get('quantity') ?? '1'
  if (!/^[1-9]\d?$/.test(quantity))
    return fail('invalid_request', 'quantity must be a whole number from 1 to 99.', 'quantity')
  const sold = await onSale(context, query?.get('handle') ?? '', query?.get('product') ?? '')
  if (!sold) return fail('not_found', 'There is no such product on sale. Copy the tag from the portal.', 'product')
  const { price_pesewas, name, stock } = sold.product
  const asked = price_pesewas * BigInt(quantity)
  const { facts } = storeLanguage(query, headers.get('accept-language'))
  return respondWith({
    amount: formatCedis(asked),
    currency: 'GHS',
    price: amountText(Number(asked), facts.locale),
    name,
    available: stock === null || stock >= Number(quantity),
  })
}
