import { fail, type Result } from '@cedi/ledger'
import type { Context } from '@cedi/mock-server/service'
import {
  checkSize,
  type HttpResponse,
  noRoute,
  type ResponseData,
  readBody,
  readIdempotencyKey,
  readObject,
  respondWith,
  rootOf,
  toResponse,
  wait,
} from '@cedi/mock-server/service'
import { Hono, type MiddlewareHandler } from 'hono'
import { askedLanguages } from '../kit/languages/store.js'
import { chooseLanguage, isLanguage } from '../kit/languages/words.js'
import { type Asked, type HonoEnv, passOn, told } from '../kit/served.js'
import { challengePage } from './challenge.js'
import { framePage } from './frame.js'
import { payPage } from './full-page.js'
import { pay } from './pay.js'
import { invalidToken, openSession, type Session, statusOf } from './session.js'
import { takeStep } from './take-step.js'
import { readCode } from './typed.js'
import { wordingOf } from './views.js'

/** A request from somebody who holds an intent's token. */
interface Paid extends HonoEnv {
  Variables: { readonly session: Session }
}

/** The checkout in the popup and as a page of its own, the page of the bank, and the JSON routes of the script. */
export function checkoutRoutes(): Hono<Paid> {
  const app = new Hono<Paid>()
  app.get('/checkout', told('framePage'), (c) => passOn(c, framePage(c.env.request)))
  app.get('/pay', told('payPage'), page)
  app.on(['GET', 'POST'], '/pay/:token{.+}', told('payPage'), page)
  app.all('/challenge/*', told('challengePage'), async (c) =>
    passOn(c, await challengePage(c.env.context, c.env.request)),
  )
  app.get('/checkout/words', told('checkout.words'), (c) =>
    send(c, respondWith(wordingOf(chooseLanguage(askedLanguages(c.env.request.query, undefined))))),
  )
  app.get('/checkout/status', session('status'), async (c) =>
    send(c, respondWith(await statusOf(c.env.context, c.var.session))),
  )
  app.get('/checkout/events', session('events'), async (c) =>
    passOn(c, await events(c.env.context, c.var.session, c.env.requestId)),
  )
  app.post('/checkout/payments', session('payments'), payments)
  app.post('/checkout/cancel', session('cancel'), async (c) =>
    send(c, await takeStep(c.env.context, c.var.session, { do: 'cancel' })),
  )
  app.post('/checkout/resend', session('resend'), async (c) =>
    send(c, await takeStep(c.env.context, c.var.session, { do: 'resend' })),
  )
  app.post('/checkout/otp', session('otp'), async (c) => {
    const read = readObject(c.env.request.body)
    if (!read.ok) return send(c, read)
    const code = readCode(String(read.value['code']))
    if (code === undefined) return send(c, fail('invalid_request', 'code must be four to twelve digits.', 'code'))
    return send(c, await takeStep(c.env.context, c.var.session, { do: 'otp', code }))
  })
  app.all('/checkout/*', (c) => passOn(c, noRoute(c.env.request, [], c.env.requestId).response))
  return app
}

const page = async (c: Asked<Paid>): Promise<Response> => {
  const { context, request, requestId } = c.env
  return passOn(c, await payPage(context, request, requestId))
}

const send = (c: Asked<Paid>, result: Result<ResponseData>, headers?: HttpResponse['headers']): Response =>
  passOn(c, toResponse(result, c.env.requestId, headers))

/** Lets in whoever shows an intent's token. The attempt identifies the browser. */
const session =
  (name: string): MiddlewareHandler<Paid> =>
  async (c, next) => {
    const { context, request, told } = c.env
    const [, token = ''] = /^Intent ([\w.-]+)$/.exec(request.headers.get('authorization') ?? '') ?? []
    const attempt = request.headers.get('x-checkout-attempt') ?? ''
    const opened = await openSession(context, { token, attempt, root: rootOf({ context, request }) })
    if (!opened) return send(c, invalidToken, { 'WWW-Authenticate': 'Intent' })
    Object.assign(told, { operation: `checkout.${name}`, merchant: opened.merchant })
    const large = checkSize(request.body)
    if (large) return send(c, large)
    c.set('session', opened)
    return next()
  }

async function payments(c: Asked<Paid>): Promise<Response> {
  const { context, request, requestId } = c.env
  const key = readIdempotencyKey(request)
  if (!key.ok) return send(c, key)
  if (key.value === undefined)
    return send(
      c,
      fail('invalid_header', 'Idempotency-Key is missing. Send a new one for each attempt.', 'Idempotency-Key'),
    )
  // A buyer who returns from the bank continues in the same language.
  const asked = request.headers.get('accept-language') ?? ''
  const language = isLanguage(asked) ? asked : undefined
  const read = readBody(request, 'PaymentInput')
  return passOn(c, await pay(context, { ...c.var.session, attempt: key.value }, { request, requestId, read, language }))
}

const beatMs = 400
const lastsMs = 25_000

/** The status as server-sent events, for half a minute. Then the page asks anew. */
async function events(context: Context, session: Session, requestId: string): Promise<HttpResponse> {
  const next = async () => {
    const current = await openSession(context, session)
    return statusOf(context, current ?? session)
  }
  const written = (status: object) => `event: status\ndata: ${JSON.stringify(status)}\n\n`
  const first = await next()
  async function* follow(signal: AbortSignal): AsyncGenerator<string> {
    let { now: _, ...before } = first
    for (let spentMs = 0; spentMs < lastsMs && before.payment?.status === 'pending'; spentMs += beatMs) {
      await wait(beatMs, signal)
      const { now, ...status } = await next()
      if (JSON.stringify(status) === JSON.stringify(before)) continue
      before = status
      yield written({ ...status, now })
    }
  }
  return {
    status: 200,
    headers: {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Request-Id': requestId,
    },
    body: written(first),
    follow,
  }
}
