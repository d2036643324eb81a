import type { LicenseCheck } from '@cedi/contract'
import { rejectName } from '@cedi/contract/options'
import { type FailureName, type FixtureNames, failures, fixtures } from './generated/fixtures.js'
import { getHeader, type HttpHeaders } from './headers.js'
import type { Operations, RequestDescription } from './types.js'

export type { FailureName, FixtureNames } from './generated/fixtures.js'
export type { HttpHeaders } from './headers.js'
export type { RequestDescription } from './types.js'

/** Response data of an operation. */
export type FixtureData<O extends keyof FixtureNames> = O extends keyof Operations
  ? Operations[O]['data']
  : LicenseCheck

/** Mock response to pass to `parse`, or to return from a `fetch` passed to `send`. Its body can be read repeatedly. */
export interface MockResponse {
  /** HTTP status. */
  readonly status: number
  /** Response headers. Names are case-insensitive. */
  readonly headers: { get(name: string): string | null }
  /** Reads the body. */
  text(): Promise<string>
}

/**
 * Returns a typed example response from the contract, as a new copy on each call.
 *
 * @param operation - Operation, such as `readPayment`.
 * @param name - Name of the example, such as `succeeded`.
 * @returns Response data.
 * @example
 * ```ts
 * import { fixture } from '@cedi/client/testing'
 *
 * console.log(fixture('readPayment', 'succeeded').net) // 43.41
 * ```
 */
export function fixture<O extends keyof FixtureNames>(operation: O, name: FixtureNames[O]): FixtureData<O> {
  if (!Object.hasOwn(fixtures, operation)) rejectName('fixture', 'operation', String(operation), Object.keys(fixtures))
  const examples: Readonly<Record<string, readonly [number, unknown]>> = fixtures[operation]
  const example = Object.hasOwn(examples, name) ? examples[name] : undefined
  if (!example) rejectName(operation, 'example', String(name), Object.keys(examples))
  return JSON.parse(JSON.stringify(example[1]))
}

/**
 * Creates a success response.
 *
 * @param data - Response data.
 * @param status - HTTP status. 200 by default.
 * @param headers - Response headers, such as `Link`.
 * @returns A response for `parse`, or for a `fetch` passed to `send`.
 * @example
 * ```ts
 * import { createClient, parse } from '@cedi/client'
 * import { fixture, successResponse } from '@cedi/client/testing'
 *
 * const cedi = createClient({ baseUrl: 'https://pay.example', apiKey: 'sk_test_1' })
 * const result = await parse(cedi.payments.read('pay_1'), successResponse(fixture('readPayment', 'pending')))
 * if (result.success) console.log(result.data.status) // pending
 * ```
 */
export function successResponse(data: unknown, status = 200, headers: HttpHeaders = {}): MockResponse {
  return createResponse({ success: true, data }, status, headers)
}

/**
 * Creates an error response.
 *
 * @param code - Error code of the contract, such as `rate_limited`.
 * @param request - Description of the request. Its scope is part of the message.
 * @param headers - Response headers, such as `Retry-After`.
 * @returns A response for `parse`, or for a `fetch` passed to `send`.
 * @example
 * ```ts
 * import { createClient, parse } from '@cedi/client'
 * import { errorResponse } from '@cedi/client/testing'
 *
 * const cedi = createClient({ baseUrl: 'https://pay.example', apiKey: 'sk_test_1' })
 * const request = cedi.orders.list()
 * const result = await parse(request, errorResponse('insufficient_scope', request))
 * if (!result.success) console.log(result.error.requiredScope) // orders:read
 * ```
 */
export function errorResponse(
  code: FailureName,
  request?: RequestDescription<unknown>,
  headers: HttpHeaders = {},
): MockResponse {
  if (!Object.hasOwn(failures, code)) rejectName('errorResponse', 'code', String(code), Object.keys(failures))
  const [status, general, byOperation] = failures[code]
  const template = byOperation?.[request?.operation ?? ''] ?? general
  const message = template.replace('{scope}', request?.scope ?? 'it needs')
  const error = { code, message, request_id: 'req_00000001' }
  return createResponse({ success: false, data: null, error }, status, headers)
}

function createResponse(body: object, status: number, headers: HttpHeaders): MockResponse {
  return {
    status,
    headers: { get: (name) => getHeader(headers, name) ?? null },
    text: async () => JSON.stringify(body),
  }
}
