import type { ErrorCode as ServiceErrorCode } from '@cedi/contract'
import { type Headers, headerOf } from './header.js'
import type { OperationId, Scope, ScopeOf } from './types.js'

/**
 * What went wrong, for programs: a code of the service, or one that this package adds.
 * `invalid_response`: not the envelope. `network`, `timeout`, `aborted`: no answer. The types know the codes of this version,
 * so that a misspelt one does not compile; the service may send newer ones, so keep a branch for the rest.
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

/** What an error reads of the request. It keeps no headers, so no key. */
export interface FailedRequest<O extends string = string> {
  /** The headers: the key in them is hidden from the message. */
  readonly headers: Readonly<Record<string, string>>
  /** The operation, such as `createRefund`. */
  readonly operation: O
  /** The scope that the key needs. */
  readonly scope?: Scope | undefined
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
  declare readonly request_id: string | undefined
  /** The operation that failed, such as `createRefund`. */
  declare readonly operation: O
  /** The scope that the operation needs, whatever went wrong; undefined when it is not known. */
  declare readonly requiredScope: RequiredScope<O>

  /**
   * @param request - The description that was sent.
   * @param status - The HTTP status; 0 when no answer came.
   * @param parts - The member `error` of the envelope.
   * @param cause - What the transport threw.
   */
  constructor(
    { scope, operation, headers }: FailedRequest<O>,
    status: number,
    { code, request_id, field, message }: ErrorParts,
    cause?: unknown,
  ) {
    super(withoutKey([code, operation, ...(status ? [status] : []), message].join(': '), headers).slice(0, 300), {
      cause,
    })
    Object.assign(this, {
      name: 'ApiError',
      requiredScope: scope,
      operation,
      status,
      code,
      request_id,
      field,
      [Symbol.for('cedi.ApiError')]: true,
    })
  }
}

/** A proxy may repeat the headers that it was sent, and with them the key. */
function withoutKey(message: string, headers: Headers): string {
  const sent = headerOf(headers, 'authorization')
  const key = sent?.replace(/^.* /, '')
  return key ? message.replaceAll(key, '***') : message
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
  return Boolean((value as Record<symbol, unknown> | null | undefined)?.[Symbol.for('cedi.ApiError')])
}
