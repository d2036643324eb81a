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
  /** Which reason. */
  readonly code: string
  /** What happened, in words for people. */
  readonly message: string
}

/** What the buyer has to do next. */
export interface NextAction {
  /** Which kind. */
  readonly type: string
  /** The address. */
  readonly url?: string
  /** What happened, in words for people. */
  readonly message?: string
}

interface MerchantRecord {
  /** Whose it is. */
  readonly merchant: string
  /** Sorts by creation inside one merchant and table; ASCII. The `ref` of payments, orders, refunds and payouts. */
  readonly id: string
}

/** Who holds a ledger; `id` and `merchant` are equal. */
export interface MerchantRow extends MerchantRecord {
  /** How people call it. */
  readonly name: string
  /** Without the `@`; unique over all merchants. */
  readonly handle: string | null
  /** When it was made, in milliseconds since 1970 (UTC). */
  readonly created_ms: number
}

/** Money a buyer pays. @decision 0008 */
export interface PaymentRow extends MerchantRecord {
  /** Where it stands. */
  readonly status: PaymentStatus
  /** The amount, in pesewas. */
  readonly amount_pesewas: bigint
  /** The service's share, in pesewas. */
  readonly fee_pesewas: bigint
  /** What is left for the merchant, in pesewas. */
  readonly net_pesewas: bigint
  /** Always `GHS`. */
  readonly currency: 'GHS'
  /** Mobile money or card. */
  readonly method: PaymentMethod
  /** The network that carries the money. */
  readonly network: Network
  /** Masked before it gets here. The full number is never stored. */
  readonly phone: string | null
  /** The last four digits of the card. */
  readonly card_last4: string | null
  /** The buyer's address, when it is known. */
  readonly email: string | null
  /** How people call it. */
  readonly name: string | null
  /** The product, when one is bought. */
  readonly product_id: string | null
  /** How many pieces. */
  readonly quantity: number
  /** The order it belongs to, when there is one. */
  readonly order_ref: string | null
  /** The checkout intent it came from. */
  readonly intent_id: string | null
  /** What the buyer has to do. */
  readonly next_action: NextAction | null
  /** Why it failed; null unless it did. */
  readonly failure: Failure | null
  /** Sum of paid refunds. Bound: 0 to `refund_reserved_pesewas`. */
  readonly refunded_pesewas: bigint
  /** Sum of refunds that were not rejected. Bound: up to `amount_pesewas`. */
  readonly refund_reserved_pesewas: bigint
  /** The merchant's own names and values. */
  readonly metadata: JsonObject
  /** When it was made, in milliseconds since 1970 (UTC). */
  readonly created_ms: number
  /** When it was paid, in milliseconds since 1970 (UTC). */
  readonly paid_ms: number | null
  /** When it ends, in milliseconds since 1970 (UTC). */
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
  /** Where it stands. */
  readonly status: IntentStatus
  /** The amount, in pesewas. */
  readonly amount_pesewas: bigint
  /** Always `GHS`. */
  readonly currency: 'GHS'
  /** The latest payment; once completed, the one that completed it. */
  readonly payment_ref: string | null
  /** The product, when one is bought. */
  readonly product_id: string | null
  /** How many pieces. */
  readonly quantity: number
  /** The ways to pay that are offered. */
  readonly channels: readonly PaymentMethod[]
  /** Where the buyer goes afterwards. */
  readonly return_url: string | null
  /** The origins that may show the checkout in a frame. */
  readonly allowed_origins: readonly string[]
  /** The buyer's address, when it is known. */
  readonly email: string | null
  /** The merchant's own names and values. */
  readonly metadata: JsonObject
  /** When it was made, in milliseconds since 1970 (UTC). */
  readonly created_ms: number
  /** When it ends, in milliseconds since 1970 (UTC). */
  readonly expires_ms: number
}

/** A request to give money back; an operator pays or rejects it. @decision 0009 */
export interface RefundRow extends MerchantRecord {
  /** The payment it belongs to. */
  readonly payment_ref: string
  /** The order it belongs to, when there is one. */
  readonly order_ref: string | null
  /** The amount, in pesewas. */
  readonly amount_pesewas: bigint
  /** Always `GHS`. */
  readonly currency: 'GHS'
  /** Where it stands. */
  readonly status: RefundStatus
  /** Why, in words. */
  readonly reason: string | null
  /** The operator's words. */
  readonly note: string | null
  /** When it was made, in milliseconds since 1970 (UTC). */
  readonly created_ms: number
  /** When an operator or the provider ended it, in milliseconds since 1970 (UTC). */
  readonly resolved_ms: number | null
}

/** Money leaving to a wallet. @decision 0008 */
export interface PayoutRow extends MerchantRecord {
  /** The amount, in pesewas. */
  readonly amount_pesewas: bigint
  /** Always `GHS`. */
  readonly currency: 'GHS'
  /** Where it stands. */
  readonly status: PayoutStatus
  /** Masked before it gets here. */
  readonly phone: string | null
  /** The network that carries the money. */
  readonly network: MobileNetwork
  /** Why it failed; null unless it did. */
  readonly failure: Failure | null
  /** When it was made, in milliseconds since 1970 (UTC). */
  readonly created_ms: number
  /** When an operator or the provider ended it, in milliseconds since 1970 (UTC). */
  readonly resolved_ms: number | null
}

/** One line of an order. */
export interface OrderItem {
  /** The product, when one is bought. */
  readonly product_id: string
  /** The product's name when it was bought. */
  readonly name: string
  /** How many pieces. */
  readonly quantity: number
  /** The price of one piece, in pesewas. */
  readonly unit_price_pesewas: bigint
}

