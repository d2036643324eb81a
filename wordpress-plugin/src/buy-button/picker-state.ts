import type { ApiFetchError, Product } from '../api'

/** State of the product list. */
export type ProductListState =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly error: ApiFetchError }
  | {
      readonly state: 'loaded'
      readonly products: readonly Product[]
      readonly isComplete: boolean
      /** Reason why shop products cannot be paid, or an empty string. */
      readonly unavailableReason: string
    }

/** Problem that is shown to the merchant. */
export type ProductProblem =
  | 'no_key'
  | 'no_handle'
  | 'unreachable'
  | 'failed'
  | 'no_products'
  | 'gone'
  | 'unlisted'
  | 'inactive'
  | 'sold_out'
  | 'shop_failed'
  | 'shop_closed'
  | 'shop_empty'
  | 'shop_gone'
  | 'shop_not_for_sale'

/**
 * Returns the problem that prevents selling the selected product.
 *
 * @param selection - Slug of the product; empty if none is selected.
 * @param all - All listed products, regardless of the search.
 */
export function findProblem(
  all: ProductListState,
  selection: { readonly product: string; readonly handle: string },
): ProductProblem | null {
  if (all.state === 'loading') return null
  if (all.state === 'failed') {
    if (all.error.code === 'cedi_commerce_no_key') return 'no_key'
    return all.error.code === 'cedi_commerce_unreachable' ? 'unreachable' : 'failed'
  }
  if (all.products.length === 0 && !selection.product) return 'no_products'
  // The URL of the product page contains the handle.
  if (!selection.handle && all.products.some(({ handle }) => !handle)) return 'no_handle'
  if (!selection.product) return null
  // The list of this key does not contain the products of another merchant.
  const [any] = all.products
  if (any && selection.handle && any.handle !== selection.handle) return null
  const product = all.products.find(({ slug }) => slug === selection.product)
  if (!product) return all.isComplete ? 'gone' : 'unlisted'
  if (!product.active) return 'inactive'
  return product.stock === 0 ? 'sold_out' : null
}

/**
 * Returns the problem that prevents selling the selected WooCommerce product.
 *
 * @param shopProduct - ID of the product; 0 if none is selected.
 * @param all - All listed products, including the selected one if it exists.
 */
export function findShopProblem(all: ProductListState, shopProduct: number): ProductProblem | null {
  if (all.state === 'loading') return null
  if (all.state === 'failed') return 'shop_failed'
  if (all.unavailableReason) return 'shop_closed'
  if (!shopProduct) return all.products.length === 0 ? 'shop_empty' : null
  // A search for an ID always returns its product, even if the list is incomplete.
  const product = all.products.find(({ id }) => id === String(shopProduct))
  if (!product) return 'shop_gone'
  return product.active && product.stock !== 0 ? null : 'shop_not_for_sale'
}
