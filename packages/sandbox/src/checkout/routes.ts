import type { Context } from '@cedi/mock-server/service'
import {
  type Answer,
  done,
  type Outcome,
  readBody,
  readIdempotencyKey,
  readObject,
  refused,
  refuseLarge,
  rootOf,
  unmatched,
  wait,
  wrap,
} from '@cedi/mock-server/service'
import { Hono, type MiddlewareHandler } from 'hono'
import { type HonoContext, type HonoEnv, setOperation, toHonoResponse } from '../kit/hono-env.js'
import { requestedLanguages } from '../kit/languages/store.js'
import { chooseLanguage, isLanguage } from '../kit/languages/words.js'
import { challengePage } from './challenge.js'
import { parseCode } from './form-input.js'
import { framePage } from './frame.js'
import { payPage } from './full-page.js'
import { pay } from './pay.js'
import { applyBuyerAction } from './payment-actions.js'
import { invalidTokenError, openSession, readStatus, type Session } from './session.js'
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
    send(c, done(wordingOf(chooseLanguage(requestedLanguages(c.env.request.query, undefined))))),
  )
  app.get('/checkout/status', session('status'), async (c) =>
    send(c, done(await readStatus(c.env.context, c.var.session))),
  )
  app.get('/checkout/events', session('events'), async (c) =>
    toHonoResponse(c, await events(c.env.context, c.var.session, c.env.requestId)),
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
    if (code === undefined) return send(c, refused('invalid_request', 'code must be four to twelve digits.', 'code'))
    return send(c, await applyBuyerAction(c.env.context, c.var.session, { type: 'submitCode', code }))
  })
  app.all('/checkout/*', (c) => send(c, unmatched(c.env.request, [])))
  return app
}

const page = async (c: HonoContext<CheckoutEnv>): Promise<Response> => {
  const { context, request, requestId } = c.env
  return toHonoResponse(c, await payPage(context, request, requestId))
}

const send = (c: HonoContext<CheckoutEnv>, outcome: Outcome): Response =>
  toHonoResponse(c, wrap(outcome, c.env.requestId))

/** Requires the token of an intent. The attempt identifies the browser. */
const session =
  (name: string): MiddlewareHandler<CheckoutEnv> =>
  async (c, next) => {
    const { context, request, meta } = c.env
    const [, token = ''] = /^Intent ([\w.-]+)$/.exec(request.headers.get('authorization') ?? '') ?? []
    const attempt = request.headers.get('x-checkout-attempt') ?? ''
    const opened = await openSession(context, { token, attempt, root: rootOf({ context, request }) })
    if (!opened) return send(c, { ok: false, refusal: invalidTokenError() })
    Object.assign(meta, { operation: `checkout.${name}`, merchant: opened.merchant })
    const large = refuseLarge(request.body)
    if (large) return send(c, { ok: false, refusal: large })
    c.set('session', opened)
    return next()
  }

async function payments(c: HonoContext<CheckoutEnv>): Promise<Response> {
  const { context, request, requestId } = c.env
  const key = readIdempotencyKey(request)
  if (typeof key === 'object') return send(c, { ok: false, refusal: key })
  if (key === undefined)
    return send(
      c,
      refused('invalid_header', 'Idempotency-Key is missing. Send a new one for each attempt.', 'Idempotency-Key'),
    )
  // The page after the bank has the same language.
  const asked = request.headers.get('accept-language') ?? ''
  const language = isLanguage(asked) ? asked : undefined
  const read = readBody(request, 'PaymentInput')
  return toHonoResponse(
    c,
    await pay(context, { ...c.var.session, attempt: key }, { request, requestId, read, language }),
  )
}

const pollIntervalMs = 400
const streamLifetimeMs = 25_000

/** Streams the status as server-sent events for a limited time. The page then requests it again. */
async function events(context: Context, session: Session, requestId: string): Promise<Answer> {
  const next = async () => {
    const current = await openSession(context, session)
    return readStatus(context, current ?? session)
  }
  const toEvent = (status: object) => `event: status\ndata: ${JSON.stringify(status)}\n\n`
  const first = await next()
  async function* follow(signal: AbortSignal): AsyncGenerator<string> {
    let { now: _, ...before } = first
    for (
      let spentMs = 0;
      spentMs < streamLifetimeMs && before.payment?.status === 'pending';
      spentMs += pollIntervalMs
    ) {
      await wait(pollIntervalMs, signal)
      const { now, ...status } = await next()
      if (JSON.stringify(status) === JSON.stringify(before)) continue
      before = status
      yield toEvent({ ...status, now })
    }
  }
  return {
    status: 200,
    headers: {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Request-Id': requestId,
    },
    body: toEvent(first),
    follow,
  }
}
