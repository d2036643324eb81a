import type { ErrorCode as ServiceErrorCode } from '@cedi/contract'
import { errorRetry, type RetryAdvice } from '@cedi/contract/generated/errors'
import { getHeader, type HttpHeaders } from './headers.js'
import type { OperationId, OperationScope, Scope } from './types.js'

/**
 * Error codes of the service, and those that this package adds: `invalid_response` (the body is not an envelope), `network`,
 * `timeout` and `aborted` (no response). The type lists the codes of this version, so a misspelt one does not compile. The
 * service may send newer codes: keep a default branch.
 *
 * @source Errors
 * @decision 0005
 */
export type ErrorCode = ServiceErrorCode | 'invalid_response' | 'network' | 'timeout' | 'aborted'

/** Member `error` of the envelope. */
export interface ErrorDetails {
  /** Error code for programs. */
  readonly code: ErrorCode
  /** Message for developers: the problem and how to fix it. */
  readonly message?: string
  /** Field, parameter or header that caused the error. */
  readonly field?: string
  /** Id of the request in the logs of the service. */
  readonly request_id?: string
}

/** Parts of a request description that an {@link ApiError} reads. It does not store the headers. */
export interface FailedRequest<O extends string = string> {
  /** Headers. The key in them is removed from the error message. */
  readonly headers: HttpHeaders
  /** Operation, such as `createRefund`. */
  readonly operation: O
  /** Scope that the operation requires. */
  readonly scope?: Scope | undefined
}

/** Scope that a failed operation requires: a literal type if the operation is known. */
export type RequiredScope<O extends string> = O extends OperationId ? OperationScope<O> : Scope | undefined

const maxMessageLength = 300
const apiErrorMark: unique symbol = Symbol.for('cedi.ApiError')

/**
 * Error of a call: an error response of the service, an invalid response, or no response. Contains no headers and no key.
 * Branch on `code`. `instanceof` accepts errors of every entry point and of other copies of this package.
 *
 * @source Errors
 * @decision 0005
 */
export class ApiError<O extends string = string> extends Error {
  /** Always `ApiError`. */
  declare readonly name: 'ApiError'
  /** Error code for programs. */
  declare readonly code: ErrorCode
  /** HTTP status, or 0 without a response. */
  declare readonly status: number
  /**
   * Advice on the same call: `same-key` (the cause is temporary or the outcome unknown: repeat it with the same
   * `Idempotency-Key` within 24 hours, after that read the payment), `new-key` (the response is stored under the key: remove
   * the cause, then start a new call), `never` (correct the request).
   *
   * @decision 0006
   */
  declare readonly retry: RetryAdvice
  /** Field, parameter or header that caused the error. */
  declare readonly field: string | undefined
  /** Id of the request in the logs of the service. */
  declare readonly request_id: string | undefined
  /** Operation that failed, such as `createRefund`. */
  declare readonly operation: O
  /** Scope that the operation requires, for every error code. Undefined if it is unknown. */
  declare readonly requiredScope: RequiredScope<O>

  /**
   * @param request - Description that was sent.
   * @param status - HTTP status, or 0 without a response.
   * @param details - Member `error` of the envelope.
   * @param cause - Error of the transport.
   */
  constructor(request: FailedRequest<O>, status: number, details: ErrorDetails, cause?: unknown) {
    const redact = (text: unknown): string | undefined =>
      typeof text === 'string' ? redactKey(text, request.headers) : undefined
    const code = redact(details.code)
    const parts = [code, request.operation, ...(status ? [status] : []), redact(details.message)]
    super(parts.join(': ').slice(0, maxMessageLength), { cause })
    Object.assign(this, {
      name: 'ApiError',
      code,
      status,
      retry: getRetryAdvice(details.code, status),
      field: redact(details.field),
      request_id: redact(details.request_id),
      operation: request.operation,
      requiredScope: request.scope,
      [apiErrorMark]: true,
    })
  }

  /** Returns whether a value is an `ApiError`, also of another entry point or copy of this package. */
  static override [Symbol.hasInstance](value: unknown): value is ApiError {
    // biome-ignore lint/complexity/noThisInStatic: a subclass inherits this method.
    return this === ApiError ? isApiError(value) : Function.prototype[Symbol.hasInstance].call(this, value)
  }

  /** Returns the members for JSON, with the message. */
  toJSON(): object {
    return { ...this, message: this.message }
  }
}

/** Returns the advice of the contract. Without a valid response, the outcome is unknown. An unknown code has that of its status. */
function getRetryAdvice(code: string, status: number): RetryAdvice {
  if (Object.hasOwn(errorRetry, code)) return errorRetry[code as ServiceErrorCode]
  const isOpen = status < 400 || status === 408 || status === 409 || status === 429 || status >= 500
  return isOpen ? 'same-key' : 'never'
}

/** Length from which a key cannot be part of another word. */
const minSecretLength = 8

/**
 * Removes the key from a text of the service. A proxy may echo the headers in its error page. A short key, such as `test`, is
 * removed only as a whole word.
 */
function redactKey(text: string, headers: HttpHeaders): string {
  const key = getHeader(headers, 'Authorization')?.replace(/^.* /, '')
  if (!key) return text
  if (key.length >= minSecretLength) return text.replaceAll(key, '***')
  const escaped = key.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return text.replace(new RegExp(`(?<![\\w-])${escaped}(?![\\w-])`, 'g'), '***')
}

/**
 * Checks whether a value is an {@link ApiError}, including one of another copy of this package.
 *
 * @param value - Any value, such as a caught error.
 * @returns Whether the value is an `ApiError`.
 * @example
 * ```ts
 * import { isApiError } from '@cedi/client'
 *
 * const error: unknown = new Error('another error')
 * if (isApiError(error)) console.log(error.code, error.requiredScope)
 * ```
 */
export function isApiError(value: unknown): value is ApiError {
  return Boolean((value as Record<symbol, unknown> | null | undefined)?.[apiErrorMark])
}
