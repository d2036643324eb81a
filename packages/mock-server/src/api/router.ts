import { matchOperation, type Operation, type OperationId } from '@cedi/contract'
import { readBody } from '../http/body.js'
import { type IncomingRequest, markSimulated, readIdempotencyKey, readSimulate } from '../http/request.js'
import { type HttpResponse, type ResponseData, respondToWrite, toResponse } from '../http/response.js'
import type { ApiCall, ReadHandler, ServerContext } from '../http/server-context.js'
import { fail, type Rejection, type Result } from '../ledger/index.js'
import type { WriteHandler } from '../service/execute.js'
import { runDueEvents } from '../service/outcomes/events.js'
import { truncate } from '../service/texts.js'
import { authenticate, challengeHeaders, checkScope } from './authorize.js'
import { readBalance } from './balance.js'
import { createCheckoutIntent } from './checkout-intents.js'
import { verifyLicense } from './licenses.js'
import { listOrders, readOrder } from './orders.js'
import { createPayment, readPayment } from './payments.js'
import { createProduct, listProducts, readProduct } from './products.js'
import { createRefund } from './refunds.js'

const handlers: Readonly<Record<OperationId, ReadHandler | WriteHandler>> = {
  createPayment,
  readPayment,
  createCheckoutIntent,
  readBalance,
  createRefund,
  listProducts,
  createProduct,
  readProduct,
  listOrders,
  readOrder,
}

/** A response, with the operation and the merchant for the log. */
export interface RoutedResponse {
  readonly response: HttpResponse
  readonly operation: string | undefined
  readonly merchant: string | undefined
}

/** Creates a response without an operation. */
export const createUnroutedResponse = (
  result: Result<ResponseData>,
  requestId: string,
  headers?: HttpResponse['headers'],
): RoutedResponse => ({
  response: toResponse(result, requestId, headers),
  operation: undefined,
  merchant: undefined,
})

/**
 * Responds to an API request: matches the operation, authenticates, validates and executes it.
 *
 * @decision 0005 (the order of errors)
 */
export async function respond(
  context: ServerContext,
  request: IncomingRequest,
  requestId: string,
): Promise<RoutedResponse> {
  const nowMs = context.clock.nowMs()
  if (request.path === '/api/v1/openapi.json') return respondWithOpenapi(request, requestId)
  if (request.path === '/api/licenses/verify') {
    const { method } = request
    const { response } =
      method === 'GET' || method === 'POST'
        ? createUnroutedResponse(await verifyLicense(context, request, nowMs), requestId)
        : noRoute(request, ['GET', 'POST'], requestId)
    return { response: markSimulated(request, response), operation: 'verifyLicense', merchant: undefined }
  }

  const match = matchOperation(request.method, request.path)
  if (!match.found) return noRoute(request, match.allow, requestId)
  const { operation, parameter } = match
  const authenticated = await authenticate(context, request.headers.get('authorization'), nowMs)
  if (!authenticated.ok)
    return {
      ...createUnroutedResponse(authenticated, requestId, challengeHeaders(authenticated, operation)),
      operation: operation.id,
    }
  const { merchant, key } = authenticated.value
  context.merchants.add(merchant)
  const limit = context.limit?.(key, nowMs)
  const toRoutedResponse = (response: HttpResponse): RoutedResponse => ({
    response: limit ? { ...response, headers: { ...response.headers, ...limit.headers } } : response,
    operation: operation.id,
    merchant,
  })
  if (limit && !limit.allowed)
    return toRoutedResponse(toResponse(tooManyRequests(limit.headers['Retry-After']), requestId))
  const scopeError = checkScope(authenticated.value, operation)
  if (scopeError) return toRoutedResponse(toResponse(scopeError, requestId, challengeHeaders(scopeError, operation)))

  await runDueEvents(context, merchant, nowMs)
  const outcome = context.outcomes.claim(merchant)
  const call: ApiCall = { context, request, merchant, parameter, nowMs, outcome }
  const handler = handlers[operation.id]
  if ('read' in handler) return toRoutedResponse(toResponse(await handler.read(call), requestId))
  return toRoutedResponse(markSimulated(request, await readAndWrite(call, handler, operation, requestId)))
}

const tooManyRequests = (seconds = '1'): Rejection =>
  fail('rate_limited', `Too many requests. Wait ${seconds} seconds and send it again.`)

/** Responds with the API description, without an envelope. @decision 0002 */
async function respondWithOpenapi(request: IncomingRequest, requestId: string): Promise<RoutedResponse> {
  if (request.method !== 'GET') return noRoute(request, ['GET'], requestId)
  const { openapiJson } = await import('@cedi/contract/generated/openapi')
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'X-Request-Id': requestId,
    'Access-Control-Allow-Origin': '*',
  }
  return {
    response: { status: 200, headers, body: openapiJson, isShared: true },
    operation: undefined,
    merchant: undefined,
  }
}

/** Creates the response for a path that does not exist, or not for the method. */
export function noRoute(
  { method, path }: IncomingRequest,
  allow: readonly string[],
  requestId: string,
): RoutedResponse {
  if (allow.length === 0)
    return createUnroutedResponse(
      fail('not_found', `There is nothing at ${truncate(path)}. Find the paths in /api/v1/openapi.json.`),
      requestId,
    )
  const error = fail('method_not_allowed', `${method.slice(0, 20)} is not possible here. Send ${allow.join(' or ')}.`)
  return createUnroutedResponse(error, requestId, { Allow: allow.join(', ') })
}

/** Reads the input of a write and executes it. */
async function readAndWrite(
  call: ApiCall,
  handler: WriteHandler,
  { method }: Operation,
  requestId: string,
): Promise<HttpResponse> {
  const { request } = call
  const simulate = readSimulate(request)
  if (!simulate.ok) return toResponse(simulate, requestId)
  const key = readIdempotencyKey(request)
  if (!key.ok) return toResponse(key, requestId)
  const input = readBody(request, handler.input)
  if (!input.ok) return toResponse(input, requestId)
  const write = {
    input: input.value,
    method,
    path: request.path,
    idempotencyKey: key.value,
    simulate: simulate.value,
  }
  return respondToWrite(call, handler, write, requestId)
}
