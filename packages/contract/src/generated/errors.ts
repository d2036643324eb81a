// Made from openapi.yaml. Do not edit: change openapi.yaml and run "npm run generate".
/** A code that this version knows. */
export type KnownErrorCode = 'malformed_json' | 'invalid_header' | 'missing_api_key' | 'invalid_api_key' | 'insufficient_scope' | 'not_found' | 'method_not_allowed' | 'idempotency_in_progress' | 'invalid_state' | 'insufficient_balance' | 'out_of_stock' | 'body_too_large' | 'unsupported_media_type' | 'invalid_request' | 'invalid_amount' | 'amount_too_small' | 'amount_too_large' | 'unsupported_currency' | 'invalid_phone' | 'network_mismatch' | 'refund_exceeds_payment' | 'payment_not_refundable' | 'idempotency_key_reused' | 'rate_limited' | 'internal_error' | 'provider_error' | 'provider_unavailable' | 'provider_timeout'

/** HTTP status of each error code. */
export const errorStatus: Readonly<Record<KnownErrorCode, number>> = {
  malformed_json: 400,
  invalid_header: 400,
  missing_api_key: 401,
  invalid_api_key: 401,
  insufficient_scope: 403,
  not_found: 404,
  method_not_allowed: 405,
  idempotency_in_progress: 409,
  invalid_state: 409,
  insufficient_balance: 409,
  out_of_stock: 409,
  body_too_large: 413,
  unsupported_media_type: 415,
  invalid_request: 422,
  invalid_amount: 422,
  amount_too_small: 422,
  amount_too_large: 422,
  unsupported_currency: 422,
  invalid_phone: 422,
  network_mismatch: 422,
  refund_exceeds_payment: 422,
  payment_not_refundable: 422,
  idempotency_key_reused: 422,
  rate_limited: 429,
  internal_error: 500,
  provider_error: 502,
  provider_unavailable: 503,
  provider_timeout: 504,
}

/**
 * Advice on a failed write. `same-key`: the outcome is open or the cause temporary, repeat it with the same Idempotency-Key.
 * `new-key`: the response is stored under the key, so a later attempt needs another one. `never`: correct the request.
 */
export type RetryAdvice = 'same-key' | 'new-key' | 'never'

/** Advice by error code. */
export const errorRetry: Readonly<Record<KnownErrorCode, RetryAdvice>> = {
  malformed_json: 'never',
  invalid_header: 'never',
  missing_api_key: 'never',
  invalid_api_key: 'never',
  insufficient_scope: 'never',
  not_found: 'new-key',
  method_not_allowed: 'never',
  idempotency_in_progress: 'same-key',
  invalid_state: 'new-key',
  insufficient_balance: 'new-key',
  out_of_stock: 'new-key',
  body_too_large: 'never',
  unsupported_media_type: 'never',
  invalid_request: 'never',
  invalid_amount: 'never',
  amount_too_small: 'never',
  amount_too_large: 'never',
  unsupported_currency: 'never',
  invalid_phone: 'never',
  network_mismatch: 'never',
  refund_exceeds_payment: 'new-key',
  payment_not_refundable: 'new-key',
  idempotency_key_reused: 'new-key',
  rate_limited: 'same-key',
  internal_error: 'same-key',
  provider_error: 'same-key',
  provider_unavailable: 'same-key',
  provider_timeout: 'same-key',
}

/** Known reason of a failed payment. */
export type KnownFailureCode = 'payer_limit_reached' | 'payer_not_found' | 'payment_not_approved' | 'insufficient_funds' | 'provider_error' | 'card_declined' | 'expired_card' | 'incorrect_cvc' | 'processing_error' | 'payment_expired' | 'payment_cancelled' | 'intent_completed' | 'intent_expired'

/** Message for the buyer by reason. */
export const failureMeaning: Readonly<Record<KnownFailureCode, string>> = {
  payer_limit_reached: 'The wallet has reached a limit.',
  payer_not_found: 'The number has no wallet.',
  payment_not_approved: 'The buyer declined, or typed a wrong PIN.',
  insufficient_funds: 'There is too little money in the wallet or on the card.',
  provider_error: 'The network answered with a fault.',
  card_declined: 'The bank declined the card.',
  expired_card: 'The card has expired.',
  incorrect_cvc: 'The security code is wrong.',
  processing_error: 'The card network could not process the payment.',
  payment_expired: 'The payment was not approved in time.',
  payment_cancelled: 'The buyer or the merchant gave the payment up.',
  intent_completed: 'The checkout had been paid by another payment; this money waits for an operator to return it.',
  intent_expired: 'The checkout was over when the money arrived; it waits for an operator to return it.',
}

/** Error code of an invalid input field; `invalid_request` for other fields. */
export const fieldErrorCode: Readonly<Record<string, Readonly<Record<string, KnownErrorCode>>>> = {
  PaymentInput: { amount: 'invalid_amount', currency: 'unsupported_currency', phone: 'invalid_phone' },
  CheckoutIntentInput: { amount: 'invalid_amount', currency: 'unsupported_currency' },
  RefundInput: { amount: 'invalid_amount', currency: 'unsupported_currency' },
  ProductInput: { price: 'invalid_amount', currency: 'unsupported_currency' },
}
