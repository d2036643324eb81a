import { amountText } from '@cedi/contract/amount-text'
import type { Context } from '@cedi/mock-server/internal'
import { formatInstrument } from '../kit/instrument.js'
import type { StoreLanguage } from '../kit/languages/store.js'
import { fill } from '../kit/languages/words.js'
import type { PayAgainQuestion, StoredPayment, StoredPaymentCheck } from '../kit/stored-payment.js'
import { applyBuyerAction } from './payment-actions.js'
import { openSession, readPayment, readStatus, type Session } from './session.js'

/** Age up to which a received payment is shown to its buyer before another. */
const shownForMs = 86_400_000

/**
 * Checks the payment that a page stored, before the same product is paid for again.
 *
 * @returns Undefined if no payment is pending, and none has succeeded since the buyer left.
 * @decision 0029
 */
export async function checkStoredPayment(
  context: Context,
  { token, resume, pay_again: payAgain }: StoredPayment,
  language: StoreLanguage,
): Promise<StoredPaymentCheck | undefined> {
  const session = await openSession(context, { token, attempts: resume, root: '' })
  if (!session) return undefined
  if (payAgain === 'cancel') await applyBuyerAction(context, session, { type: 'cancelPayment' })
  const payment = await readPayment(context, session)
  // Approved after the buyer had left: the buyer sees it before paying again.
  if (payment?.status === 'succeeded')
    return context.clock.nowMs() - (payment.paid_ms ?? 0) < shownForMs ? { token } : undefined
  if (payment?.status !== 'pending' || payAgain === 'leave') return undefined
  return { question: await createQuestion(context, session, language, payAgain === 'cancel') }
}

async function createQuestion(
  context: Context,
  session: Session,
  { words, facts }: StoreLanguage,
  isStuck: boolean,
): Promise<PayAgainQuestion> {
  const { payment, intent } = await readStatus(context, session)
  const { phone = null, card_last4 = null } = payment ?? {}
  const on = formatInstrument({ phone, card_last4 }) ?? ''
  const amount = amountText(Number(session.intent.amount_pesewas), facts.locale)
  const text = isStuck
    ? words.pendingPaymentNotCancellable
    : on
      ? words.pendingPayment
      : words.pendingPaymentWithoutPhone
  return {
    text: fill(text, { amount, on, merchant: intent.merchant }),
    show: words.showPendingPayment,
    pay_again: words.startNewPayment,
  }
}
