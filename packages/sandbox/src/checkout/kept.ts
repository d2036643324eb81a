import { amountText } from '@cedi/contract/amount-text'
import type { Context } from '@cedi/mock-server/service'
import { instrumentOf } from '../kit/instrument.js'
import type { Before, Kept } from '../kit/kept.js'
import type { StoreLanguage } from '../kit/languages/store.js'
import { fill } from '../kit/languages/words.js'
import { openSession, paymentOf, type Session, statusOf } from './session.js'
import { takeStep } from './take-step.js'

/** How long a received payment is news to its buyer. */
const newsMs = 86_400_000

/**
 * Checks the payment that a page remembers, before the same product is paid for again.
 *
 * @returns Undefined when no payment waits any more, and none has succeeded since the buyer left.
 * @decision 0028
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
  // It was approved after the buyer had left. The buyer must see it, with what was bought, before paying again.
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
  const { payment, intent } = await statusOf(context, session)
  const { phone = null, card_last4 = null } = payment ?? {}
  const on = instrumentOf({ phone, card_last4 }) ?? ''
  const amount = amountText(Number(session.intent.amount_pesewas), facts.locale)
  const sentence = isStuck ? words.keptStuck : on ? words.keptWaits : words.keptWaitsUnseen
  return {
    ask: {
      text: fill(sentence, { amount, on, merchant: intent.merchant }),
      again: words.keptLook,
      anew: words.keptAnew,
    },
  }
}
