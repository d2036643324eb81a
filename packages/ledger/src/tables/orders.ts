import type { ColumnsOf, MerchantRecord } from './table.js'

/** One line of an order. */
export interface OrderItem {
  readonly product_id: string
  /** What the product was called when it was bought. */
  readonly name: string
  readonly quantity: number
  /** The price of one piece. */
  readonly unit_price_pesewas: bigint
}

/** Who bought; the phone is masked. */
export interface Buyer {
  readonly name: string | null
  readonly email: string | null
  readonly phone: string | null
}

/** How the buyer is reached, as the buyer wrote it for the merchant. Not masked: it is there to be used. */
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
    /** What happened to the order itself; refunds are derived on top by `orderStatus`. */
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
  added: ['refunded_pesewas', 'refund_reserved_pesewas'],
  constrained: ['refunded_pesewas', 'refund_reserved_pesewas', 'total_pesewas'],
  indexes: [{ name: 'orders_id', on: ['id'] }],
} as const

/** What a buyer bought. Payments without a product have none. @decision 0008 */
export interface OrderRow extends MerchantRecord, ColumnsOf<typeof orders> {}

/** What happened to the order itself; refunds are derived on top by `orderStatus`. @decision 0008 */
export type OrderBaseStatus = OrderRow['base_status']
/** What the wire calls the status of an order. @decision 0008 */
export type OrderStatus = OrderBaseStatus | 'refund_pending' | 'partially_refunded' | 'refunded'
