/** Codes of the service's errors. @source Envelope (all responses) @decision 0005 */
export type ErrorCode =
  | 'malformed_json'
  | 'invalid_header'
  | 'missing_api_key'
  | 'invalid_api_key'
  | 'insufficient_scope'
  | 'not_found'
  | 'method_not_allowed'
  | 'body_too_large'
  | 'unsupported_media_type'
  | 'idempotency_in_progress'
  | 'invalid_state'
  | 'insufficient_balance'
  | 'out_of_stock'
  | 'invalid_request'
  | 'invalid_amount'
  | 'amount_too_small'
  | 'amount_too_large'
  | 'unsupported_currency'
  | 'invalid_phone'
  | 'network_mismatch'
  | 'refund_exceeds_payment'
  | 'payment_not_refundable'
  | 'idempotency_key_reused'
  | 'rate_limited'
  | 'internal_error'
  | 'provider_error'
  | 'provider_unavailable'
  | 'provider_timeout'

/** An error of the service: `code`, `message` and `field` of the envelope. @decision 0005 */
export interface ServiceError {
  /** Code to branch on. */
  readonly code: ErrorCode
  /** Description for developers: the cause, and what to do. */
  readonly message: string
  /** Name of the invalid input. */
  readonly field?: string
}

/** The failed variant of a {@link Result}. */
export interface Rejection {
  readonly ok: false
  readonly error: ServiceError
}

/** A value or an error. @decision 0005 */
export type Result<T> = { readonly ok: true; readonly value: T } | Rejection

/** Creates the result with a value. */
export const succeed = <T>(value: T): { readonly ok: true; readonly value: T } => ({ ok: true, value })

/** Creates the result with an error. */
export const fail = (code: ErrorCode, message: string, field?: string): Rejection => ({
  ok: false,
  error: field === undefined ? { code, message } : { code, message, field },
})
