import type { Answer, IncomingRequest, InputOf, Read } from '@cedi/mock-server/service'
import {
  answerWrite,
  baseUrlOf,
  type Context,
  planPayment,
  readInstrument,
  stop,
  type WriteAct,
  wrap,
  write,
} from '@cedi/mock-server/service'
import type { LanguageTag } from '../kit/languages/words.js'
import {
  attemptKey,
  attemptPath,
  createPass,
  isOwnPayment,
  readPayment,
  type Session,
  toCheckoutPayment,
} from './session.js'

/** Fields of a payment that the intent sets. */
const intentFields = ['amount', 'currency', 'product_id', 'quantity', 'return_url', 'metadata'] as const

const payIntent = (session: Session, returnUrl: string): WriteAct<'PaymentInput'> =>
  write({
    input: 'PaymentInput',
    async plan(call, input, ids) {
      const { context, merchant, nowMs } = call
      const intent = await context.store.get('intents', merchant, session.intent.id)
      if (!intent) return stop('not_found', 'There is no such checkout. Start again from the shop.')
      for (const field of intentFields)
        if (input[field] !== undefined)
          return stop('invalid_request', `The checkout intent sets ${field} already. Leave it out.`, field)
      if (!intent.channels.includes(input.method))
        return stop('invalid_request', `method must be one of ${intent.channels.join(', ')}.`, 'method')
      const before = await readPayment(context, { ...session, intent })
      if (before?.status === 'pending') return stop('invalid_state', 'A payment is under way. Read its status first.')
      const paidWith = readInstrument(input, nowMs)
      if (!paidWith.ok) return paidWith
      const { product_id: productId, quantity, email, metadata } = intent
      const planned = await planPayment(
        call,
        {
          instrument: paidWith.instrument,
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
      return planned.ok ? { ...planned, records: { data: toCheckoutPayment(planned.records.payment, true) } } : planned
    },
  })

/** A payment request of a buyer. */
interface PaymentRequest {
  readonly request: IncomingRequest
  readonly requestId: string
  /** A `PaymentInput` without the fields of the intent, or its input error. */
  readonly read: Read<InputOf<'PaymentInput'>>
  /** Language of the page after the bank. */
  readonly language?: LanguageTag | undefined
}

/**
 * Pays an intent, once for each attempt. A second click, or a second window, receives the payment that is already
 * pending.
 *
 * @decision 0029
 */
export async function pay(
  context: Context,
  session: Session,
  { request, requestId, read, language }: PaymentRequest,
): Promise<Answer> {
  const { merchant, intent } = session
  const nowMs = context.clock.nowMs()
  const findPending = async (): Promise<Answer | undefined> => {
    const latest = (await context.store.get('intents', merchant, intent.id)) ?? intent
    const payment = await readPayment(context, { ...session, intent: latest })
    if (payment?.status !== 'pending' || (await isOwnPayment(context, session, payment))) return undefined
    return wrap({ ok: true, status: 200, data: toCheckoutPayment(payment, false) }, requestId)
  }
  const found = await findPending()
  if (found) return found
  if (!read.ok) return wrap({ ok: false, refusal: read.refusal }, requestId)
  const call = { context, merchant, nowMs, parameter: '', request, outcome: context.outcomes.claim(merchant) }
  const returnQuery = new URLSearchParams({ pass: createPass(context, session), ...(language && { lang: language }) })
  const act = payIntent(session, `${baseUrlOf(call)}/pay/${session.token}?${returnQuery}`)
  const asked = {
    input: read.value,
    method: 'POST',
    path: attemptPath(intent),
    key: attemptKey(context, session),
    simulate: false,
  }
  const answer = await answerWrite(call, act, asked, requestId)
  return answer.status === 409 ? ((await findPending()) ?? answer) : answer
}
