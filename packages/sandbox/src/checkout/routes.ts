import {
  checkSize,
  fail,
  getBasePath,
  type HttpResponse,
  noRoute,
  type ResponseData,
  type Result,
  readBody,
  readObject,
  respondWith,
  toResponse,
} from '@cedi/mock-server/internal'
import { Hono, type MiddlewareHandler } from 'hono'
import { type HonoContext, type HonoEnv, setOperation, toHonoResponse } from '../kit/hono-env.js'
import { requestedLanguages } from '../kit/languages/store.js'
import { chooseLanguage, isLanguage } from '../kit/languages/words.js'
import { parseAttempts } from './attempts.js'
import { challengePage } from './challenge.js'
import { parseCode } from './form-input.js'
import { framePage } from './frame.js'
import { payPage } from './full-page.js'
import { pay } from './pay.js'
import { applyBuyerAction } from './payment-actions.js'
import { invalidTokenError, openSession, readStatus, type Session } from './session.js'
import { streamStatus } from './status-stream.js'
import { wordingOf } from './views.js'

/** Environment of requests with the token of an intent. */
interface CheckoutEnv extends HonoEnv {
  Variables: { readonly session: Session }
}

/** Routes of the checkout: the popup, the full page, the page of the bank, and the JSON routes of the script. */
export function checkoutRoutes(): Hono<CheckoutEnv> {
  const app = new Hono<CheckoutEnv>()
  app.get('/checkout', setOperation('framePage'), (c) => toHonoResponse(c, framePage(c.env.request)))
  app.get('/pay', setOperation('payPage'), page)
  app.on(['GET', 'POST'], '/pay/:token{.+}', setOperation('payPage'), page)
  app.all('/challenge/*', setOperation('challengePage'), async (c) =>
    toHonoResponse(c, await challengePage(c.env.context, c.env.request)),
  )
  app.get('/checkout/words', setOperation('checkout.words'), (c) =>
    send(c, respondWith(wordingOf(chooseLanguage(requestedLanguages(c.env.request.query, undefined))))),
  )
  app.get('/checkout/status', session('status'), async (c) =>
    send(c, respondWith(await readStatus(c.env.context, c.var.session))),
  )
  app.get('/checkout/events', session('events'), async (c) =>
    toHonoResponse(c, await streamStatus(c.env.context, c.var.session, c.env.requestId)),
  )
  app.post('/checkout/payments', session('payments'), payments)
  app.post('/checkout/cancel', session('cancel'), async (c) =>
    send(c, await applyBuyerAction(c.env.context, c.var.session, { type: 'cancelPayment' })),
  )
  app.post('/checkout/resend', session('resend'), async (c) =>
    send(c, await applyBuyerAction(c.env.context, c.var.session, { type: 'resendPrompt' })),
  )
  app.post('/checkout/otp', session('otp'), async (c) => {
    const read = readObject(c.env.request.body)
    if (!read.ok) return send(c, read)
    const code = parseCode(String(read.value['code']))
    if (code === undefined) return send(c, fail('invalid_request', 'code must be four to twelve digits.', 'code'))
    return send(c, await applyBuyerAction(c.env.context, c.var.session, { type: 'submitCode', code }))
  })
  app.all('/checkout/*', (c) => toHonoResponse(c, noRoute(c.env.request, [], c.env.requestId).response))
  return app
}

const page = async (c: HonoContext<CheckoutEnv>): Promise<Response> => {
  const { context, request, requestId } = c.env
  return toHonoResponse(c, await payPage(context, request, requestId))
}

const send = (c: HonoContext<CheckoutEnv>, result: Result<ResponseData>, headers?: HttpResponse['headers']): Response =>
  toHonoResponse(c, toResponse(result, c.env.requestId, headers))

/** Requires the token of an intent. The attempts identify the browser. */
const session =
  (name: string): MiddlewareHandler<CheckoutEnv> =>
  async (c, next) => {
    const { context, request, meta } = c.env
    const [, token = ''] = /^Intent ([\w.-]+)$/.exec(request.headers.get('authorization') ?? '') ?? []
    const attempts = parseAttempts(request.headers.get('x-checkout-attempt'))
    const sessionResult = await openSession(context, { token, attempts, root: getBasePath({ context, request }) })
    if (!sessionResult) return send(c, invalidTokenError, { 'WWW-Authenticate': 'Intent' })
    Object.assign(meta, { operation: `checkout.${name}`, merchant: sessionResult.merchant })
    const large = checkSize(request.body)
    if (large) return send(c, large)
    c.set('session', sessionResult)
    return next()
  }

async function payments(c: HonoContext<CheckoutEnv>): Promise<Response> {
  const { context, request, requestId } = c.env
  // The page after the bank has the same language.
  const languageTag = request.headers.get('accept-language') ?? ''
  const language = isLanguage(languageTag) ? languageTag : undefined
  const read = readBody(request, 'PaymentInput')
  const latestRef = request.headers.get('x-checkout-payment') ?? ''
  return toHonoResponse(c, await pay(context, c.var.session, { request, requestId, read, latestRef, language }))
}
