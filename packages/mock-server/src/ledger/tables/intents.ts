import type { JsonObject } from './json.js'
import type { PaymentMethod } from './payments.js'
import type { ColumnsOf, MerchantRecord } from './table.js'

export const intents = {
  columns: {
    status: { kind: 'text', oneOf: ['open', 'completed', 'expired'] },
    amount_pesewas: { kind: 'pesewas' },
    currency: { kind: 'text', oneOf: ['GHS'] },
    /** The latest payment; of a completed intent, the payment that completed it. */
    payment_ref: { kind: 'text', nullable: true },
    product_id: { kind: 'text', nullable: true },
    /** Quantity of the product; 1 without a product. */
    quantity: { kind: 'number' },
    /** The offered payment methods. */
    channels: { kind: 'json', shape: 'texts', as: [] as readonly PaymentMethod[] },
    /** URL of the shop to which the buyer returns. */
    return_url: { kind: 'text', nullable: true },
    /** Origins of the pages that may embed the checkout. */
    allowed_origins: { kind: 'json', shape: 'texts', as: [] as readonly string[] },
    /** E-mail address of the buyer. */
    email: { kind: 'text', nullable: true },
    /** Custom data of the merchant, copied to its payments. */
    metadata: { kind: 'json', shape: 'object', as: {} as JsonObject },
    created_ms: { kind: 'number' },
    expires_ms: { kind: 'number' },
  },
  filters: ['status'],
} as const

/** A checkout intent. @decision 0008 */
export interface IntentRow extends MerchantRecord, ColumnsOf<typeof intents> {}
