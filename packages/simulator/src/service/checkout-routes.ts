import {
  fail,
  type HttpResponse,
  type IncomingRequest,
  noRoute,
  readBody,
  readObject,
  respondWith,
  type ServerExtension,
  toResponse,
} from '@cedi/mock-server/internal'
import { parseAttempts } from '@cedi/sandbox/checkout/attempts'
import { parseCode } from '@cedi/sandbox/checkout/form-input'
import { pay } from '@cedi/sandbox/checkout/pay'
import { applyBuyerAction } from '@cedi/sandbox/checkout/payment-actions'
import { invalidTokenError, openSession, readStatus } from '@cedi/sandbox/checkout/session'
import { handlePayoutForm, isPayoutForm } from './portal-routes.js'

type Respond = NonNullable<ServerExtension['respond']>
type Context = Parameters<Respond>[0]

/** Handles the JSON routes of the sandbox's checkout: the same use cases without the router, which needs real time. */
export const handleCheckoutRequest: Respond = async (context, request, requestId) => ({
  operation: 'checkout',
  merchant: undefined,
  response: await respond(context, request, requestId),
})

async function respond(context: Context, request: IncomingRequest, requestId: string): Promise<HttpResponse> {
  if (isPayoutForm(request)) return handlePayoutForm(context, request)
  const route = `${request.method} ${request.path}`
  const [, token = ''] = /^Intent ([\w.-]+)$/.exec(request.headers.get('authorization') ?? '') ?? []
  const attempts = parseAttempts(request.headers.get('x-checkout-attempt'))
  const session = await openSession(context, { token, attempts, root: '' })
  if (!session) return toResponse(invalidTokenError, requestId, { 'WWW-Authenticate': 'Intent' })
  if (route === 'GET /checkout/status') return toResponse(respondWith(await readStatus(context, session)), requestId)
  if (route === 'POST /checkout/cancel')
    return toResponse(await applyBuyerAction(context, session, { type: 'cancelPayment' }), requestId)
  if (route === 'POST /checkout/resend')
    return toResponse(await applyBuyerAction(context, session, { type: 'resendPrompt' }), requestId)
  if (route === 'POST /checkout/otp') {
    const read = readObject(request.body)
    const code = read.ok ? parseCode(String(read.value['code'])) : undefined
    if (code === undefined) return toResponse(fail('invalid_request', 'The code is malformed.', 'code'), requestId)
    return toResponse(await applyBuyerAction(context, session, { type: 'submitCode', code }), requestId)
  }
  if (route !== 'POST /checkout/payments') return noRoute(request, [], requestId).response
  const read = readBody(request, 'PaymentInput')
  const latestRef = request.headers.get('x-checkout-payment') ?? ''
  return pay(context, session, { request, requestId, read, latestRef })
}
