import { type Operation, operations } from '@cedi/contract'
import type { Answer, IncomingRequest } from '@cedi/mock-server/service'
import {
  baseUrlOf,
  type Context,
  carryOutRequest,
  planPayment,
  readInstrument,
  stop,
  type WriteAct,
  wrap,
  write,
} from '@cedi/mock-server/service'
import { attemptKey, attemptPath, buyersRecord, isMine, paymentOf, type Session } from './session.js'

const createPayment = operations.find(({ id }) => id === 'createPayment') as Operation

/** What the intent says already, and a browser must not. */
const settled = ['amount', 'currency', 'product_id', 'quantity', 'return_url', 'metadata'] as const

const payIntent = (session: Session, returnUrl: string): WriteAct<'PaymentInput'> =>
  write({
    input: 'PaymentInput',
    async plan(call, input, ids) {
      const { context, merchant, nowMs } = call
      const intent = await context.store.get('intents', merchant, session.intent.id)
      if (!intent) return stop('not_found', 'There is no such checkout.')
      for (const field of settled)
        if (input[field] !== undefined)
          return stop('invalid_request', `${field} is what the checkout intent says. Leave it out.`, field)
      if (!intent.channels.includes(input.method))
        return stop('invalid_request', `method must be one of ${intent.channels.join(', ')}.`, 'method')
      const before = await paymentOf(context, { ...session, intent })
      if (before?.status === 'pending') return stop('invalid_state', 'A payment is under way. Ask for its status.')
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
          metadata,
          returnUrl,
          intent,
        },
        ids,
      )
      return planned.ok ? { ...planned, records: { data: buyersRecord(planned.records.payment, true) } } : planned
    },
  })

/**
 * Pays an intent, once for each attempt: a second press of the button and a second window find the payment that is
 * under way.
 *
 * @param request - Its body is a `PaymentInput` without anything that the intent says.
 * @param returnQuery - For the way back from the bank: the language, and what a page without a script needs to know its
 * payment again.
 * @decision 0029
 */
export async function pay(
  context: Context,
  session: Session,
  request: IncomingRequest,
  requestId: string,
  returnQuery = '',
): Promise<Answer> {
  const { merchant, intent } = session
  const nowMs = context.clock.nowMs()
  const underWay = async (): Promise<Answer | undefined> => {
    const latest = (await context.store.get('intents', merchant, intent.id)) ?? intent
    const payment = await paymentOf(context, { ...session, intent: latest })
    if (payment?.status !== 'pending' || (await isMine(context, session, payment))) return undefined
    return wrap({ ok: true, status: 200, data: buyersRecord(payment, false) }, requestId)
  }
  const found = await underWay()
  if (found) return found
  const headers = new Map(request.headers).set('idempotency-key', attemptKey(session))
  headers.delete('x-service-simulate')
  const call = {
    context,
    merchant,
    nowMs,
    parameter: '',
    request: { ...request, path: attemptPath(intent), headers },
    outcome: context.outcomes.claim(merchant),
  }
  const act = payIntent(session, `${baseUrlOf(call)}/pay/${session.token}${returnQuery}`)
  const answer = await carryOutRequest(call, act, createPayment, requestId)
  return answer.status === 409 ? ((await underWay()) ?? answer) : answer
}
