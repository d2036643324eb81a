import type { MerchantRow, ProductRow } from '@cedi/ledger'
import type { Context } from '@cedi/mock-server/service'

/** The form of handles and slugs. */
export const namePattern: RegExp = /^[a-z0-9](?:[\w-]{0,62}[a-z0-9])?$/

/** What a storefront sells at an address. */
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

/** The product that a merchant sells under a slug; undefined if it is not on sale. */
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
