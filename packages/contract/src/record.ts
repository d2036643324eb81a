declare const KIND: unique symbol

/** A reference or identifier. Plain text is accepted; one of another kind is not. */
export type Id<Kind extends string> = string & { readonly [KIND]?: Kind }

/** Names a payment. */
export type PaymentRef = Id<'payment'>
/** Names an order. */
export type OrderRef = Id<'order'>
/** Names a refund. */
export type RefundRef = Id<'refund'>
/** Names a product. */
export type ProductId = Id<'product'>
/** Names a checkout intent. */
export type CheckoutIntentId = Id<'intent'>