/** Who bought; the phone is masked. */
export interface Buyer {
  /** The buyer's name. */
  readonly name: string | null
  /** The buyer's address. */
  readonly email: string | null
  /** The buyer's number. */
  readonly phone: string | null
}

/** What a buyer bought. Payments without a product have none. @decision 0008 */
export interface OrderRow extends MerchantRecord {
  /** Where it stands, refunds aside. */
  readonly base_status: OrderBaseStatus
  /** The payment it belongs to. */
  readonly payment_ref: string
  /** What was bought. */
  readonly items: readonly OrderItem[]
  /** What the buyer pays in all, in pesewas. */
  readonly total_pesewas: bigint
  /** Always `GHS`. */
  readonly currency: 'GHS'
  /** Who buys. */
  readonly buyer: Buyer
  /** As on the payment. Bound: 0 to `refund_reserved_pesewas`. */
  readonly refunded_pesewas: bigint
  /** As on the payment. Bound: up to `total_pesewas`. */
  readonly refund_reserved_pesewas: bigint
  /** When it was made, in milliseconds since 1970 (UTC). */
  readonly created_ms: number
}

/** What a merchant sells. @decision 0008 */
export interface ProductRow extends MerchantRecord {
  /** How people call it. */
  readonly name: string
  /** Unique per merchant. */
  readonly slug: string
  /** A few sentences about it. */
  readonly description: string | null
  /** Which kind. */
  readonly type: ProductType
  /** The price, in pesewas. */
  readonly price_pesewas: bigint
  /** Always `GHS`. */
  readonly currency: 'GHS'
  /** Whether it is on sale. */
  readonly active: boolean
  /** Null means there is always one more. Bound: 0. @decision 0020 */
  readonly stock: number | null
  /** A picture. */
  readonly image_url: string | null
  /** For licenses: how many instances one license runs on; null means any number. */
  readonly activation_limit: number | null
  /** When it was made, in milliseconds since 1970 (UTC). */
  readonly created_ms: number
}

/** A license key that was sold. The key itself is not here, only its SHA-256. @decision 0017 */
export interface LicenseRow extends MerchantRecord {
  /** SHA-256 of the key, hexadecimal; unique over all merchants. */
  readonly key_hash: string
  /** The product, when one is bought. */
  readonly product_id: string
  /** The payment it belongs to. */
  readonly payment_ref: string
  /** The order it belongs to, when there is one. */
  readonly order_ref: string | null
  /** As stored; `licenseStatus` adds the passing of time. */
  readonly status: LicenseStatus
  /** How many installations may use it. */
  readonly activation_limit: number | null
  /** Bound: 0 to `activation_limit`. */
  readonly activations: number
  /** Where it is in use. */
  readonly instances: readonly string[]
  /** When it was made, in milliseconds since 1970 (UTC). */
  readonly created_ms: number
  /** When it ends, in milliseconds since 1970 (UTC). */
  readonly expires_ms: number | null
}

/** An API key, without the key. @decision 0012 */
export interface KeyRow extends MerchantRecord {
  /** SHA-256 of the key, hexadecimal; unique over all merchants. */
  readonly hash: string
  /** What it may do. */
  readonly scopes: readonly string[]
  /** What the merchant calls it. */
  readonly label: string | null
  /** When it was made, in milliseconds since 1970 (UTC). */
  readonly created_ms: number
  /** When it was last used, in milliseconds since 1970 (UTC); null when never. */
  readonly last_used_ms: number | null
  /** When it was revoked, in milliseconds since 1970 (UTC); null while it works. */
  readonly revoked_ms: number | null
}

/** The answer to one Idempotency-Key; `id` comes from `idempotencyId`. @decision 0006 */
export interface IdempotencyRow extends MerchantRecord {
  /** SHA-256 of the canonical body. */
  readonly fingerprint: string
  /** Where it stands. */
  readonly state: 'running' | 'done'
  /** The HTTP status of the kept answer. */
  readonly status: number | null
  /** Header names and values. */
  readonly headers: Readonly<Record<string, string>>
  /** The body, as text. */
  readonly body: string | null
  /** When it was made, in milliseconds since 1970 (UTC). */
  readonly created_ms: number
}

/** Something that will happen: a provider's answer, availability, expiry. @decision 0013 */
export interface EventRow extends MerchantRecord {
  /** When it is due, in milliseconds since 1970 (UTC). */
  readonly due_ms: number
  /** Which event of the business it records. */
  readonly kind: string
  /** What it is about: the id of a payment, an intent, a payout. */
  readonly ref: string
  /** What belongs to it. */
  readonly data: JsonObject
}

/** A named number per merchant, from which ids are made. @decision 0011 */
export interface CounterRow extends MerchantRecord {
  /** Where it stands. */
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
  /** Which event of the business it records. */
  readonly kind: EntryKind
  /** What caused it; with the kind, unique within a merchant. */
  readonly source: string
  /** When, in milliseconds since 1970 (UTC). */
  readonly at_ms: number
  /** The amounts, each from one account to another. */
  readonly postings: readonly Posting[]
  /** What each touched account held afterwards, in chart order. */
  readonly balances: readonly { readonly account: Account; readonly balancePesewas: bigint }[]
  /** A line of words, or null. */
  readonly memo: string | null
  /** The hash of the merchant's entry before this one. */
  readonly previous_hash: string
  /** SHA-256 of the canonical text, the hash before it included. */
  readonly hash: string
}
