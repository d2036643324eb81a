import { change, checkMaskedPhone, notFound } from '../command.js'
import { feePesewas } from '../fees.js'
import { networks } from '../payment-methods.js'
import { type Insert, makePlan, type Plan, PlanError, type Update } from '../plan.js'
import { fail, type Result, succeed } from '../result.js'
import type { IntentRow } from '../tables/intents.js'
import type { JsonObject } from '../tables/json.js'
import type { Delivery, OrderRow } from '../tables/orders.js'
import type { Network, NextAction, PaymentMethod, PaymentRow } from '../tables/payments.js'
import type { ProductRow } from '../tables/products.js'
import { calculateAmount } from './intent-created.js'

/** Command: creates a payment. */
export interface PaymentCreated {
  readonly merchant: string
  readonly id: string
  /** Optional with a product: defaults to its price times the quantity. */
  readonly amountPesewas?: bigint | undefined
  readonly method: PaymentMethod
  readonly network: Network
  /** Masked, or null. */
  readonly phone: string | null
  /** The full number, encrypted by the caller; null if there is none. */
  readonly sealedPhone?: string | null
  readonly cardLast4: string | null
  readonly email: string | null
  readonly name: string | null
  readonly productId: string | null
  readonly quantity: number
  /** The id of the new order, if there is a product. */
  readonly orderId: string | null
  readonly intentId: string | null
  /** Delivery details of the order; null if nothing is delivered. */
  readonly delivery?: Delivery | null
  readonly nextAction: NextAction | null
  /** Custom data of the merchant. */
  readonly metadata: JsonObject
  readonly expiresMs: number | null
  readonly nowMs: number
}

/**
 * Plans a pending payment, its order if there is a product, and the reservation of stock. Posts no entries.
 *
 * @param rows - The product and the intent, if the command has their ids.
 * @returns Errors: `not_found`, `invalid_state` (product not active, intent not open), `out_of_stock`,
 *   `invalid_amount`, `amount_too_small`, `amount_too_large`, `network_mismatch`, `invalid_request`.
 * @throws PlanError if a phone number is not masked, or a card number has more than its last four digits.
 * @source Endpoints (POST /api/v1/payments)
 * @decision 0008
 * @decision 0008 (stock)
 */
export function paymentCreated(
  command: PaymentCreated,
  rows: { product?: ProductRow | undefined; intent?: IntentRow | undefined },
): Result<Plan<{ payment: PaymentRow; order: OrderRow | null; product: ProductRow | null; intent: IntentRow | null }>> {
  const { merchant, id, productId, orderId, quantity, nowMs } = command
  const { product, intent } = rows
  const amountResult = calculateAmount(command, product)
  if (!amountResult.ok) return amountResult
  const { amountPesewas } = amountResult
  if (networks[command.network].method !== command.method) {
    return fail(
      'network_mismatch',
      `${command.network} is no network for ${command.method}. Choose another network or method.`,
      'network',
    )
  }
  if (command.cardLast4 !== null && !/^\d{4}$/.test(command.cardLast4)) {
    throw new PlanError('cardLast4 must be the last four digits of the card and no more. (decision 0018)')
  }
  if ((productId === null) !== (orderId === null)) {
    throw new PlanError('A payment must have both a product and an order, or neither. (decision 0008)')
  }
  if (command.intentId !== null) {
    if (!intent || intent.id !== command.intentId) return notFound('checkout intent')
    if (intent.status !== 'open' || intent.expires_ms <= nowMs) {
      return fail('invalid_state', `The checkout intent ${intent.id} is no longer open. Create another.`)
    }
    if (intent.amount_pesewas !== amountPesewas || intent.product_id !== productId || intent.quantity !== quantity) {
      return fail(
        'invalid_amount',
        'The payment differs from its checkout intent. Use the amount, product and quantity of the intent.',
        'amount',
      )
    }
  }

  const fee = feePesewas(amountPesewas)
  const phone = checkMaskedPhone(command.phone)
  const payment: PaymentRow = Object.freeze({
    merchant,
    id,
    status: 'pending',
    amount_pesewas: amountPesewas,
    fee_pesewas: fee,
    net_pesewas: amountPesewas - fee,
    currency: 'GHS',
    method: command.method,
    network: command.network,
    phone,
    sealed_phone: command.sealedPhone ?? null,
    card_last4: command.cardLast4,
    email: command.email,
    name: command.name,
    product_id: productId,
    quantity,
    order_ref: orderId,
    intent_id: command.intentId,
    next_action: command.nextAction,
    failure: null,
    refunded_pesewas: 0n,
    refund_reserved_pesewas: 0n,
    metadata: command.metadata,
    created_ms: nowMs,
    paid_ms: null,
    expires_ms: command.expiresMs,
    available_at_ms: null,
    available: false,
    late_money: null,
  })
  const inserts: Insert[] = [{ table: 'payments', row: payment }]
  const updates: Update[] = []
  let order: OrderRow | null = null
  let productNext: ProductRow | null = null
  if (product && orderId !== null) {
    order = Object.freeze({
      merchant,
      id: orderId,
      base_status: 'pending',
      payment_ref: id,
      items: [{ product_id: product.id, name: product.name, quantity, unit_price_pesewas: product.price_pesewas }],
      total_pesewas: amountPesewas,
      currency: 'GHS',
      buyer: { name: command.name, email: command.email, phone },
      refunded_pesewas: 0n,
      refund_reserved_pesewas: 0n,
      created_ms: nowMs,
      delivery: command.delivery ?? null,
    })
    inserts.push({ table: 'orders', row: order })
    productNext = product
    if (product.stock !== null) {
      // The price is a condition too: it may have changed since it was read.
      const where = { active: true, price_pesewas: product.price_pesewas }
      const productChange = change('products', product, { where, add: { stock: -quantity } })
      updates.push(productChange.update)
      productNext = productChange.row
    }
  }
  let intentNext: IntentRow | null = null
  if (command.intentId !== null && intent) {
    const intentChange = change('intents', intent, { where: { status: 'open' }, set: { payment_ref: id } })
    updates.push(intentChange.update)
    intentNext = intentChange.row
  }
  const records = { payment, order, product: productNext, intent: intentNext }
  return succeed(makePlan(merchant, { inserts, updates }, records))
}
