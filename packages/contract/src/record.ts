declare const KIND: unique symbol

/** A typed identifier. Strings are assignable to it; identifiers of another kind are not. */
export type Id<Kind extends string> = string & { readonly [KIND]?: Kind }

/** Reference of a payment. */
export type PaymentRef = Id<'payment'>
/** Reference of an order. */
export type OrderRef = Id<'order'>
/** Reference of a refund. */
export type RefundRef = Id<'refund'>
/** Id of a product. */
export type ProductId = Id<'product'>
/** Id of a checkout intent. */
export type CheckoutIntentId = Id<'intent'>
