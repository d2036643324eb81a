import { matchOperation, type Operation, type OperationId } from '@cedi/contract'
import { type Answer, type Outcome, refused, wrap } from '../http/answer.js'
import { answerWrite } from '../http/answer-write.js'
import { readBody } from '../http/body.js'
import { readIdempotencyKey, readSimulate, tellSimulated } from '../http/headers.js'
import type { IncomingRequest } from '../http/request.js'
import type { ApiCall, ServerContext } from '../http/server-context.js'
import type { WriteAct } from '../service/act.js'
import { runDueEvents } from '../service/outcomes/events.js'
import { refuse, type ServiceError } from '../service/service-error.js'
import { shortened } from '../service/texts.js'
import { authorize, refuseScope } from './authorize.js'
import { readBalance } from './balance.js'
import { createCheckoutIntent } from './checkout-intents.js'
import { verifyLicense } from './licenses.js'
import type { ReadAct } from './operation.js'
import { listOrders, readOrder } from './orders.js'
import { createPayment, readPayment } from './payments.js'
import { createProduct, listProducts, readProduct } from './products.js'
import { createRefund } from './refunds.js'

const acts: Readonly<Record<OperationId, ReadAct | WriteAct>> = {
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

/** The result of a request, for the log and the transports. */
export interface Response {
  readonly answer: Answer
  readonly operation: string | undefined
  readonly merchant: string | undefined
}

/**
 * Answers a request to the API: match, authorize, validate, act, wrap.
 *
 * @decision 0005 (the order of refusals)
 */
export async function respond(context: ServerContext, request: IncomingRequest, requestId: string): Promise<Response> {
  const nowMs = context.clock.nowMs()
  if (request.path === '/api/v1/openapi.json') return { ...nobody, answer: await openapi(request, requestId) }
  if (request.path === '/api/licenses/verify')
    return {
      ...nobody,
      operation: 'verifyLicense',
      answer: tellSimulated(request, wrap(await verifyLicense(context, request, nowMs), requestId)),
    }

  const match = matchOperation(request.method, request.path)
  if (!match.found) return { ...nobody, answer: wrap(unmatched(request, match.allow), requestId) }
  const { operation, parameter } = match
  const grant = await authorize(context, request.headers.get('authorization'), nowMs)
  if ('code' in grant) return { ...nobody, operation: operation.id, answer: no(grant, requestId) }
  context.merchants.add(grant.merchant)
  const who = { operation: operation.id, merchant: grant.merchant }
  const limited = context.limit?.(grant.key, nowMs)
  const plus = (answer: Answer): Response => ({
    ...who,
    answer: limited ? { ...answer, headers: { ...answer.headers, ...limited.headers } } : answer,
  })
  if (limited && !limited.allowed) return plus(no(tooMany(limited.headers['Retry-After']), requestId))
  const lacking = refuseScope(grant, operation)
  if (lacking) return plus(no(lacking, requestId))

  await runDueEvents(context, grant.merchant, nowMs)
  const outcome = context.outcomes.claim(grant.merchant)
  const call: ApiCall = { context, request, merchant: grant.merchant, parameter, nowMs, outcome }
  const act = acts[operation.id]
  if ('read' in act) return plus(wrap(await act.read(call), requestId))
  return plus(tellSimulated(request, await respondToWrite(call, act, operation, requestId)))
}

const nobody = { operation: undefined, merchant: undefined }

const no = (refusal: ServiceError, requestId: string): Answer => wrap({ ok: false, refusal }, requestId)

const tooMany = (seconds = '1'): ServiceError =>
  refuse('rate_limited', `Too many requests. Wait ${seconds} seconds and send it again.`)

/** The description itself, not in an envelope. @decision 0002 */
async function openapi({ method }: IncomingRequest, requestId: string): Promise<Answer> {
  if (method !== 'GET') return wrap(notAllowed(method, ['GET']), requestId)
  const { openapiJson } = await import('@cedi/contract/generated/openapi')
  return {
    status: 200,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'X-Request-Id': requestId,
      'Access-Control-Allow-Origin': '*',
    },
    body: openapiJson,
  }
}

/** Nothing exists at a path, or not for a method. */
export function unmatched({ method, path }: IncomingRequest, allow: readonly string[]): Outcome {
  if (allow.length > 0) return notAllowed(method, allow)
  return refused('not_found', `There is nothing at ${shortened(path)}. Find the paths in /api/v1/openapi.json.`)
}

function notAllowed(method: string, allow: readonly string[]): Outcome {
  const refusal = refuse(
    'method_not_allowed',
    `${method.slice(0, 20)} is not possible here. Send ${allow.join(' or ')}.`,
  )
  return { ok: false, refusal: { ...refusal, headers: { Allow: allow.join(', ') } } }
}

/** Reads a write's input, and carries it out. */
async function respondToWrite(call: ApiCall, act: WriteAct, operation: Operation, requestId: string): Promise<Answer> {
  const { request } = call
  const simulate = readSimulate(request)
  if (typeof simulate !== 'boolean') return no(simulate, requestId)
  const key = readIdempotencyKey(request)
  if (typeof key === 'object') return no(key, requestId)
  const read = readBody(request, act.input)
  if (!read.ok) return no(read.refusal, requestId)
  const { method } = operation
  return answerWrite(call, act, { input: read.value, method, path: request.path, key, simulate }, requestId)
}
