import { ApiError, type ErrorParts } from './errors.js'
import type { RequestDescription } from './types.js'

export {
  ApiError,
  type ErrorCode,
  type ErrorParts,
  type FailedRequest,
  isApiError,
  type RequiredScope,
} from './errors.js'
export { nextPage } from './next-page.js'
export { type Outcome, type RetryOptions, retryAfter } from './retry.js'
export type { AnswerOf, OperationId, RequestDescription, Scope } from './types.js'

/**
 * The service's own envelope, decoded. `success` tells the two forms apart.
 *
 * @source Envelope (all responses)
 * @decision 0003
 */
export type Result<T, O extends string = string> =
  | {
      /** It worked. */
      readonly success: true
      /** The payload. */
      readonly data: T
      /** Not there. */
      readonly error?: never
    }
  | {
      /** It did not work. */
      readonly success: false
      /** No payload. */
      readonly data: null
      /** Why: always an Error, also for an empty answer or one that is not JSON. */
      readonly error: ApiError<O>
    }

/** What any transport gives, by structure: `Response` of fetch is one. */
export interface ResponseLike {
  /** The HTTP status. */
  readonly status: number
  /** Reads the whole body. */
  text(): Promise<string>
}

/**
 * Reads an answer. No I/O, and it does not throw: what is not the envelope becomes an `invalid_response`.
 * Unknown fields and unknown codes pass through.
 *
 * @param request - The description that was sent.
 * @param status - The HTTP status.
 * @param text - The body.
 * @returns The envelope, typed by the description.
 * @source Envelope (all responses)
 * @decision 0003
 * @example
 * ```ts
 * import { createClient, decode } from '@cedi/client'
 *
 * const cedi = createClient({ baseUrl: 'https://pay.example', apiKey: 'sk_test_1' })
 * const result = decode(cedi.products.list(), 200, '{"success":true,"data":[]}')
 * if (result.success) console.log(result.data.length) // 0
 * ```
 */
export function decode<T, O extends string>(
  request: RequestDescription<T, O>,
  status: number,
  text: string,
): Result<T, O> {
  const body = readJson(text)
  const succeeded = status >= 200 && status < 300
  if (succeeded && body?.success === true && 'data' in body) return body as unknown as Result<T, O>
  const error = body?.error
  const parts: ErrorParts =
    typeof error?.code === 'string' ? error : { code: 'invalid_response', message: text || 'the answer is empty' }
  return { success: false, data: null, error: new ApiError(request, status, parts) }
}

type Body = { readonly success?: unknown; readonly error?: ErrorParts | null } | null | undefined

/** The body as JSON has it; undefined when it is not JSON. */
function readJson(text: string): Body {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Reads an answer of `fetch`, or of anything with `status` and `text()`.
 *
 * @param request - The description that was sent.
 * @param response - What came back; its body is read to the end.
 * @returns The envelope, typed by the description. It rejects only when the body cannot be read.
 * @source Envelope (all responses)
 * @example
 * ```ts
 * import { createClient, parse } from '@cedi/client'
 *
 * const cedi = createClient({ baseUrl: 'https://pay.example', apiKey: 'sk_test_1' })
 * const request = cedi.products.list({ limit: '20' })
 * const result = await parse(request, await fetch(request.url, request))
 * if (result.success) console.log(result.data[0]?.name)
 * else if (result.error.code === 'insufficient_scope') console.log(result.error.requiredScope) // products:read
 * ```
 */
export async function parse<T, O extends string>(
  request: RequestDescription<T, O>,
  response: ResponseLike,
): Promise<Result<T, O>> {
  return decode(request, response.status, await response.text())
}
