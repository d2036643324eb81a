// Made from openapi.yaml. Do not edit: change openapi.yaml and run "npm run generate".
import type { CheckoutIntentId, OrderRef, PaymentRef, ProductId, RefundRef } from '../record.js'

/** An amount in GH₵ with at most two decimals. */
export type Amount = number;
/** An amount in GH₵ as a number or as decimal text. A third decimal is refused, never rounded. */
export type AmountInput = number | string;
/** The merchant's own notes: up to 50 texts of up to 500 characters, given back as they were sent. */
export interface Metadata {
    readonly [key: string]: string;
}
/** A Ghanaian mobile number: 0XX XXX XXXX, +233, 233 or 00233, with or without separators. */
export type PhoneInput = string;
/** A way to pay. */
export type Channel = "mobile_money" | "card";
/** What went wrong, for programs. Further codes may come. */
export type ErrorCode = "malformed_json" | "invalid_header" | "missing_api_key" | "invalid_api_key" | "insufficient_scope" | "not_found" | "method_not_allowed" | "idempotency_in_progress" | "invalid_state" | "insufficient_balance" | "out_of_stock" | "body_too_large" | "unsupported_media_type" | "invalid_request" | "invalid_amount" | "amount_too_small" | "amount_too_large" | "unsupported_currency" | "invalid_phone" | "network_mismatch" | "refund_exceeds_payment" | "payment_not_refundable" | "idempotency_key_reused" | "rate_limited" | "internal_error" | "provider_error" | "provider_unavailable" | "provider_timeout";
/** Why a payment did not succeed. Further codes may come. */
export type FailureCode = "payer_limit_reached" | "payer_not_found" | "payment_not_approved" | "insufficient_funds" | "provider_error" | "card_declined" | "expired_card" | "incorrect_cvc" | "processing_error" | "payment_expired" | "payment_cancelled" | "intent_completed" | "intent_expired";
/** The member `error` of a failed answer. */
export interface ErrorDetail {
    /** What went wrong, for programs. Further codes may come. */
    readonly code: ErrorCode;
    /** What happened and what to do, for people. */
    readonly message: string;
    /** The field, parameter or header that the error is about. */
    readonly field?: string | undefined;
    /** Names this request in the logs of the service. */
    readonly request_id: string;
}
/** The envelope of a failed request. */
export interface Failure {
    /** Always false. */
    readonly success: false;
    /** Always null. */
    readonly data: null;
    /** What went wrong. */
    readonly error: ErrorDetail;
}
/** What the buyer has to do now. */
export interface NextAction {
    /** How the buyer goes on. */
    readonly type: "approve_on_phone" | "redirect" | "enter_code";
    /** Where to send the buyer, for `redirect`. */
    readonly url: string | null;
    /** The instruction in words, to be shown to the buyer. */
    readonly message: string;
}
/** Why the payment did not succeed. */
export interface PaymentFailure {
    /** Why a payment did not succeed. Further codes may come. */
    readonly code: FailureCode;
    /** The reason in words, to be shown to the buyer. */
    readonly message: string;
}
/** Money that a buyer pays. */
export interface Payment {
    /** Reference of the payment, for reading it. */
    readonly ref: PaymentRef;
    /** It begins as pending and becomes succeeded, failed, expired or cancelled, which it stays. */
    readonly status: "pending" | "succeeded" | "failed" | "expired" | "cancelled";
    /** What the buyer pays, in GH₵. */
    readonly amount: Amount;
    /** The share of the service, in GH₵: 3.5 % plus GH₵0.50. It is 0 until the payment has succeeded. */
    readonly fee: Amount;
    /** What is left for the merchant, in GH₵. It is 0 until the payment has succeeded. */
    readonly net: Amount;
    /** Always `GHS`, Ghana cedis. */
    readonly currency: "GHS";
    /** Payment method. */
    readonly method: "mobile_money" | "card";
    /** Mobile money or card network. */
    readonly network: "mtn" | "telecel" | "airteltigo" | "visa" | "mastercard";
    /** The masked number of the wallet. */
    readonly phone: string | null;
    /** Last four digits of the card; null for mobile money. */
    readonly card_last4: string | null;
    /** Email address of the buyer; null if none was sent. */
    readonly email: string | null;
    /** Product that was paid for; null for a payment of an amount. */
    readonly product_id: ProductId | null;
    /** Order of the payment; null for a payment of an amount. */
    readonly order_ref: OrderRef | null;
    /** What the buyer has to do now; null when nothing is left to do. */
    readonly next_action: NextAction | null;
    /** Why the payment did not succeed; null otherwise. */
    readonly failure: PaymentFailure | null;
    /** What an operator has paid back so far, in GH₵. */
    readonly refunded_amount: Amount;
    /** The merchant's own notes: up to 50 texts of up to 500 characters, given back as they were sent. */
    readonly metadata: Metadata;
    /** Creation time, UTC. */
    readonly created_at: string;
    /** When the money was confirmed, UTC. */
    readonly paid_at: string | null;
    /** When a pending payment ends by itself, UTC. */
    readonly expires_at: string | null;
}
/** A card, for servers that may handle card numbers (PCI DSS). Only the last four digits are kept. */
export interface CardInput {
    /** Card number, 12 to 19 digits, with or without spaces. */
    readonly number: string;
    /** Month in which the card expires, 1 to 12. */
    readonly expiry_month: number;
    /** Four digits. */
    readonly expiry_year: number;
    /** Security code, three or four digits. */
    readonly cvc: string;
}
/** Fields of every PaymentInput. */
export interface PaymentInputFields {
    /** Always `GHS`, Ghana cedis. */
    readonly currency?: "GHS" | undefined;
    /** Email address of the buyer, up to 254 characters. */
    readonly email?: string | undefined;
    /** The name of the buyer, as the order has it. */
    readonly name?: string | undefined;
    /** Where the buyer comes back to after a redirect: https, or http on this machine. */
    readonly return_url?: string | undefined;
    /** The merchant's own notes: up to 50 texts of up to 500 characters, given back as they were sent. */
    readonly metadata?: Metadata | undefined;
}
/** The buyer pays an amount that you name. */
export interface PriceByAmount {
    /** An amount in GH₵ as a number or as decimal text. A third decimal is refused, never rounded. */
    readonly amount: AmountInput;
    /** Never set: the field belongs to another alternative. */
    readonly product_id?: undefined;
    /** Never set: the field belongs to another alternative. */
    readonly quantity?: undefined;
    /** Never set: the field belongs to another alternative. */
    readonly delivery?: undefined;
}
/** The buyer pays the price of a product. */
export interface PriceOfProduct {
    /** The product to pay for; its price is the amount, and an order is made. */
    readonly product_id: ProductId;
    /** How many pieces of the product; 1 when left out. */
    readonly quantity?: number | undefined;
    /** How the buyer of a product is reached, for goods that are brought and for services. */
    readonly delivery?: DeliveryInput | undefined;
    /** Never set: the field belongs to another alternative. */
    readonly amount?: undefined;
}
/** The buyer approves on the phone. */
export interface ByMobileMoney {
    /** A way to pay. */
    readonly method: 'mobile_money';
    /** A Ghanaian mobile number: 0XX XXX XXXX, +233, 233 or 00233, with or without separators. */
    readonly phone: PhoneInput;
    /** When left out, it follows from the phone number or the card number. */
    readonly network?: 'mtn' | 'telecel' | 'airteltigo' | undefined;
    /** Never set: the field belongs to another alternative. */
    readonly card?: undefined;
}
/** The card is charged at once or after a challenge. */
export interface ByCard {
    /** A way to pay. */
    readonly method: 'card';
    /** A card, for servers that may handle card numbers (PCI DSS). Only the last four digits are kept. */
    readonly card: CardInput;
    /** When left out, it follows from the phone number or the card number. */
    readonly network?: 'visa' | 'mastercard' | undefined;
    /** A Ghanaian mobile number: 0XX XXX XXXX, +233, 233 or 00233, with or without separators. */
    readonly phone?: PhoneInput | undefined;
}
/** What the buyer pays and how. Send `amount` or `product_id`, not both. */
export type PaymentInput = PaymentInputFields & (PriceByAmount | PriceOfProduct) & (ByMobileMoney | ByCard);
/** The wish to open the popup checkout. */
export interface CheckoutIntent {
    /** Id of the checkout intent. */
    readonly id: CheckoutIntentId;
    /** What the page hands to `service.js`. It holds no key, is signed, and expires with the intent. */
    readonly client_token: string;
    /** It begins as open and becomes completed or expired. */
    readonly status: "open" | "completed" | "expired";
    /** What the buyer will pay, in GH₵. */
    readonly amount: Amount;
    /** Always `GHS`, Ghana cedis. */
    readonly currency: "GHS";
    /** The payment that came of it, null until there is one. */
    readonly payment_ref: PaymentRef | null;
    /** The checkout as a full page. */
    readonly checkout_url: string;
    /** Payment methods that the checkout offers. */
    readonly channels: readonly ("mobile_money" | "card")[];
    /** Where the full page sends the buyer afterwards. */
    readonly return_url: string | null;
    /** Time at which the checkout ends, UTC. */
    readonly expires_at: string;
}
/** What the popup shall collect. Send `amount` or `product_id`, not both. */
export interface CheckoutIntentInput {
    /** An amount in GH₵ as a number or as decimal text. A third decimal is refused, never rounded. */
    readonly amount?: AmountInput | undefined;
    /** Always `GHS`, Ghana cedis. */
    readonly currency?: "GHS" | undefined;
    /** The product to pay for; its price is the amount, and an order is made. */
    readonly product_id?: ProductId | undefined;
    /** How many pieces of the product; 1 when left out. */
    readonly quantity?: number | undefined;
    /** The ways to pay that are offered; all when left out. */
    readonly channels?: readonly Channel[] | undefined;
    /** Where the full page sends the buyer afterwards: https, or http on this machine. */
    readonly return_url?: string | undefined;
    /** The origins whose pages may show the popup; the origin of `return_url` when left out. */
    readonly allowed_origins?: readonly string[] | undefined;
    /** Email address of the buyer, up to 254 characters. */
    readonly email?: string | undefined;
    /** The merchant's own notes: up to 50 texts of up to 500 characters, given back as they were sent. */
    readonly metadata?: Metadata | undefined;
}
/** The merchant's money, in GH₵. */
export interface Balance {
    /** Always `GHS`, Ghana cedis. */
    readonly currency: "GHS";
    /** What can be paid out or refunded now, in GH₵. */
    readonly available: Amount;
    /** What has been paid and is not available yet, in GH₵. */
    readonly pending: Amount;
    /** What waits for an operator, in GH₵: refunds asked for and payouts on their way. */
    readonly reserved: Amount;
    /** The moment for which the amounts hold, UTC. */
    readonly as_of: string;
}
/** The wish to give money back. An operator pays it by hand and marks it; it is not a reversal at the provider. */
export interface Refund {
    /** Reference of the refund. */
    readonly ref: RefundRef;
    /** Payment to refund. */
    readonly payment_ref: PaymentRef;
    /** What goes back to the buyer, in GH₵. */
    readonly amount: Amount;
    /** Always `GHS`, Ghana cedis. */
    readonly currency: "GHS";
    /** pending becomes paid or rejected when an operator marks it. */
    readonly status: "pending" | "paid" | "rejected";
    /** Why, in the words of the merchant. */
    readonly reason: string | null;
    /** What the operator wrote. */
    readonly note: string | null;
    /** Creation time, UTC. */
    readonly created_at: string;
    /** When the operator marked it, UTC. */
    readonly resolved_at: string | null;
}
/** Which payment to refund, and how much of it. */
export interface RefundInput {
    /** Payment to refund. */
    readonly payment_ref: PaymentRef;
    /** How much, in GH₵; all that is left of the payment when left out. */
    readonly amount?: AmountInput | undefined;
    /** Always `GHS`, Ghana cedis. */
    readonly currency?: "GHS" | undefined;
    /** Why, for the operator and the records. */
    readonly reason?: string | undefined;
}
/** What a merchant sells. */
export interface Product {
    /** Id of the product. */
    readonly id: ProductId;
    /** Name that buyers see. */
    readonly name: string;
    /** The name in the address of the storefront. */
    readonly slug: string;
    /** Description that buyers see; null if there is none. */
    readonly description: string | null;
    /** Kind of product. Buyers of `physical` and `service` products leave a delivery address; `license` products come with a license key. */
    readonly type: "digital" | "physical" | "license" | "service";
    /** The price of one piece, in GH₵. */
    readonly price: Amount;
    /** Always `GHS`, Ghana cedis. */
    readonly currency: "GHS";
    /** Whether it can be bought. */
    readonly active: boolean;
    /** How many pieces are left; null when that is not counted. */
    readonly stock: number | null;
    /** Address of the picture; null if there is none. */
    readonly image_url: string | null;
    /** Creation time, UTC. */
    readonly created_at: string;
}
/** What is to be sold. */
export interface ProductInput {
    /** Name that buyers see, 1 to 120 characters. */
    readonly name: string;
    /** The name in the address of the storefront; made from the name when left out. */
    readonly slug?: string | undefined;
    /** Description that buyers see, up to 5,000 characters. */
    readonly description?: string | null | undefined;
    /** Digital when left out. */
    readonly type?: "digital" | "physical" | "license" | "service" | undefined;
    /** The price of one piece, in GH₵. */
    readonly price: AmountInput;
    /** Always `GHS`, Ghana cedis. */
    readonly currency?: "GHS" | undefined;
    /** Whether it can be bought; true when left out. */
    readonly active?: boolean | undefined;
    /** How many pieces there are; null or left out when that is not counted. */
    readonly stock?: number | null | undefined;
    /** An https:// address. */
    readonly image_url?: string | null | undefined;
}
/** One line of an order. */
export interface OrderItem {
    /** Product that was bought. */
    readonly product_id: ProductId;
    /** Its name when it was bought. */
    readonly name: string;
    /** Number of pieces. */
    readonly quantity: number;
    /** The price of one piece when it was bought, in GH₵. */
    readonly unit_price: Amount;
}
/** How the buyer of a product is reached, for goods that are brought and for services. */
export interface DeliveryInput {
    /** Who receives it. */
    readonly name: string;
    /** A Ghanaian mobile number, to be called on. It may be another one than that of the wallet. */
    readonly phone: string;
    /** A town, or a Ghana Post address. */
    readonly place: string;
    /** What helps to find the place or the time. */
    readonly note?: string | undefined;
}
/** How the buyer is reached. */
export interface Delivery {
    /** Who receives it. */
    readonly name: string;
    /** The number to call, whole. */
    readonly phone: string;
    /** A town, or a Ghana Post address. */
    readonly place: string;
    /** What helps to find the place or the time. */
    readonly note: string | null;
}
/** Who pays. */
export interface Buyer {
    /** Name of the buyer; null if unknown. */
    readonly name: string | null;
    /** Email address of the buyer; null if unknown. */
    readonly email: string | null;
    /** The masked phone number. */
    readonly phone: string | null;
}
/** What a buyer bought. */
export interface Order {
    /** Reference of the order, for reading it. */
    readonly ref: OrderRef;
    /** pending becomes paid, then fulfilled; or cancelled. A refund leads through refund_pending to partially_refunded or refunded, or back. */
    readonly status: "pending" | "paid" | "fulfilled" | "cancelled" | "refund_pending" | "partially_refunded" | "refunded";
    /** Payment of the order. */
    readonly payment_ref: PaymentRef;
    /** Products of the order. */
    readonly items: readonly OrderItem[];
    /** What the buyer pays, in GH₵. */
    readonly total: Amount;
    /** Always `GHS`, Ghana cedis. */
    readonly currency: "GHS";
    /** Who pays. */
    readonly buyer: Buyer;
    /** What an operator has paid back so far, in GH₵. */
    readonly refunded_amount: Amount;
    /** How the buyer is reached, for goods that are brought and for services; null or left out when nobody was asked, and once it is forgotten. */
    readonly delivery?: Delivery | null | undefined;
    /** The receipt of its buyer, once it is paid; null or left out where there is none. Whoever has the address sees the license keys that were bought. */
    readonly receipt_url?: string | null | undefined;
    /** Creation time, UTC. */
    readonly created_at: string;
}
/** The license key to check. */
export interface LicenseCheckInput {
    /** License key of the buyer, up to 128 characters. */
    readonly license_key: string;
    /** The installation that asks; a new one uses up an activation. */
    readonly instance?: string | undefined;
}
/** Whether a license key is good. Everything but `valid` is null for a key that does not exist. */
export interface LicenseCheck {
    /** Whether the key may be used now. */
    readonly valid: boolean;
    /** inactive until first used, then active; expired or disabled for good. */
    readonly status: "inactive" | "active" | "expired" | "disabled" | null;
    /** The product the key was sold with. */
    readonly product_id: ProductId | null;
    /** How many installations may use it. */
    readonly activation_limit: number | null;
    /** Number of installations that use the key. */
    readonly activations: number | null;
    /** When the key ends, UTC; null when it does not end. */
    readonly expires_at: string | null;
}
