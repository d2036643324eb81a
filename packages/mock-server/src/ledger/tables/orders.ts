import type { ColumnsOf, MerchantRecord } from './table.js'

/** One line of an order. */
export interface OrderItem {
  readonly product_id: string
  /** Name of the product at the time of purchase. */
  readonly name: string
  readonly quantity: number
  /** The price of one piece. */
  readonly unit_price_pesewas: bigint
}

/** The buyer. The phone number is masked. */
export interface Buyer {
  readonly name: string | null
  readonly email: string | null
  readonly phone: string | null
}

/** Delivery details from the buyer. Not masked, because the merchant needs them. */
export interface Delivery {
  readonly name: string
  /** `+233…`, whole. */
  readonly phone: string
  /** A town, or a Ghana Post address. */
  readonly place: string
  readonly note: string | null
}

export const orders = {
  columns: {
    /** Status without refunds. `orderStatus` derives the public status. */
    base_status: { kind: 'text', oneOf: ['pending', 'paid', 'fulfilled', 'cancelled'] },
    payment_ref: { kind: 'text' },
    items: { kind: 'json', shape: 'items', as: [] as readonly OrderItem[] },
    total_pesewas: { kind: 'pesewas' },
    currency: { kind: 'text', oneOf: ['GHS'] },
    buyer: { kind: 'json', shape: 'object', as: {} as Buyer },
    /** As on the payment. Bound: 0 to `refund_reserved_pesewas`. */
    refunded_pesewas: { kind: 'pesewas' },
    /** As on the payment. Bound: up to `total_pesewas`. */
    refund_reserved_pesewas: { kind: 'pesewas' },
    created_ms: { kind: 'number' },
    /** Null when nothing has to be brought, and once it is forgotten. @decision 0072 */
    delivery: { kind: 'json', nullable: true, shape: 'object', as: {} as Delivery },
  },
  filters: ['base_status'],
  addableColumns: ['refunded_pesewas', 'refund_reserved_pesewas'],
  constraintColumns: ['refunded_pesewas', 'refund_reserved_pesewas', 'total_pesewas'],
  indexes: [{ name: 'orders_id', on: ['id'] }],
} as const

/** Purchase of a product. Payments without a product have no order. @decision 0008 */
export interface OrderRow extends MerchantRecord, ColumnsOf<typeof orders> {}

/** Status of an order in the API. @decision 0008 */
export type OrderStatus = OrderRow['base_status'] | 'refund_pending' | 'partially_refunded' | 'refunded'
