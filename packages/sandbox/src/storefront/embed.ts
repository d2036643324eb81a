import type { MerchantRow, ProductRow } from '@cedi/ledger'
import { formatCedis, transact, withSteps } from '@cedi/ledger'
import type { IncomingRequest } from '@cedi/mock-server/service'
import {
  type Context,
  createCheckoutIntent,
  done,
  type Outcome,
  refused,
  refuseLarge,
  takeIds,
} from '@cedi/mock-server/service'
import { storeLanguage } from '../kit/languages/store.js'
import { amountText } from '../kit/languages/words.js'

const namePattern = /^[a-z0-9](?:[\w-]{0,62}[a-z0-9])?$/

/** What a storefront sells under an address. */
export interface OnSale {
  readonly merchant: MerchantRow
  readonly product: ProductRow
}

/** The merchant of a handle. */
export async function merchantOf({ store }: Context, handle: string): Promise<MerchantRow | undefined> {
  if (!namePattern.test(handle)) return undefined
  const [merchant] = await store.list('merchants', null, { limit: 1, where: { handle } })
  return merchant
}

/** The product that a merchant sells under a slug; nothing when it is not on sale. */
export async function productOf(
  { store }: Context,
  merchant: MerchantRow,
  slug: string,
): Promise<ProductRow | undefined> {
  if (!namePattern.test(slug)) return undefined
  const [product] = await store.list('products', merchant.id, { limit: 1, where: { slug } })
  return product?.active ? product : undefined
}

async function onSale(context: Context, handle: string, slug: string): Promise<OnSale | undefined> {
  const merchant = await merchantOf(context, handle)
  const product = merchant && (await productOf(context, merchant, slug))
  return merchant && product && { merchant, product }
}

/** An intent that was opened for a buyer. */
export interface Opened {
  readonly token: string
  readonly amount: number
  readonly expires_at: string
}

/** Opens a checkout for a product, at the price of the server. */
export async function openIntent(
  context: Context,
  request: IncomingRequest,
  { merchant, product }: OnSale,
  input: {
    readonly quantity: number
    readonly email?: string
    readonly origins: readonly string[]
    readonly ref?: string
  },
): Promise<{ ok: true; opened: Opened } | Exclude<Outcome, { ok: true }>> {
  const call = {
    context,
    request,
    merchant: merchant.id,
    parameter: '',
    nowMs: context.clock.nowMs(),
    outcome: context.outcomes.claim(merchant.id),
  }
  const asked = {
    product_id: product.id,
    quantity: input.quantity,
    allowed_origins: [...input.origins],
    ...(input.email ? { email: input.email } : {}),
    ...(input.ref ? { metadata: { ref: input.ref } } : {}),
  }
  const result = await context.inTurn(merchant.id, () =>
    transact(context.store, async () => {
      const ids = await takeIds(context, merchant.id)
      const planned = await createCheckoutIntent.plan(call, asked, ids)
      return planned.ok ? withSteps(planned, ids.steps()) : (planned as never)
    }),
  )
  if (!result.ok) return { ok: false, refusal: result }
  if (result.replayed) return refused('internal_error', 'A checkout is never opened twice.') as never
  const { client_token, amount, expires_at } = result.records.data as {
    client_token: string
    amount: number
    expires_at: string
  }
  return { ok: true, opened: { token: client_token, amount, expires_at } }
}

const originPattern =
  /^(?:https:\/\/[a-z0-9.-]+(?::\d{1,5})?|http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?)$/

const fields: Readonly<Record<string, (value: unknown) => boolean>> = {
  handle: (value) => typeof value === 'string' && namePattern.test(value),
  product: (value) => typeof value === 'string' && namePattern.test(value),
  quantity: (value) =>
    value === undefined || (Number.isSafeInteger(value) && Number(value) >= 1 && Number(value) <= 99),
  ref: (value) => value === undefined || (typeof value === 'string' && /^[\w.-]{1,64}$/.test(value)),
}

/**
 * `POST /checkout/embed`: opens a checkout for a buy button. The price is the server's: a body that names one is
 * refused. Only pages of the origin that asked may show the popup.
 *
 * @decision 0028
 */
export async function embedIntent(context: Context, request: IncomingRequest): Promise<Outcome> {
  const large = refuseLarge(request.body)
  if (large) return { ok: false, refusal: large }
  let body: Record<string, unknown>
  try {
    body = JSON.parse(request.body ?? '')
  } catch {
    return refused('malformed_json', 'The body is not JSON. Send a JSON object.')
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    return refused('invalid_request', 'The body must be a JSON object.')
  for (const name of Object.keys(body))
    if (!Object.hasOwn(fields, name)) {
      const shown = name.slice(0, 40)
      return refused('invalid_request', `${shown} is not a field of a buy button. The price is the shop's.`, shown)
    }
  for (const [name, isFine] of Object.entries(fields)) {
    const value = Object.hasOwn(body, name) ? body[name] : undefined
    if (!isFine(value)) return refused('invalid_request', `${name} is missing or of the wrong form.`, name)
  }
  const {
    handle,
    product,
    quantity = 1,
    ref,
  } = body as { handle: string; product: string; quantity?: number; ref?: string }
  const sold = await onSale(context, handle, product)
  if (!sold) return refused('not_found', `There is no ${product} on sale at @${handle}.`, 'product')
  const origin = request.headers.get('origin') ?? ''
  // A page without an origin of its own ("null") gets the full page only.
  const origins = origin.length <= 255 && originPattern.test(origin) ? [origin] : []
  const result = await openIntent(context, request, sold, { quantity, origins, ...(ref ? { ref } : {}) })
  if (!result.ok) return result
  const { token, amount, expires_at } = result.opened
  return done({ token, amount, currency: 'GHS', name: sold.product.name, expires_at }, 201)
}

/** `GET /checkout/embed`: what a buy button may show of a product, the price of so many pieces as a text of the page's language. @decision 0028 */
export async function embedProduct(context: Context, { query, headers }: IncomingRequest): Promise<Outcome> {
  const quantity = query?.get('quantity') ?? '1'
  if (!/^[1-9]\d?$/.test(quantity))
    return refused('invalid_request', 'quantity is missing or of the wrong form.', 'quantity')
  const sold = await onSale(context, query?.get('handle') ?? '', query?.get('product') ?? '')
  if (!sold) return refused('not_found', 'There is no such product on sale.', 'product')
  const { price_pesewas, name, stock } = sold.product
  const asked = price_pesewas * BigInt(quantity)
  const { facts } = storeLanguage(query, headers.get('accept-language'))
  return done({
    amount: formatCedis(asked),
    currency: 'GHS',
    price: amountText(Number(asked), facts.locale),
    name,
    available: stock === null || stock >= Number(quantity),
  })
}
