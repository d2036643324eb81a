import type { Context, IncomingRequest } from '@cedi/mock-server/service'
import {
  type Answer,
  done,
  type Response as Responded,
  readBody,
  readIdempotencyKey,
  refused,
  refuseLarge,
  unmatched,
  wait,
  wrap,
} from '@cedi/mock-server/service'
import { askedLanguages } from '../kit/languages/store.js'
import { chooseLanguage, isLanguage } from '../kit/languages/words.js'
import { pay } from './pay.js'
import { badToken, openSession, type Session, statusOf } from './session.js'
import { type BuyerStep, takeStep } from './take-step.js'
import { readCode } from './typed.js'
import { wordingOf } from './views.js'

/** The JSON routes below `/checkout`: for the checkout page only. @decision 0029 */
export async function respondToCheckout(
  context: Context,
  request: IncomingRequest,
  requestId: string,
): Promise<Responded> {
  const name = request.path.slice('/checkout/'.length)
  const nobody = { operation: undefined, merchant: undefined }
  const method = Object.hasOwn(routes, name) ? routes[name as keyof typeof routes] : undefined
  if (!method) return { ...nobody, answer: wrap(unmatched(request, []), requestId) }
  if (request.method !== method) return { ...nobody, answer: wrap(unmatched(request, [method]), requestId) }
  if (name === 'words') {
    const wording = wordingOf(chooseLanguage(askedLanguages(request.query, undefined)))
    return { operation: 'checkout.words', merchant: undefined, answer: wrap(done(wording), requestId) }
  }
  const [, token = ''] = /^Intent ([\w.-]+)$/.exec(request.headers.get('authorization') ?? '') ?? []
  const session = await openSession(context, { token, attempt: request.headers.get('x-checkout-attempt') ?? '' })
  if (!session) return { ...nobody, answer: wrap({ ok: false, refusal: badToken() }, requestId) }
  const operation = `checkout.${name}`
  return {
    operation,
    merchant: session.merchant,
    answer: await act(context, session, name as Step, request, requestId),
  }
}

const routes = {
  words: 'GET',
  payments: 'POST',
  status: 'GET',
  events: 'GET',
  otp: 'POST',
  resend: 'POST',
  cancel: 'POST',
} as const
type Step = Exclude<keyof typeof routes, 'words'>

async function act(
  context: Context,
  session: Session,
  name: Step,
  request: IncomingRequest,
  requestId: string,
): Promise<Answer> {
  const large = refuseLarge(request.body)
  if (large) return wrap({ ok: false, refusal: large }, requestId)
  if (name === 'status') return wrap(done(await statusOf(context, session)), requestId)
  if (name === 'events') return events(context, session, requestId)
  if (name === 'payments') {
    const key = readIdempotencyKey(request)
    if (typeof key === 'object') return wrap({ ok: false, refusal: key }, requestId)
    if (key === undefined)
      return wrap(
        refused('invalid_header', 'Idempotency-Key is missing. Send a new one for each attempt.', 'Idempotency-Key'),
        requestId,
      )
    // Whoever comes back from the bank reads on in the language of before.
    const language = request.headers.get('accept-language') ?? ''
    const returnQuery = isLanguage(language) ? `?lang=${language}` : ''
    const read = readBody(request, 'PaymentInput')
    return pay(context, { ...session, attempt: key }, { request, requestId, read, returnQuery })
  }
  const step = readStep(name, request.body)
  if (!step) return wrap(refused('invalid_request', 'code must be four to twelve digits.', 'code'), requestId)
  return wrap(await takeStep(context, session, step), requestId)
}

/** What the body of a step says; nothing where it is no code. */
function readStep(name: 'cancel' | 'resend' | 'otp', body: string | undefined): BuyerStep | undefined {
  if (name !== 'otp') return { do: name }
  try {
    const code = readCode(String((JSON.parse(body ?? '') as { code?: unknown }).code))
    return code === undefined ? undefined : { do: name, code }
  } catch {
    return undefined
  }
}

const beatMs = 400
const lastsMs = 25_000

/** The status as it changes, as server-sent events: for half a minute, then the page asks anew. */
async function events(context: Context, session: Session, requestId: string): Promise<Answer> {
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
