import { fail, type Result, succeed } from '@cedi/ledger'
import type { HttpResponse, IncomingRequest, InputOf } from '@cedi/mock-server/service'
import {
  baseUrlOf,
  type Context,
  createWriteHandler,
  planPayment,
  readInstrument,
  respondToWrite,
  respondWith,
  toResponse,
  type WriteHandler,
} from '@cedi/mock-server/service'
import type { LanguageTag } from '../kit/languages/words.js'
import { attemptKey, attemptPath, buyersRecord, isMine, passOf, paymentOf, type Session } from './session.js'

/** What the intent already says, and a browser must not. */
const settled = ['amount', 'currency', 'product_id', 'quantity', 'return_url', 'metadata'] as const

const payIntent = (session: Session, returnUrl: string): WriteHandler<'PaymentInput'> =>
  createWriteHandler({
    input: 'PaymentInput',
    async plan(call, input, ids) {
      const { context, merchant, nowMs } = call
      const intent = await context.store.get('intents', merchant, session.intent.id)
      if (!intent) return fail('not_found', 'There is no such checkout. Start again from the shop.')
      for (const field of settled)
        if (input[field] !== undefined)
          return fail('invalid_request', `The checkout intent sets ${field} already. Leave it out.`, field)
      if (!intent.channels.includes(input.method))
        return fail('invalid_request', `method must be one of ${intent.channels.join(', ')}.`, 'method')
      const before = await paymentOf(context, { ...session, intent })
      if (before?.status === 'pending') return fail('invalid_state', 'A payment is under way. Read its status first.')
      const paidWith = readInstrument(input, nowMs)
      if (!paidWith.ok) return paidWith
      const { product_id: productId, quantity, email, metadata } = intent
      const planned = await planPayment(
        call,
        {
          instrument: paidWith.value,
          price:
            productId === null
              ? { amountPesewas: intent.amount_pesewas, productId, quantity }
              : { productId, quantity },
          email: input.email ?? email,
          name: input.name ?? null,
          delivery: input.delivery,
          metadata,
          returnUrl,
          intent,
        },
        ids,
      )
      return planned.ok
        ? succeed({ ...planned.value, records: buyersRecord(planned.value.records.payment, true) })
        : planned
    },
  })

/** What a buyer sent to pay. */
interface Payable {
  readonly request: IncomingRequest
  readonly requestId: string
  /** A `PaymentInput` without what the intent says, or the reason why it is not one. */
  readonly read: Result<InputOf<'PaymentInput'>>
  /** The language that the buyer reads after the bank. */
  readonly language?: LanguageTag | undefined
}

/**
 * Pays an intent, once for each attempt. A second press of the button, or a second window, finds the payment that is
 * already in progress.
 *
 * @decision 0029
 */
export async function pay(
  context: Context,
  session: Session,
  { request, requestId, read, language }: Payable,
): Promise<HttpResponse> {
  const { merchant, intent } = session
  const nowMs = context.clock.nowMs()
  const underWay = async (): Promise<HttpResponse | undefined> => {
    const latest = (await context.store.get('intents', merchant, intent.id)) ?? intent
    const payment = await paymentOf(context, { ...session, intent: latest })
    if (payment?.status !== 'pending' || (await isMine(context, session, payment))) return undefined
    return toResponse(respondWith(buyersRecord(payment, false)), requestId)
  }
  const found = await underWay()
  if (found) return found
  if (!read.ok) return toResponse(read, requestId)
  const call = { context, merchant, nowMs, parameter: '', request, outcome: context.outcomes.claim(merchant) }
  const back = new URLSearchParams({ a: passOf(context, session), ...(language && { lang: language }) })
  const act = payIntent(session, `${baseUrlOf(call)}/pay/${session.token}?${back}`)
  const asked = {
    input: read.value,
    method: 'POST',
    path: attemptPath(intent),
    idempotencyKey: attemptKey(context, session),
    simulate: false,
  }
  const answer = await respondToWrite(call, act, asked, requestId)
  return answer.status === 409 ? ((await underWay()) ?? answer) : answer
}
