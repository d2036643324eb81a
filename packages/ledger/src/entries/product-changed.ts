import { change, checkAmount, notFound } from '../command.js'
import { makePlan, type Plan } from '../plan.js'
import { fail, type Result, succeed } from '../result.js'
import type { ProductRow } from '../tables/products.js'

/** Command: changes a product. Its slug and type stay, because buyers have its address, and its sales their effects. */
export interface ProductChanged {
  readonly name: string
  readonly description: string | null
  readonly pricePesewas: bigint
  /** Whether it is on sale. */
  readonly active: boolean
  /** New stock, null for unlimited. Undefined keeps the stock, which sales change at any time. */
  readonly stock: number | null | undefined
  readonly imageUrl: string | null
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
  const { stock } = command
  const rejection = checkAmount(command.pricePesewas, 'price')
  if (rejection) return rejection
  if (stock !== undefined && stock !== null && (!Number.isSafeInteger(stock) || stock < 0))
    return fail('invalid_request', 'The stock must be a whole number from 0, or null for no limit.', 'stock')
  const next = change('products', product, {
    where: stock === undefined ? {} : { stock: product.stock },
    set: {
      name: command.name,
      description: command.description,
      price_pesewas: command.pricePesewas,
      active: command.active,
      image_url: command.imageUrl,
      ...(stock === undefined ? {} : { stock }),
    },
  })
  return succeed(makePlan(product.merchant, { updates: [next.update] }, { product: next.row }))
}
