import {
  type Addition,
  type Answer,
  done,
  type IncomingRequest,
  readBody,
  readIdempotencyKey,
  refused,
  unmatched,
  wrap,
} from '@cedi/mock-server/service'
import { pay } from '@cedi/sandbox/checkout/pay'
import { applyBuyerAction } from '@cedi/sandbox/checkout/payment-actions'
import { invalidTokenError, openSession, readStatus } from '@cedi/sandbox/checkout/session'

type Respond = NonNullable<Addition['respond']>
type Context = Parameters<Respond>[0]

/** Handles the JSON routes of the sandbox's checkout: the same use cases without the router, which needs real time. */
export const handleCheckoutRequest: Respond = async (context, request, requestId) => ({
  operation: 'checkout',
  merchant: undefined,
  answer: await respond(context, request, requestId),
})

async function respond(context: Context, request: IncomingRequest, requestId: string): Promise<Answer> {
  const route = `${request.method} ${request.path}`
  const [, token = ''] = /^Intent ([\w.-]+)$/.exec(request.headers.get('authorization') ?? '') ?? []
  const attempt = request.headers.get('x-checkout-attempt') ?? ''
  const session = await openSession(context, { token, attempt, root: '' })
  if (!session) return wrap({ ok: false, refusal: invalidTokenError() }, requestId)
  if (route === 'GET /checkout/status') return wrap(done(await readStatus(context, session)), requestId)
  if (route === 'POST /checkout/cancel')
    return wrap(await applyBuyerAction(context, session, { type: 'cancelPayment' }), requestId)
  if (route !== 'POST /checkout/payments') return wrap(unmatched(request, []), requestId)
  const key = readIdempotencyKey(request)
  if (typeof key !== 'string') return wrap(refused('invalid_header', 'Idempotency-Key is missing.'), requestId)
  const read = readBody(request, 'PaymentInput')
  return pay(context, { ...session, attempt: key }, { request, requestId, read })
}
