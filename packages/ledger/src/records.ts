import type { Account } from './accounts.js'
import type { EntryKind, Posting } from './entry.js'

/** What JSON can hold. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject
/** A JSON object, kept as it was given. */
export interface JsonObject {
  readonly [name: string]: JsonValue
}

/** How a buyer pays. */
export type PaymentMethod = 'mobile_money' | 'card'
/** A mobile money network. */
export type MobileNetwork = 'mtn' | 'telecel' | 'airteltigo'
/** A card network. */
export type CardNetwork = 'visa' | 'mastercard'
/** One of three mobile money or two card networks. */
export type Network = MobileNetwork | CardNetwork
/** @decision 0008 */
export type PaymentStatus = 'pending' | 'succeeded' | 'failed' | 'expired' | 'cancelled'
/** @decision 0008 */
export type IntentStatus = 'open' | 'completed' | 'expired'
/** @decision 0009 */
export type RefundStatus = 'pending' | 'paid' | 'rejected'
/** @decision 0008 */
export type PayoutStatus = 'pending' | 'paid' | 'failed'
/** What happened to the order itself; refunds are derived on top by `orderStatus`. @decision 0008 */
export type OrderBaseStatus = 'pending' | 'paid' | 'fulfilled' | 'cancelled'
/** What the wire calls the status of an order. @decision 0008 */
export type OrderStatus = OrderBaseStatus | 'refund_pending' | 'partially_refunded' | 'refunded'
/** @decision 0008 */
export type ProductType = 'digital' | 'physical' | 'license' | 'service'
/** @decision 0017 */
export type LicenseStatus = 'inactive' | 'active' | 'expired' | 'disabled'

/** Why something did not work, in the words of the provider or ours. */
export interface Failure {
  readonly code: string
  readonly message: string
}

/** What the buyer has to do next. */
export interface NextAction {
  readonly type: string
  readonly url?: string
  readonly message?: string
}

interface MerchantRecord {
  readonly merchant: string
  /** Sorts by creation inside one merchant and table; ASCII. The `ref` of payments, orders, refunds and payouts. */
  readonly id: string
}

/** Who holds a ledger; `id` and `merchant` are equal. */
export interface MerchantRow extends MerchantRecord {
  readonly name: string
  /** Without the `@`; unique over all merchants. */
  readonly handle: string | null
  readonly created_ms: number
}

/** Money a buyer pays. @decision 0008 */
export interface PaymentRow extends MerchantRecord {
  readonly status: PaymentStatus
  readonly amount_pesewas: bigint
  readonly fee_pesewas: bigint
  readonly net_pesewas: bigint
  readonly currency: 'GHS'
  readonly method: PaymentMethod
  readonly network: Network
  /** Masked before it gets here. The full number is never stored. */
  readonly phone: string | null
  readonly card_last4: string | null
  readonly email: string | null
  readonly name: string | null
  readonly product_id: string | null
  readonly quantity: number
  readonly order_ref: string | null
  readonly intent_id: string | null
  readonly next_action: NextAction | null
  readonly failure: Failure | null
  /** Sum of paid refunds. Bound: 0 to `refund_reserved_pesewas`. */
  readonly refunded_pesewas: bigint
  /** Sum of refunds that were not rejected. Bound: up to `amount_pesewas`. */
  readonly refund_reserved_pesewas: bigint
  readonly metadata: JsonObject
  readonly created_ms: number
  readonly paid_ms: number | null
  readonly expires_ms: number | null
  /** When the net amount becomes available; null until paid. */
  readonly available_at_ms: number | null
  /** Whether it has become available. */
  readonly available: boolean
  /** Money that came after the payment had ended: it waits in suspense, or went back. */
  readonly late_money: 'held' | 'returned' | null
}

/** The wish to open the popup checkout. @decision 0008 */
export interface IntentRow extends MerchantRecord {
  readonly status: IntentStatus
  readonly amount_pesewas: bigint
  readonly currency: 'GHS'
  /** The latest payment; once completed, the one that completed it. */
  readonly payment_ref: string | null
  readonly product_id: string | null
  readonly quantity: number
  readonly channels: readonly PaymentMethod[]
  readonly return_url: string | null
  readonly allowed_origins: readonly string[]
  readonly email: string | null
  readonly metadata: JsonObject
  readonly created_ms: number
  readonly expires_ms: number
}

/** A request to give money back; an operator pays or rejects it. @decision 0009 */
export interface RefundRow extends MerchantRecord {
  readonly payment_ref: string
  readonly order_ref: string | null
  readonly amount_pesewas: bigint
  readonly currency: 'GHS'
  readonly status: RefundStatus
  readonly reason: string | null
  readonly note: string | null
  readonly created_ms: number
  readonly resolved_ms: number | null
}

