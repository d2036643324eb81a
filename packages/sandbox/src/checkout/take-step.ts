import { fail, type Result } from '@cedi/ledger'
import type { Context } from '@cedi/mock-server/service'
import { type ResponseData, respondWith } from '@cedi/mock-server/service'
import type { Effect } from './events.js'
import { isMine, paymentOf, type Session, statusOf } from './session.js'
import { cancelPayment, enterCode } from './steps.js'

/** What a buyer can do with an open payment. */
export type BuyerStep = Extract<Effect, { readonly do: 'cancel' | 'resend' | 'otp' }>

/**
 * Does what the buyer asks with an open payment. Only the browser that made the payment can.
 *
 * @returns The checkout's status afterwards.
 */
export async function takeStep(context: Context, session: Session, step: BuyerStep): Promise<Result<ResponseData>> {
  const payment = await paymentOf(context, session)
  if (!payment) return fail('invalid_state', 'There is no payment yet. Create one first.')
  if (!(await isMine(context, session, payment)))
    return fail('not_found', 'This payment belongs to another window. Go on there.')
  if (step.do === 'cancel') await cancelPayment(context, payment)
  // A real network would send its request to the phone again. Here no phone is waiting, so only the log shows it.
  if (step.do === 'otp' && payment.status === 'pending' && (await enterCode(context, payment, step.code)) === 'wrong')
    return fail('invalid_request', 'This code is wrong. Check it and send it again.', 'code')
  return respondWith(await statusOf(context, session))
}
