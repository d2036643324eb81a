import type { ApiFetchError, Product } from '../api'

/** What the product picker knows about the products. */
export type Listing =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly error: ApiFetchError }
  | {
      readonly state: 'there'
      readonly products: readonly Product[]
      readonly isWhole: boolean
      /** Why nothing of the shop can be paid for; empty when it can, and for the service. */
      readonly whyNot: string
    }

/** What the merchant has to be told. */
export type Trouble =
  | 'no_key'
  | 'no_handle'
  | 'unreachable'
  | 'failed'
  | 'no_products'
  | 'gone'
  | 'unread'
  | 'inactive'
  | 'sold_out'
  | 'shop_failed'
  | 'shop_closed'
  | 'shop_empty'
  | 'shop_gone'
  | 'shop_not_for_sale'

/**
 * What stands in the way of selling the chosen product, if anything.
 *
 * @param chosen - The slug of the product; empty when none is chosen yet.
 * @param all - The products that can be listed, not the ones that a search left over.
 */
export function troubleOf(all: Listing, chosen: { readonly product: string; readonly handle: string }): Trouble | null {
  if (all.state === 'loading') return null
  if (all.state === 'failed') {
    if (all.error.code === 'cedi_commerce_no_key') return 'no_key'
    return all.error.code === 'cedi_commerce_unreachable' ? 'unreachable' : 'failed'
  }
  if (all.products.length === 0 && !chosen.product) return 'no_products'
  // The page of a product is found under the name of its storefront.
  if (!chosen.handle && all.products.some(({ handle }) => !handle)) return 'no_handle'
  if (!chosen.product) return null
  // A button may sell what somebody else offers: their products are not in the list of this key.
  const [any] = all.products
  if (any && chosen.handle && any.handle !== chosen.handle) return null
  const product = all.products.find(({ slug }) => slug === chosen.product)
  if (!product) return all.isWhole ? 'gone' : 'unread'
  if (!product.active) return 'inactive'
  return product.stock === 0 ? 'sold_out' : null
}

/**
 * What stands in the way of selling the chosen product of WooCommerce, if anything.
 *
 * @param shopProduct - Its number; 0 when none is chosen yet.
 * @param all - The products that can be listed, with the chosen one, when it is there.
 */
export function shopTroubleOf(all: Listing, shopProduct: number): Trouble | null {
  if (all.state === 'loading') return null
  if (all.state === 'failed') return 'shop_failed'
  if (all.whyNot) return 'shop_closed'
  if (!shopProduct) return all.products.length === 0 ? 'shop_empty' : null
  // Who asks for a number is told of its product, however long the list is.
  const product = all.products.find(({ id }) => id === String(shopProduct))
  if (!product) return 'shop_gone'
  return product.active && product.stock !== 0 ? null : 'shop_not_for_sale'
}
