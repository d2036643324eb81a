import type { Failure, JsonObject } from './json.js'
import type { ColumnsOf, MerchantRecord } from './table.js'

/** Next step for the buyer. */
export interface NextAction {
  /** Such as `enter_code` or `redirect`. */
  readonly type: string
  readonly url?: string
  /** Instruction for the buyer. */
  readonly message?: string
}

export const payments = {
  columns: {
    status: { kind: 'text', oneOf: ['pending', 'succeeded', 'failed', 'expired', 'cancelled'] },
    amount_pesewas: { kind: 'pesewas' },
    /** The service's share. */
    fee_pesewas: { kind: 'pesewas' },
    /** Amount for the merchant. */
    net_pesewas: { kind: 'pesewas' },
    currency: { kind: 'text', oneOf: ['GHS'] },
    method: { kind: 'text', oneOf: ['mobile_money', 'card'] },
    network: { kind: 'text', oneOf: ['mtn', 'telecel', 'airteltigo', 'visa', 'mastercard'] },
    /** Masked before it gets here. */
    phone: { kind: 'text', nullable: true },
    /** The full number of the wallet, encrypted. Only the operator who pays a refund reads it. */
    sealed_phone: { kind: 'text', nullable: true },
    card_last4: { kind: 'text', nullable: true },
    /** E-mail address of the buyer. */
    email: { kind: 'text', nullable: true },
    /** E-mail address of the buyer. */
    name: { kind: 'text', nullable: true },
    product_id: { kind: 'text', nullable: true },
    /** Quantity of the product; 1 without a product. */
    quantity: { kind: 'number' },
    order_ref: { kind: 'text', nullable: true },
    /** The checkout intent in which it was made. */
    intent_id: { kind: 'text', nullable: true },
    next_action: { kind: 'json', nullable: true, shape: 'object', as: {} as NextAction },
    /** Null unless it failed. */
    failure: { kind: 'json', nullable: true, shape: 'object', as: {} as Failure },
    /** Sum of paid refunds. Bound: 0 to `refund_reserved_pesewas`. */
    refunded_pesewas: { kind: 'pesewas' },
    /** Sum of refunds that were not rejected. Bound: up to `amount_pesewas`. */
    refund_reserved_pesewas: { kind: 'pesewas' },
    /** Custom data of the merchant. */
    metadata: { kind: 'json', shape: 'object', as: {} as JsonObject },
    created_ms: { kind: 'number' },
    /** Null until the provider confirms the payment. */
    paid_ms: { kind: 'number', nullable: true },
    /** Expiry of a pending payment; null if it never expires. */
    expires_ms: { kind: 'number', nullable: true },
    /** Time at which the net amount becomes available; null until paid. */
    available_at_ms: { kind: 'number', nullable: true },
    /** Whether the net amount has become available. */
    available: { kind: 'flag' },
    /** Late payment: `held` in suspense, or `returned` to the buyer. */
    late_money: { kind: 'text', nullable: true, oneOf: ['held', 'returned'] },
  },
  lookupColumns: ['intent_id'],
  filters: ['status', 'intent_id', 'late_money'],
  times: ['created_ms'],
  addableColumns: ['refunded_pesewas', 'refund_reserved_pesewas'],
  constraintColumns: ['refunded_pesewas', 'refund_reserved_pesewas', 'amount_pesewas'],
  indexes: [
    { name: 'payments_time', on: ['merchant_id', 'created_ms', 'id'] },
    { name: 'payments_time_of_all', on: ['created_ms', 'id', 'merchant_id'] },
    { name: 'payments_status', on: ['merchant_id', 'status', 'id'] },
    { name: 'payments_intent', on: ['merchant_id', 'intent_id'], where: 'intent_id IS NOT NULL' },
    { name: 'payments_id', on: ['id'] },
    {
      name: 'payments_late',
      on: ['late_money', 'created_ms', 'id', 'merchant_id'],
      where: 'late_money IS NOT NULL',
    },
  ],
} as const

/** Money a buyer pays. @decision 0008 */
export interface PaymentRow extends MerchantRecord, ColumnsOf<typeof payments> {}

/** Payment method. */
export type PaymentMethod = PaymentRow['method']
/** One of three mobile money or two card networks. */
export type Network = PaymentRow['network']
/** A card network. */
type CardNetwork = 'visa' | 'mastercard'
/** A mobile money network. */
export type MobileNetwork = Exclude<Network, CardNetwork>
