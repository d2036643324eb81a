import { parsePhone } from '@cedi/contract/phone'
import {
  type Context,
  createWriteHandler,
  fail,
  getBaseUrl,
  type HttpResponse,
  type IncomingRequest,
  type InputOf,
  planPayment,
  type Result,
  readInstrument,
  respondToWrite,
  respondWith,
  succeed,
  toResponse,
  type WriteHandler,
} from '@cedi/mock-server/internal'
import type { LanguageTag } from '../kit/languages/words.js'
import { limitPending } from './pending-limit.js'
import {
  attemptKeys,
  attemptPath,
  createPass,
  isOwnPayment,
  readPayment,
  type Session,
  toCheckoutPayment,
} from './session.js'

/** Fields of a payment that the intent sets. */
const intentFields = ['amount', 'currency', 'product_id', 'quantity', 'return_url', 'metadata'] as const

const payIntent = (session: Session, latestRef: string, returnUrl: string): WriteHandler<'PaymentInput'> =>
  createWriteHandler({
    input: 'PaymentInput',
    async plan(call, input, ids) {
      const { context, merchant, nowMs } = call
      const intent = await context.store.get('intents', merchant, session.intent.id)
      if (!intent) return fail('not_found', 'There is no such checkout. Start again from the shop.')
      for (const field of intentFields)
        if (input[field] !== undefined)
          return fail('invalid_request', `The checkout intent sets ${field} already. Leave it out.`, field)
      if (!intent.channels.includes(input.method))
        return fail('invalid_request', `method must be one of ${intent.channels.join(', ')}.`, 'method')
      const before = await readPayment(context, { ...session, intent })
      if (before?.status === 'pending') return fail('invalid_state', 'A payment is under way. Read its status first.')
      // An earlier request that was delayed: the buyer has made another payment since.
      if ((before?.id ?? '') !== latestRef)
        return fail('invalid_state', 'Another payment was made in the meantime. Read its status first.')
      const paidWith = readInstrument(input, nowMs)
      if (!paidWith.ok) return paidWith
      const { product_id: productId, quantity, email, metadata } = intent
      const result = await planPayment(
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
      if (!result.ok) return result
      return succeed({ ...result.value, records: toCheckoutPayment(result.value.records.payment, true) })
    },
  })

const missingAttemptError = fail(
  'invalid_header',
  'X-Checkout-Attempt is missing or malformed. Send a new attempt for each payment, before the earlier ones.',
  'X-Checkout-Attempt',
)

const tooManyPendingError = fail(
  'rate_limited',
  'Five payments of this number are pending. Approve or cancel one, or try again in five minutes.',
  'phone',
)

/** A payment request of a buyer. */
interface PaymentRequest {
  readonly request: IncomingRequest
  readonly requestId: string
  /** A `PaymentInput` without the fields of the intent, or its input error. */
  readonly read: Result<InputOf<'PaymentInput'>>
  /** Ref of the latest payment that the page knows; empty if it knows none. */
  readonly latestRef: string
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
  { request, requestId, read, latestRef, language }: PaymentRequest,
): Promise<HttpResponse> {
  const { merchant, intent } = session
  const nowMs = context.clock.nowMs()
  const findPending = async (): Promise<HttpResponse | undefined> => {
    const latest = (await context.store.get('intents', merchant, intent.id)) ?? intent
    const payment = await readPayment(context, { ...session, intent: latest })
    if (payment?.status !== 'pending') return undefined
    const isOwn = await isOwnPayment(context, session, payment)
    return toResponse(respondWith(toCheckoutPayment(payment, isOwn)), requestId)
  }
  const [idempotencyKey] = attemptKeys(context, session)
  if (idempotencyKey === undefined) return toResponse(missingAttemptError, requestId)
  const found = await findPending()
  if (found) return found
  if (!read.ok) return toResponse(read, requestId)
  const call = { context, merchant, nowMs, parameter: '', request, outcome: context.outcomes.claim(merchant) }
  const returnQuery = new URLSearchParams({
    pass: createPass(context, session, idempotencyKey),
    ...(language && { lang: language }),
  })
  const handler = payIntent(session, latestRef, `${getBaseUrl(call)}/pay/${session.token}?${returnQuery}`)
  const write = {
    input: read.value,
    method: 'POST',
    path: attemptPath(intent),
    idempotencyKey,
    simulate: false,
  }
  const phone = parsePhone(read.value.phone ?? '')
  const limit = limitPending(context, { merchant, address: request.address, phone })
  if (await limit.isReached()) return toResponse(tooManyPendingError, requestId, { 'Retry-After': '300' })
  const response = await respondToWrite(call, handler, write, requestId)
  if (response.status === 201) {
    const paid = (await context.store.get('intents', merchant, intent.id)) ?? intent
    const payment = await readPayment(context, { ...session, intent: paid })
    if (payment) limit.add(payment.id)
  }
  return response.status === 409 ? ((await findPending()) ?? response) : response
}
