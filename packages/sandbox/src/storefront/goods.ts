import type { MerchantRow, ProductRow } from '@cedi/ledger'
import { transact, withSteps } from '@cedi/ledger'
import type { IncomingRequest } from '@cedi/mock-server/service'
import { type Context, createCheckoutIntent, type Outcome, refused, takeIds } from '@cedi/mock-server/service'

/** What handles and slugs look like. */
export const namePattern: RegExp = /^[a-z0-9](?:[\w-]{0,62}[a-z0-9])?$/

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

/** What is on sale at `/@{handle}/{slug}`. */
export async function onSale(context: Context, handle: string, slug: string): Promise<OnSale | undefined> {
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
