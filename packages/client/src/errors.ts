import type { ErrorCode as ServiceErrorCode } from '@cedi/contract'
import type { OperationId, Scope, ScopeOf } from './types.js'

/**
 * The call is wrong and the caller can fix it: `limit` as a number, a reference with a slash, a key in a browser.
 * Thrown before anything is sent. The message names the argument and the form it must have as a regular expression, never the value.
 *
 * @decision 0021
 * @example
 * ```ts
 * import { createClient, InputError } from '@cedi/client'
 *
 * try {
 *   createClient({ baseUrl: 'http://pay.example', apiKey: 'sk_test_1' }).balance.read()
 * } catch (error) {
 *   if (error instanceof InputError) console.log(error.message.slice(0, 30)) // baseUrl must be text like /^http
 * }
 * ```
 */
export class InputError extends Error {
  /** Always `InputError`. */
  declare readonly name: 'InputError'
  /** Always `invalid_input`: branch on it when two copies of this package may meet. */
  declare readonly code: 'invalid_input'

  /** @param message - What is wrong, and what to write instead. */
  constructor(message: string) {
    super(message)
    this.name = 'InputError'
    this.code = 'invalid_input'
  }
}

/**
 * Gives a text back when it has the right form.
 *
 * @param name - The argument, as the caller knows it.
 * @param value - What the caller gave.
 * @param form - What it must match; visible ASCII when left out.
 * @throws {@link InputError} otherwise; the message holds the form, never the value, which may be a key.
 */
export const check = (name: string, value: unknown, form: RegExp = /^[!-~]+$/): string => {
  if (typeof value === 'string' && form.test(value)) return value
  throw new InputError(`${name} must be text like ${form}`)
}

/**
 * What went wrong, for programs: a code of the service, or one that this package adds.
 * `invalid_response`: not the envelope. `network`, `timeout`, `aborted`: no answer. Further codes may come.
 *
 * @source Errors
 * @decision 0005
 */
export type ErrorCode = ServiceErrorCode | 'invalid_response' | 'network' | 'timeout' | 'aborted'

/** The member `error` of the envelope, as far as it is read. */
export interface ErrorParts {
  /** What went wrong, for programs. */
  readonly code: ErrorCode
  /** What happened and what to do, for people. */
  readonly message?: string
  /** The field, parameter or header that the error is about. */
  readonly field?: string
  /** Names this request in the logs of the service. */
  readonly request_id?: string
}

/** What an error keeps of the request: no headers, so no key. */
export interface FailedRequest<O extends string = string> {
  /** The HTTP method. */
  readonly method: string
  /** The whole address. */
  readonly url: string
  /** The operation, such as `createRefund`. */
  readonly operation: O
  /** The scope that the key needs. */
  readonly scope?: Scope
}

/** The scope that a failed operation needs: a literal when the types know the operation. */
export type RequiredScope<O extends string> = O extends OperationId ? ScopeOf<O> : Scope | undefined

/**
 * The service answered no, or gave no usable answer. Never holds headers or a key.
 * Branch on `code`; recognise it by {@link isApiError}, not by `instanceof`.
 *
 * @source Errors
 * @decision 0005
 */
export class ApiError<O extends string = string> extends Error {
  /** Always `ApiError`. */
  declare readonly name: 'ApiError'
  /** What went wrong, for programs. */
  declare readonly code: ErrorCode
  /** The HTTP status; 0 when no answer came. */
  declare readonly status: number
  /** The field, parameter or header that the error is about. */
  declare readonly field: string | undefined
  /** Names this request in the logs of the service. */
  declare readonly requestId: string | undefined
  /** The operation that failed, such as `createRefund`. */
  declare readonly operation: O
  /** The scope that the operation needs, whatever went wrong; undefined when it is not known. */
  declare readonly requiredScope: RequiredScope<O>

  /**
   * @param request - The description that was sent. Its headers are not read.
   * @param status - The HTTP status; 0 when no answer came.
   * @param parts - The member `error` of the envelope.
   * @param cause - What the transport threw.
   */
  constructor(
    { method, url, operation, scope }: FailedRequest<O>,
    status: number,
    { code, message, field, request_id }: ErrorParts,
    cause?: unknown,
  ) {
    super(
      `${code}\n${method} ${url.replace(/^\w+:..[^/]*|\?.*/g, '')} (${status}): ${message}${
        code === 'insufficient_scope'
          ? `\nNeeds a key with the scope ${scope}, from the developers section of the merchant portal. (Authentication, rule 5)`
          : ''
      }`,
      cause ? { cause } : undefined,
    )
    Object.assign(this, {
      name: 'ApiError',
      code,
      status,
      field,
      requestId: request_id,
      operation,
      requiredScope: scope,
    })
    Object.defineProperty(this, Symbol.for('cedi.ApiError'), { value: 1 })
  }
}

/**
 * Says whether a value is an {@link ApiError}, also one of another copy of this package.
 *
 * @param value - Anything, such as what a `catch` caught.
 * @returns Whether it is one.
 * @example
 * ```ts
 * import { isApiError } from '@cedi/client'
 *
 * const problem: unknown = new Error('something else')
 * if (isApiError(problem)) console.log(problem.code, problem.requiredScope)
 * ```
 */
export function isApiError(value: unknown): value is ApiError {
  return !!(value as Record<symbol, unknown> | null | undefined)?.[Symbol.for('cedi.ApiError')]
}
