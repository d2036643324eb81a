import { checkAmount, notFound } from '../command.js'
import { makePlan, type Plan } from '../plan.js'
import { fail, type Result, succeed } from '../result.js'
import type { IntentRow } from '../tables/intents.js'
import type { JsonObject } from '../tables/json.js'
import type { PaymentMethod } from '../tables/payments.js'
import type { ProductRow } from '../tables/products.js'

/** Command: creates a checkout intent. */
export interface IntentCreated {
  readonly merchant: string
  readonly id: string
  /** Optional with a product: defaults to its price times the quantity. */
  readonly amountPesewas?: bigint | undefined
  readonly productId: string | null
  readonly quantity: number
  /** The offered payment methods. */
  readonly channels: readonly PaymentMethod[]
  /** URL of the shop to which the buyer returns. */
  readonly returnUrl: string | null
  /** Origins of the pages that may embed the checkout. */
  readonly allowedOrigins: readonly string[]
  readonly email: string | null
  /** Custom data of the merchant. */
  readonly metadata: JsonObject
  readonly expiresMs: number
  readonly nowMs: number
}

/**
 * Plans a checkout intent. Stock is not reserved before a payment is created.
 *
 * @param rows - The product, if there is a `productId`.
 * @returns Errors: `not_found`, `invalid_state` (the product is not active), `out_of_stock`, `invalid_amount`,
 *   `amount_too_small`, `amount_too_large`.
 * @source Endpoints (POST /api/v1/checkout/intent)
 * @decision 0008
 */
export function intentCreated(
  command: IntentCreated,
  rows: { product?: ProductRow | undefined },
): Result<Plan<{ intent: IntentRow }>> {
  const { merchant, id, productId, quantity } = command
  const result = calculateAmount(command, rows.product)
  if (!result.ok) return result
  const intent: IntentRow = Object.freeze({
    merchant,
    id,
    status: 'open',
    amount_pesewas: result.amountPesewas,
    currency: 'GHS',
    payment_ref: null,
    product_id: productId,
    quantity,
    channels: command.channels,
    return_url: command.returnUrl,
    allowed_origins: command.allowedOrigins,
    email: command.email,
    metadata: command.metadata,
    created_ms: command.nowMs,
    expires_ms: command.expiresMs,
  })
  return succeed(makePlan(merchant, { inserts: [{ table: 'intents', row: intent }] }, { intent }))
}

/**
 * Returns the amount to pay. A given amount must equal the price times the quantity.
 *
 * @returns The amount, or an error.
 */
export function calculateAmount(
  command: {
    readonly amountPesewas?: bigint | undefined
    readonly productId: string | null
    readonly quantity: number
  },
  product: ProductRow | undefined,
): { ok: true; amountPesewas: bigint } | Extract<Result<Plan<never>>, { ok: false }> {
  const { productId, quantity } = command
  // The contract defines the maximum. The limit of the amount keeps any quantity safe.
  if (!Number.isSafeInteger(quantity) || quantity < 1) {
    return fail('invalid_request', 'The quantity must be a whole number from 1.', 'quantity')
  }
  let amountPesewas = command.amountPesewas
  if (productId !== null) {
    if (product === undefined || product.id !== productId) return notFound('product')
    if (!product.active) return fail('invalid_state', 'The product is not on sale. Choose an active one.', 'product_id')
    if (product.stock !== null && product.stock < quantity) {
      const left = product.stock === 0 ? `${product.name} is sold out. Choose another product.` : undefined
      return fail('out_of_stock', left ?? `Only ${product.stock} left of ${product.name}. Choose fewer.`, 'quantity')
    }
    const pricePesewas = product.price_pesewas * BigInt(quantity)
    if (amountPesewas !== undefined && amountPesewas !== pricePesewas) {
      return fail('invalid_amount', 'The amount is not the price times the quantity. Leave it out.', 'amount')
    }
    amountPesewas = pricePesewas
  }
  if (amountPesewas === undefined)
    return fail('invalid_request', 'The amount and the product are missing. Give one of them.', 'amount')
  return checkAmount(amountPesewas) ?? { ok: true, amountPesewas }
}
