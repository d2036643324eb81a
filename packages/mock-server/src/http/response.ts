import { errorStatus } from '@cedi/contract'
import { type Result, type ServiceError, type StoredResponse, succeed } from '../ledger/index.js'
import type { Call } from '../service/context.js'
import { executeRequest, type InputName, type WriteHandler, type WriteRequest } from '../service/execute.js'
import type { InjectedFault } from './faults.js'

/**
 * A response of the server, as a value. Nothing has been sent.
 *
 * @decision 0023
 */
export interface HttpResponse {
  /** The HTTP status. */
  readonly status: number
  /** Header names and values. */
  readonly headers: Readonly<Record<string, string>>
  /** The body as a string. */
  readonly body: string
  /** The body of a binary response, such as an image. `body` is then empty. */
  readonly bytes?: Uint8Array
  /** Whether the body may be compressed. False if it contains a secret beside text that a caller can choose. */
  readonly isCompressible?: boolean
  /** Whether other callers receive the same body. Its bytes are then cached. */
  readonly isShared?: boolean
  /** Continues the body of an event stream until the signal aborts. */
  readonly stream?: (signal: AbortSignal) => AsyncIterable<string>
  /** The fault that the transport must apply. Only `deliver` sets it. */
  readonly fault?: InjectedFault
}

/** The content of a successful response. */
export interface ResponseData {
  readonly status: number
  readonly data: unknown
  /** The serialized data, if it exists already. It then replaces `data`. */
  readonly json?: string
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** Creates a successful result with data. */
export const respondWith = (data: unknown, status = 200): Result<ResponseData> => succeed({ status, data })

/** Creates a successful result with data that is serialized already. */
export const respondWithJson = (json: string, headers?: Readonly<Record<string, string>>): Result<ResponseData> =>
  succeed({ status: 200, data: undefined, json, headers })

/**
 * Creates the response with the envelope: `success`, `data`, `error` and nothing else.
 *
 * @param headers - Headers to add.
 * @source Envelope (all responses)
 */
export const toResponse = (
  result: Result<ResponseData>,
  requestId: string,
  headers?: Readonly<Record<string, string>>,
): HttpResponse =>
  result.ok ? dataResponse(result.value, requestId, headers) : errorResponse(result.error, requestId, headers)

const envelopeHeaders = (requestId: string): Readonly<Record<string, string>> => ({
  'Content-Type': 'application/json; charset=utf-8',
  'X-Request-Id': requestId,
  'Cache-Control': 'no-store',
})

function dataResponse(
  { status, data, json, headers: ownHeaders }: ResponseData,
  requestId: string,
  headers: HttpResponse['headers'] | undefined,
): HttpResponse {
  return {
    status,
    headers: { ...envelopeHeaders(requestId), ...ownHeaders, ...headers },
    body: `{"success":true,"data":${json ?? JSON.stringify(data)}}`,
  }
}

/** Creates the response for an error. */
function errorResponse(
  { code, message, field }: ServiceError,
  requestId: string,
  headers?: Readonly<Record<string, string>>,
): HttpResponse {
  return {
    status: errorStatus[code],
    headers: { ...envelopeHeaders(requestId), ...headers },
    body: JSON.stringify({ success: false, data: null, error: { code, message, field, request_id: requestId } }),
  }
}

/** Executes a write and returns its response, for the API and for the checkout. */
export async function respondToWrite<Name extends InputName>(
  call: Call,
  handler: WriteHandler<Name>,
  request: WriteRequest<Name>,
  requestId: string,
): Promise<HttpResponse> {
  const toStoredResponse = (result: Result<unknown>): StoredResponse =>
    toResponse(result.ok ? respondWith(result.value, 201) : result, requestId)
  const { response, isReplay } = await executeRequest(call, handler, request, toStoredResponse)
  const { status, headers = {}, body } = response
  return { status, headers: isReplay ? { ...headers, 'Idempotency-Hit': 'true' } : headers, body }
}
