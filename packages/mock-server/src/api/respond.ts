import { matchOperation, type Operation, type OperationId } from '@cedi/contract'
import {
  idempotencyId,
  judgeIdempotency,
  type Planned,
  type Planner,
  type RefusalCode,
  type StoredAnswer,
  transact,
  withSteps,
} from '@cedi/ledger'
import { type Answer, done, type Outcome, type Refusal, refuse, refused, wrap } from '../http/answer.js'
import { readBody } from '../http/body.js'
import { readIdempotencyKey, readSimulate, tellSimulated } from '../http/headers.js'
import type { IncomingRequest } from '../http/request.js'
import { type Call, type Context, readingBy, takeIds } from '../service/context.js'
import { spread } from '../service/ids.js'
import { runDueEvents } from '../service/outcomes/events.js'
import { authorize, refuseScope } from './authorize.js'
import { readBalance } from './balance.js'
import { createCheckoutIntent } from './checkout-intents.js'
import { verifyLicense } from './licenses.js'
import type { ReadAct, WriteAct, Written } from './operation.js'
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

/** What came of a request, for the log and the transports. */
export interface Response {
  readonly answer: Answer
  readonly operation: string | undefined
  readonly merchant: string | undefined
}

/**
 * Answers a request to the API: match, authorize, validate, act, wrap.
 *
 * @decision 0005 (in which order a request is refused)
 */
export async function respond(context: Context, request: IncomingRequest, requestId: string): Promise<Response> {
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
  const call: Call = { context, request, merchant: grant.merchant, parameter, nowMs, outcome }
  const act = acts[operation.id]
  if ('read' in act) return plus(wrap(await act.read(call), requestId))
  return plus(tellSimulated(request, await carryOut(call, act, operation, requestId)))
}

const nobody = { operation: undefined, merchant: undefined }

const no = (refusal: Refusal, requestId: string): Answer => wrap({ ok: false, refusal }, requestId)

const tooMany = (seconds = '1'): Refusal =>
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

/** Nothing is at a path, or not for a method. */
export function unmatched({ method, path }: IncomingRequest, allow: readonly string[]): Outcome {
  if (allow.length > 0) return notAllowed(method, allow)
  const shown = path.length > 80 ? `${path.slice(0, 80)}…` : path
  return refused('not_found', `There is nothing at ${shown}. The paths are listed at /api/v1/openapi.json.`)
}

function notAllowed(method: string, allow: readonly string[]): Outcome {
  const refusal = refuse(
    'method_not_allowed',
    `${method.slice(0, 20)} is not possible here. Send ${allow.join(' or ')}.`,
  )
  return { ok: false, refusal: { ...refusal, headers: { Allow: allow.join(', ') } } }
}

/** Plans a write, and commits, simulates or repeats it. */
export async function carryOut(call: Call, act: WriteAct, operation: Operation, requestId: string): Promise<Answer> {
  const { context, merchant, request } = call
  const simulate = readSimulate(request)
  if (typeof simulate !== 'boolean') return no(simulate, requestId)
  const key = readIdempotencyKey(request)
  if (typeof key === 'object') return no(key, requestId)
  const read = readBody(request, act.input)
  if (!read.ok) return no(read.refusal, requestId)

  // What is only tried out leaves the queued outcome to the payment that is made in the same moment.
  const outcome = simulate ? { ...call.outcome, take: () => context.outcomes.list(merchant)[0] } : call.outcome
  const planner: Planner<Written> = async (reader) => {
    const ids = await takeIds(context, merchant)
    const planned = await act.plan({ ...call, outcome, context: readingBy(context, reader) }, read.value, ids)
    return planned.ok ? withSteps(planned, ids.steps()) : (planned as Planned<Written>)
  }
  const answerTo = (planned: Planned<Written>): Answer =>
    wrap(planned.ok ? done(planned.records.data, 201) : { ok: false, refusal: planned }, requestId)

  const keyed = key === undefined ? undefined : keyedRequest(call, operation, key, read.value)
  if (simulate) {
    const known = keyed && (await alreadyAnswered(call, keyed, requestId))
    return known ?? answerTo((await transact(context.store, planner, { simulate })) as Planned<Written>)
  }
  if (keyed) return once(call, keyed, planner, answerTo, requestId)
  const result = await context.inTurn(merchant, () => transact(context.store, planner))
  if (result.ok && !result.replayed) return wrap(done(result.records.data, 201), requestId)
  call.outcome.giveBack()
  return no(result as Refusal, requestId)
}

