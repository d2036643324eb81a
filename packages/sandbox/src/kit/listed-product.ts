import type { Context, MerchantRow, ProductRow } from '@cedi/mock-server/internal'

/** Pattern of handles and slugs. */
export const namePattern: RegExp = /^[a-z0-9](?:[\w-]{0,62}[a-z0-9])?$/

/** A product that is on sale, with its merchant. */
export interface ListedProduct {
  readonly merchant: MerchantRow
  readonly product: ProductRow
}

/** Finds a merchant by its handle. */
export async function findMerchant({ store }: Context, handle: string): Promise<MerchantRow | undefined> {
  if (!namePattern.test(handle)) return undefined
  const [merchant] = await store.list('merchants', null, { limit: 1, where: { handle } })
  return merchant
}

/** Finds a product of a merchant by its slug. Returns undefined if it is not on sale. */
export async function findProduct(
  { store }: Context,
  merchant: MerchantRow,
  slug: string,
): Promise<ProductRow | undefined> {
  if (!namePattern.test(slug)) return undefined
  const [product] = await store.list('products', merchant.id, { limit: 1, where: { slug } })
  return product?.active ? product : undefined
}

/** Finds the product at `/@{handle}/{slug}` if it is on sale. */
export async function findListedProduct(
  context: Context,
  handle: string,
  slug: string,
): Promise<ListedProduct | undefined> {
  const merchant = await findMerchant(context, handle)
  const product = merchant && (await findProduct(context, merchant, slug))
  return merchant && product && { merchant, product }
}