/** Money leaving to a wallet. @decision 0008 */
export interface PayoutRow extends MerchantRecord {
  readonly amount_pesewas: bigint
  readonly currency: 'GHS'
  readonly status: PayoutStatus
  /** Masked before it gets here. */
  readonly phone: string | null
  readonly network: MobileNetwork
  readonly failure: Failure | null
  readonly created_ms: number
  readonly resolved_ms: number | null
}

/** One line of an order. */
export interface OrderItem {
  readonly product_id: string
  readonly name: string
  readonly quantity: number
  readonly unit_price_pesewas: bigint
}

/** Who bought; the phone is masked. */
export interface Buyer {
  readonly name: string | null
  readonly email: string | null
  readonly phone: string | null
}

/** What a buyer bought. Payments without a product have none. @decision 0008 */
export interface OrderRow extends MerchantRecord {
  readonly base_status: OrderBaseStatus
  readonly payment_ref: string
  readonly items: readonly OrderItem[]
  readonly total_pesewas: bigint
  readonly currency: 'GHS'
  readonly buyer: Buyer
  /** As on the payment. Bound: 0 to `refund_reserved_pesewas`. */
  readonly refunded_pesewas: bigint
  /** As on the payment. Bound: up to `total_pesewas`. */
  readonly refund_reserved_pesewas: bigint
  readonly created_ms: number
}

/** What a merchant sells. @decision 0008 */
export interface ProductRow extends MerchantRecord {
  readonly name: string
  /** Unique per merchant. */
  readonly slug: string
  readonly description: string | null
  readonly type: ProductType
  readonly price_pesewas: bigint
  readonly currency: 'GHS'
  readonly active: boolean
  /** Null means there is always one more. Bound: 0. @decision 0020 */
  readonly stock: number | null
  readonly image_url: string | null
  /** For licenses: how many instances one license runs on; null means any number. */
  readonly activation_limit: number | null
  readonly created_ms: number
}

/** A license key that was sold. The key itself is not here, only its SHA-256. @decision 0017 */
export interface LicenseRow extends MerchantRecord {
  /** SHA-256 of the key, hexadecimal; unique over all merchants. */
  readonly key_hash: string
  readonly product_id: string
  readonly payment_ref: string
  readonly order_ref: string | null
  /** As stored; `licenseStatus` adds the passing of time. */
  readonly status: LicenseStatus
  readonly activation_limit: number | null
  /** Bound: 0 to `activation_limit`. */
  readonly activations: number
  readonly instances: readonly string[]
  readonly created_ms: number
  readonly expires_ms: number | null
}

/** An API key, without the key. @decision 0012 */
export interface KeyRow extends MerchantRecord {
  /** SHA-256 of the key, hexadecimal; unique over all merchants. */
  readonly hash: string
  readonly scopes: readonly string[]
  readonly label: string | null
  readonly created_ms: number
  readonly last_used_ms: number | null
  readonly revoked_ms: number | null
}

/** The answer to one Idempotency-Key; `id` comes from `idempotencyId`. @decision 0006 */
export interface IdempotencyRow extends MerchantRecord {
  readonly fingerprint: string
  readonly state: 'running' | 'done'
  readonly status: number | null
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
  readonly created_ms: number
}

/** Something that will happen: a provider's answer, availability, expiry. @decision 0013 */
export interface EventRow extends MerchantRecord {
  readonly due_ms: number
  readonly kind: string
  /** What it is about: the id of a payment, an intent, a payout. */
  readonly ref: string
  readonly data: JsonObject
}

/** A named number per merchant, from which ids are made. @decision 0011 */
export interface CounterRow extends MerchantRecord {
  readonly value: number
}

/** What an account holds. Written by the store with each entry. @decision 0014 */
export interface AccountRow extends MerchantRecord {
  readonly id: Account
  /** On the account's own side: debits less credits for assets, the reverse for the others. */
  readonly balance_pesewas: bigint
  /** The last entry that touched it. */
  readonly sequence: number
}

/** An entry as the store recorded it. @decision 0014 */
export interface EntryRow extends MerchantRecord {
  /** Gapless from 1, per merchant. `id` is the same number with leading zeros. */
  readonly sequence: number
  readonly kind: EntryKind
  readonly source: string
  readonly at_ms: number
  readonly postings: readonly Posting[]
  /** What each touched account held afterwards, in chart order. */
  readonly balances: readonly { readonly account: Account; readonly balancePesewas: bigint }[]
  readonly memo: string | null
  readonly previous_hash: string
  readonly hash: string
}