/** A request with an Idempotency-Key: where it is remembered, and what its body is known by. */
interface KeyedRequest {
  readonly scope: { readonly merchant: string; readonly method: string; readonly path: string; readonly key: string }
  readonly fingerprint: string
}

const keyedRequest = (
  { context, merchant, request }: Call,
  { method }: Operation,
  key: string,
  input: unknown,
): KeyedRequest => ({
  scope: { merchant, method, path: request.path, key },
  fingerprint: context.fingerprintOf(canonicalJson(input)),
})

/** The answer that a key has got already, or its refusal. */
async function alreadyAnswered(
  { context, merchant, nowMs }: Call,
  { scope, fingerprint }: KeyedRequest,
  requestId: string,
): Promise<Answer | undefined> {
  const row = await context.store.get('idempotency', merchant, idempotencyId(scope))
  const judged = judgeIdempotency(row, { fingerprint, nowMs })
  if (!judged.ok) return no(judged.code === 'idempotency_key_reused' ? reused : judged, requestId)
  return judged.outcome === 'replay' ? repeated(judged.row) : undefined
}

/** One effect and one answer for each Idempotency-Key. @decision 0006 */
async function once(
  { context, merchant, nowMs, outcome }: Call,
  { scope, fingerprint }: KeyedRequest,
  planner: Planner<Written>,
  answerTo: (planned: Planned<Written>) => Answer,
  requestId: string,
): Promise<Answer> {
  const running = `${merchant} ${idempotencyId(scope)}`
  if (context.running.has(running)) {
    const message = 'A request with this Idempotency-Key has not finished yet. Send it again in a moment.'
    return no(refuse('idempotency_in_progress', message, 'Idempotency-Key'), requestId)
  }
  context.running.add(running)
  try {
    const answer = (planned: Planned<Written>): StoredAnswer | undefined =>
      planned.ok || lasting.has(planned.code) ? answerTo(planned) : undefined
    const { method, path, key } = scope
    const idempotency = { merchant, method, path, key, fingerprint, nowMs, answer }
    const result = await context.inTurn(merchant, () => transact(context.store, planner, { idempotency }))
    if (!result.ok || result.replayed) outcome.giveBack()
    // About one key in 256 sweeps its merchant's old ones. What was asked is done: a sweep that fails changes nothing.
    if ((spread(running, 0) & 255) === 0) await context.forget(merchant, nowMs).catch(() => undefined)
    if (result.ok && result.replayed) return repeated(result.answer)
    if (result.answer) return result.answer as Answer
    if (!result.ok && result.code === 'idempotency_key_reused') return no(reused, requestId)
    return no(result as Refusal, requestId)
  } finally {
    context.running.delete(running)
  }
}

const reused = refuse(
  'idempotency_key_reused',
  'This Idempotency-Key was used before with another body. Use a new key for a new request.',
  'Idempotency-Key',
)

const repeated = ({
  status,
  headers,
  body,
}: {
  status: number | null
  headers: Answer['headers']
  body: string | null
}): Answer => ({
  status: status ?? 500,
  headers: { ...headers, 'Idempotency-Hit': 'true' },
  body: body ?? '',
})

/** Refusals that came of the state of the ledger: they are kept as the answer. Wrong input is not. @decision 0006 */
const lasting: ReadonlySet<RefusalCode> = new Set([
  'not_found',
  'invalid_state',
  'insufficient_balance',
  'out_of_stock',
  'refund_exceeds_payment',
  'payment_not_refundable',
])

/** JSON with the members in order, so that two bodies that say the same are the same text. */
function canonicalJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(',')}}`
}
