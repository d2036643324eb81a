import { change, checkAmount, notFound } from '../command.js'
import { makePlan, type Plan } from '../plan.js'
import { fail, type Result, succeed } from '../result.js'
import type { ProductRow } from '../tables/products.js'

/**
 * Command: changes a product. Undefined keeps a value. The slug and type stay, because buyers have its address, and its
 * sales their effects.
 */
export interface ProductChanged {
  readonly name: string | undefined
  readonly description: string | null | undefined
  readonly pricePesewas: bigint | undefined
  /** Whether it is on sale. */
  readonly active: boolean | undefined
  /** New stock, null for unlimited. */
  readonly stock: number | null | undefined
  readonly imageUrl: string | null | undefined
}

/**
 * Plans the change of a product. Checkout intents keep their price. A sale in the meantime makes a change of the stock
 * a conflict.
 *
 * @returns Errors: `not_found`, `amount_too_small`, `amount_too_large`, `invalid_request`.
 * @decision 0100
 */
export function productChanged(
  command: ProductChanged,
  rows: { product: ProductRow | undefined },
): Result<Plan<{ product: ProductRow }>> {
  const { product } = rows
  if (!product) return notFound('product')
  const { stock, pricePesewas } = command
  const rejection = pricePesewas === undefined ? undefined : checkAmount(pricePesewas, 'price')
  if (rejection) return rejection
  if (stock !== undefined && stock !== null && (!Number.isSafeInteger(stock) || stock < 0))
    return fail('invalid_request', 'The stock must be a whole number from 0, or null for no limit.', 'stock')
  const values = {
    name: command.name,
    description: command.description,
    price_pesewas: pricePesewas,
    active: command.active,
    image_url: command.imageUrl,
    stock,
  }
  const set: Partial<ProductRow> = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
  if (Object.keys(set).length === 0) return succeed(makePlan(product.merchant, {}, { product }))
  const next = change('products', product, { where: stock === undefined ? {} : { stock: product.stock }, set })
  return succeed(makePlan(product.merchant, { updates: [next.update] }, { product: next.row }))
}
