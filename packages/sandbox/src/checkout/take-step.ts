import type { Context } from '@cedi/mock-server/service'
import { done, type Outcome, refused } from '@cedi/mock-server/service'
import type { Effect } from './events.js'
import { isMine, paymentOf, type Session, statusOf } from './session.js'
import { cancelPayment, enterCode } from './steps.js'

/** What a buyer can do with a payment that is under way. */
export type BuyerStep = Extract<Effect, { readonly do: 'cancel' | 'resend' | 'otp' }>

/**
 * What the buyer does with a payment that is under way. Only the browser that made it can.
 *
 * @returns How the checkout stands afterwards.
 */
export async function takeStep(context: Context, session: Session, step: BuyerStep): Promise<Outcome> {
  const payment = await paymentOf(context, session)
  if (!payment) return refused('invalid_state', 'There is no payment yet.')
  if (!(await isMine(context, session, payment))) return refused('not_found', 'This payment belongs to another window.')
  if (step.do === 'cancel') await cancelPayment(context, payment)
  // A network sends its request to the same payment again. Here nobody waits for one: that it was asked for is in the log.
  if (step.do === 'otp' && payment.status === 'pending' && (await enterCode(context, payment, step.code)) === 'wrong')
    return refused('invalid_request', 'This code is wrong.', 'code')
  return done(await statusOf(context, session))
}
