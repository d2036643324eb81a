import { checkOptions, describeValue } from '@cedi/contract/options'
import { ApiError, type ErrorDetails } from './errors.js'
import { readHeader } from './headers.js'
import { defaultMaxResponseBytes, type ResponseLike, readBody } from './read-body.js'
import type { RequestDescription } from './types.js'
import { findDifference, type ParseOptions, parseOptionChecks } from './validation-mode.js'

export {
  ApiError,
  type ErrorCode,
  type ErrorDetails,
  type FailedRequest,
  isApiError,
  type RequiredScope,
} from './errors.js'
export type { HttpHeaders } from './headers.js'
export type { ResponseLike } from './read-body.js'
export { getRetryDelayMs, type RequestAttempt, type RetryOptions } from './retry.js'
export type { OperationId, OperationScope, RequestDescription, ResponseData, Scope } from './types.js'
export type { ParseOptions } from './validation-mode.js'

/**
 * Decoded envelope of the service, discriminated by `success`.
 *
 * @source Envelope (all responses)
 * @decision 0003
 */
export type Result<T, O extends string = string> =
  | {
      /** The call succeeded. */
      readonly success: true
      /** Response data. */
      readonly data: T
      /** Absent on success. */
      readonly error?: never
    }
  | {
      /** The call failed. */
      readonly success: false
      /** No data. */
      readonly data: null
      /** Error of the call, also if the response is empty or not JSON. */
      readonly error: ApiError<O>
    }

/**
 * Decodes a response. Pure: no I/O. A body that is not an envelope becomes an `invalid_response`.
 * Unknown fields and error codes are passed through.
 *
 * @param request - Description that was sent.
 * @param status - HTTP status.
 * @param body - Response body: a string, or the value that the transport has parsed, such as `response.data` of axios.
 * @param options - Whether to compare the data with the API description.
 * @returns The envelope, typed by the description.
 * @throws TypeError if the description, the status or an option is invalid.
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
  body: unknown,
  options: ParseOptions = {},
): Result<T, O> {
  checkRequest(request)
  checkOptions('decode', options, parseOptionChecks)
  if (typeof status !== 'number')
    throw new TypeError(`status must be the HTTP status as a number. Got ${describeValue(status)}.`)
  const envelope = typeof body === 'string' ? parseJson(body) : (body as ParsedBody)
  const isSuccess =
    status >= 200 &&
    status < 300 &&
    typeof envelope === 'object' &&
    envelope?.success === true &&
    Object.hasOwn(envelope, 'data')
  const difference = isSuccess
    ? findDifference(request, (envelope as { readonly data?: unknown }).data, options)
    : undefined
  if (isSuccess && difference === undefined) return envelope as unknown as Result<T, O>
  const error = envelope?.error
  const details: ErrorDetails =
    typeof error?.code === 'string' && difference === undefined
      ? error
      : { code: 'invalid_response', message: difference ?? describeBody(body) }
  return { success: false, data: null, error: new ApiError(request, status, details) }
}

/** Describes a body that is not an envelope. */
function describeBody(body: unknown): string {
  if (body === undefined || body === null || body === '') return 'the response body is empty'
  if (typeof body === 'string') return body
  try {
    return `the response body is ${describeValue(body)}: ${JSON.stringify(body)}`
  } catch {
    return `the response body is ${describeValue(body)}`
  }
}

/** Describes a redirect with its target; undefined for other responses. */
function describeRedirect(response: ResponseLike): string | undefined {
  if (![301, 302, 303, 307, 308].includes(response.status)) return
  const location = readHeader(response, 'location')
  const target = location ? ` to ${location}` : ''
  return `the address redirects${target}. Redirects are not followed, because they would receive the key. Correct baseUrl`
}

/** Returns whether a value has the members of a response that {@link parse} reads. */
export function isResponse(value: unknown): boolean {
  const { status, text, json } = (value ?? {}) as Partial<ResponseLike>
  return typeof status === 'number' && typeof (text ?? json) === 'function'
}

/** Validates a request description. @throws TypeError if it is another value, such as a promise or a URL. */
export function checkRequest(request: unknown): void {
  const { url, method, headers } = (request ?? {}) as Partial<RequestDescription<unknown>>
  if (typeof url === 'string' && typeof method === 'string' && typeof headers === 'object' && headers !== null) return
  throw new TypeError(
    `request must be a request description, such as the result of client.balance.read(). Got ${describeValue(request)}.`,
  )
}

type ParsedBody = { readonly success?: unknown; readonly error?: ErrorDetails | null } | null | undefined

function parseJson(text: string): ParsedBody {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Parses a response of `fetch`, or of any transport with `status` and `text()`.
 *
 * @param request - Description that was sent.
 * @param response - Response. Its body is read to the end.
 * @param options - Whether to compare the data with the API description.
 * @returns The envelope, typed by the description. Rejects if the body cannot be read.
 * @throws TypeError if the value is not a response, or an option is invalid.
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
  options: ParseOptions = {},
): Promise<Result<T, O>> {
  checkOptions('parse', options, parseOptionChecks)
  if (!isResponse(response))
    throw new TypeError(`response must have a status, and text() or json(). Got ${describeValue(response)}.`)
  checkRequest(request)
  const { maxResponseBytes = defaultMaxResponseBytes } = options
  const body = await readBody(response, maxResponseBytes)
  const message =
    body === undefined
      ? `the response is larger than ${maxResponseBytes} bytes. Set maxResponseBytes to accept it`
      : describeRedirect(response)
  if (message === undefined) return decode(request, response.status, body, options)
  return {
    success: false,
    data: null,
    error: new ApiError(request, response.status, { code: 'invalid_response', message }),
  }
}

/**
 * Describes the request for the next page. Sends nothing. Uses only the query of the link, so the key is never sent to
 * another host.
 *
 * @param request - Description of the current page.
 * @param response - Response with the current page. Its `Link` header is read.
 * @returns Description of the next page, or undefined if there is no `Link` with `rel="next"`.
 * @decision 0010
 * @example
 * ```ts
 * import { createClient } from '@cedi/client'
 * import { nextPage } from '@cedi/client/response'
 *
 * const cedi = createClient({ baseUrl: 'https://pay.example', apiKey: 'sk_test_1' })
 * const response = { headers: new Headers({ Link: '</api/v1/products?cursor=b>; rel="next"' }) }
 * console.log(nextPage(cedi.products.list(), response)?.url) // https://pay.example/api/v1/products?cursor=b
 * ```
 */
export function nextPage<T, O extends string, M extends string>(
  request: RequestDescription<T, O, M>,
  response: { readonly headers: { get(name: string): string | null } },
): RequestDescription<T, O, M> | undefined {
  for (const link of (readHeader(response, 'link') ?? '').split('<')) {
    const [target = '', parameters = ''] = link.split('>', 2)
    const query = /\?[^#\s]*/.exec(target)?.[0]
    if (query !== undefined && /;\s*rel="?next\b/i.test(parameters))
      return { ...request, url: request.url.replace(/\?.*/, '') + query }
  }
  return undefined
}
