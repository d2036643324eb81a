import type { Context } from '@cedi/mock-server/service'
import { instrumentOf } from '../kit/instrument.js'
import type { Before, Kept } from '../kit/kept.js'
import type { StoreLanguage } from '../kit/languages/store.js'
import { amountText, fill } from '../kit/languages/words.js'
import { openSession, paymentOf, type Session, statusOf } from './session.js'
import { takeStep } from './take-step.js'

/** So long it is news to a buyer that a payment has come through. */
const newsMs = 86_400_000

/**
 * Looks at the payment that a page remembers, before the same product is paid for again.
 *
 * @returns Nothing when none waits any more, and none has come through since the buyer left.
 * @decision 0068
 */
export async function askAboutKept(
  context: Context,
  { token, resume, anew }: Kept,
  language: StoreLanguage,
): Promise<Before | undefined> {
  const session = await openSession(context, { token, attempt: resume, root: '' })
  if (!session) return undefined
  if (anew === 'cancel') await takeStep(context, session, { do: 'cancel' })
  const payment = await paymentOf(context, session)
  // It was approved after its buyer had left: that has to be seen, with what was bought, before anything is paid again.
  if (payment?.status === 'succeeded')
    return context.clock.nowMs() - (payment.paid_ms ?? 0) < newsMs ? { token } : undefined
  if (payment?.status !== 'pending' || anew === 'leave') return undefined
  return ask(context, session, language, anew === 'cancel')
}

async function ask(
  context: Context,
  session: Session,
  { words, facts }: StoreLanguage,
  isStuck = false,
): Promise<Before> {
  const { payment } = await statusOf(context, session)
  const { phone = null, card_last4 = null } = payment ?? {}
  const on = instrumentOf({ phone, card_last4 }) ?? ''
  const amount = amountText(Number(session.intent.amount_pesewas), facts.locale)
  const sentence = isStuck ? words.keptStuck : on ? words.keptWaits : words.keptWaitsUnseen
  return { ask: { text: fill(sentence, { amount, on }), again: words.keptLook, anew: words.keptAnew } }
}
