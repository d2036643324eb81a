import type { ApiFetchError, Product } from '../api'

/** What the product picker knows about the products. */
export type Listing =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly error: ApiFetchError }
  | {
      readonly state: 'there'
      readonly products: readonly Product[]
      readonly isComplete: boolean
      /** Why no shop product can be paid for; empty when it can, and for the service. */
      readonly unavailableReason: string
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
 * What prevents selling the chosen product, if anything.
 *
 * @param chosen - The slug of the product; empty when none is chosen yet.
 * @param all - All listed products, not only those that match a search.
 */
export function troubleOf(all: Listing, chosen: { readonly product: string; readonly handle: string }): Trouble | null {
  if (all.state === 'loading') return null
  if (all.state === 'failed') {
    if (all.error.code === 'cedi_commerce_no_key') return 'no_key'
    return all.error.code === 'cedi_commerce_unreachable' ? 'unreachable' : 'failed'
  }
  if (all.products.length === 0 && !chosen.product) return 'no_products'
  // The product's page is found under its storefront's name.
  if (!chosen.handle && all.products.some(({ handle }) => !handle)) return 'no_handle'
  if (!chosen.product) return null
  // A button may sell another merchant's product, which is not in this key's list.
  const [any] = all.products
  if (any && chosen.handle && any.handle !== chosen.handle) return null
  const product = all.products.find(({ slug }) => slug === chosen.product)
  if (!product) return all.isComplete ? 'gone' : 'unread'
  if (!product.active) return 'inactive'
  return product.stock === 0 ? 'sold_out' : null
}

/**
 * What prevents selling the chosen WooCommerce product, if anything.
 *
 * @param shopProduct - Its number; 0 when none is chosen yet.
 * @param all - All listed products, with the chosen one if it exists.
 */
export function shopTroubleOf(all: Listing, shopProduct: number): Trouble | null {
  if (all.state === 'loading') return null
  if (all.state === 'failed') return 'shop_failed'
  if (all.unavailableReason) return 'shop_closed'
  if (!shopProduct) return all.products.length === 0 ? 'shop_empty' : null
  // A request for a number finds that product, however long the list is.
  const product = all.products.find(({ id }) => id === String(shopProduct))
  if (!product) return 'shop_gone'
  return product.active && product.stock !== 0 ? null : 'shop_not_for_sale'
}
