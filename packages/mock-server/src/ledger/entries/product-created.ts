import { checkAmount } from '../command.js'
import { makePlan, type Plan } from '../plan.js'
import { fail, type Result, succeed } from '../result.js'
import type { ProductRow, ProductType } from '../tables/products.js'

/** Command: creates a product. */
export interface ProductCreated {
  readonly merchant: string
  readonly id: string
  readonly name: string
  /** Part of the URL of the product: `/@handle/slug`. */
  readonly slug: string
  readonly description: string | null
  readonly type: ProductType
  readonly pricePesewas: bigint
  readonly active: boolean
  /** Null means unlimited. */
  readonly stock: number | null
  readonly imageUrl: string | null
  /** Maximum number of instances of a license. Null means unlimited. */
  readonly activationLimit: number | null
  readonly nowMs: number
}

/**
 * Plans a product. The commit rejects an existing slug with `invalid_request`.
 *
 * @returns Errors: `amount_too_small`, `amount_too_large`, `invalid_request`.
 * @source Endpoints (POST /api/v1/products)
 * @decision 0008
 */
export function productCreated(command: ProductCreated): Result<Plan<{ product: ProductRow }>> {
  const { merchant, id, stock, activationLimit } = command
  const rejection = checkAmount(command.pricePesewas, 'price')
  if (rejection) return rejection
  if (stock !== null && (!Number.isSafeInteger(stock) || stock < 0)) {
    return fail('invalid_request', 'The stock must be a whole number from 0, or null for no limit.', 'stock')
  }
  if (activationLimit !== null && (!Number.isSafeInteger(activationLimit) || activationLimit < 1)) {
    return fail(
      'invalid_request',
      'The activation limit must be a whole number from 1, or null for no limit.',
      'activation_limit',
    )
  }
  const product: ProductRow = Object.freeze({
    merchant,
    id,
    name: command.name,
    slug: command.slug,
    description: command.description,
    type: command.type,
    price_pesewas: command.pricePesewas,
    currency: 'GHS',
    active: command.active,
    stock,
    image_url: command.imageUrl,
    activation_limit: activationLimit,
    created_ms: command.nowMs,
  })
  return succeed(makePlan(merchant, { inserts: [{ table: 'products', row: product }] }, { product }))
}
