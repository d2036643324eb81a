/** @jsxImportSource hono/jsx */
import { amountText } from '@cedi/contract/amount-text'
import {
  type Context,
  challengeToken,
  endPayment,
  getBaseUrl,
  type HttpResponse,
  type IncomingRequest,
  type PaymentRow,
  readToken,
  receiptToken,
  runDueEvents,
  toReceiptSubject,
} from '@cedi/mock-server/internal'
import type { Html } from '../kit/html.js'
import { type StoreLanguage, storeLanguage } from '../kit/languages/store.js'
import { fill } from '../kit/languages/words.js'
import { messagePage } from '../kit/message-page.js'

interface Challenge {
  /** The whole token. */
  readonly token: string
  readonly m: string
  readonly p: string
  /** Return URL. */
  readonly r?: string
}

/** The page of the bank, where the holder of a card confirms or rejects a payment. @decision 0013 */
export async function challengePage(context: Context, request: IncomingRequest): Promise<HttpResponse> {
  const challenge = readChallenge(context, request.path.slice('/challenge/'.length))
  // The return URL contains the language of the checkout.
  const query = challenge?.r ? new URL(challenge.r).searchParams : request.query
  const language = storeLanguage(query, request.headers.get('accept-language'))
  const notFound = () => messagePage(language, 404, language.words.noneHere, <p>{language.words.goBack}</p>)
  if (!challenge) return notFound()
  const nowMs = context.clock.nowMs()
  await runDueEvents(context, challenge.m, nowMs)
  if (request.method === 'POST') {
    const decision = new URLSearchParams(request.body ?? '').get('decision')
    if (decision === 'confirm' || decision === 'refuse') await decide(context, challenge, decision, nowMs)
  } else if (request.method !== 'GET' && request.method !== 'HEAD') {
    const { notPossible, notPossibleText } = language.words
    const page = messagePage(language, 405, notPossible, <p>{notPossibleText}</p>)
    return { ...page, headers: { ...page.headers, Allow: 'GET, POST' } }
  }
  const payment = await readPayment(context, challenge)
  if (!payment) return notFound()
  const merchant = (await context.store.get('merchants', challenge.m, challenge.m))?.name ?? challenge.m
  return payment.status === 'pending'
    ? decisionPage(payment, merchant, language)
    : resultPage(payment, merchant, language, challenge.r, getProofUrl({ context, request }, payment))
}

/** Reads the claims of the token in the URL. Returns undefined if the token is invalid. */
function readChallenge({ secret }: Context, token: string): Challenge | undefined {
  const read = readToken(secret, token) as Partial<Challenge> | undefined
  return typeof read?.m === 'string' && typeof read.p === 'string' ? ({ ...read, token } as Challenge) : undefined
}

/** Reads the payment of a token. After a reset or a simulation, its id may belong to another payment. */
async function readPayment(context: Context, { token, m, p, r }: Challenge): Promise<PaymentRow | undefined> {
  const payment = await context.store.get('payments', m, p)
  return payment && challengeToken(context.secret, payment, r) === token ? payment : undefined
}

/** Applies the decision to a pending payment, so that an outdated page has no effect. */
async function decide(
  context: Context,
  { token, m, p, r }: Challenge,
  decision: 'confirm' | 'refuse',
  nowMs: number,
): Promise<void> {
  const outcome = decision === 'confirm' ? 'approve' : ({ decline: 'payment_not_approved' } as const)
  await endPayment(
    context,
    outcome,
    { merchant: m, ref: p, nowMs },
    (payment) => payment.status === 'pending' && challengeToken(context.secret, payment, r) === token,
  )
}

const Line = ({ term, value }: { readonly term: string; readonly value: string }): Html => (
  <div>
    <dt>{term}</dt>
    <dd>
      <bdi>{value}</bdi>
    </dd>
  </div>
)

/** URL of the public receipt, without keys and numbers, because the bank's page does not know its visitor. */
const getProofUrl = (call: { context: Context; request: IncomingRequest }, payment: PaymentRow): string | undefined =>
  payment.status === 'succeeded'
    ? `${getBaseUrl(call)}/receipt/${receiptToken(call.context.secret, 'proof', toReceiptSubject(payment))}`
    : undefined

const formatAmount = ({ amount_pesewas }: PaymentRow, { facts }: StoreLanguage): string =>
  amountText(Number(amount_pesewas), facts.locale)

function decisionPage(payment: PaymentRow, merchant: string, language: StoreLanguage): HttpResponse {
  const { words } = language
  return messagePage(
    language,
    200,
    words.bankTitle,
    <>
      <dl>
        <Line term={words.bankTo} value={merchant} />
        <Line term={words.bankAmount} value={formatAmount(payment, language)} />
        <Line term={words.bankCard} value={`•••• ${payment.card_last4 ?? ''}`} />
      </dl>
      <p>{words.bankNote}</p>
      <form method="post">
        <button type="submit" class="main" name="decision" value="confirm">
          {words.bankConfirm}
        </button>
        <button type="submit" class="quiet" name="decision" value="refuse">
          {words.bankDecline}
        </button>
      </form>
    </>,
  )
}

function resultPage(
  payment: PaymentRow,
  merchant: string,
  language: StoreLanguage,
  returnUrl: string | undefined,
  receiptUrl: string | undefined,
): HttpResponse {
  const { words } = language
  const status = payment.status as 'succeeded' | 'failed' | 'expired' | 'cancelled'
  return messagePage(
    language,
    200,
    words[`bank_${status}`],
    <>
      <p>{words[`bank_${status}Text`]}</p>
      <p>
        <bdi>{merchant}</bdi> · <bdi>{formatAmount(payment, language)}</bdi>
      </p>
      {returnUrl !== undefined && (
        <a class="button main" href={returnUrl} rel="noreferrer">
          {fill(words.backTo, { merchant })}
        </a>
      )}
      {receiptUrl !== undefined && (
        <a class="button quiet" href={receiptUrl} rel="noreferrer">
          {words.receipt}
        </a>
      )}
    </>,
  )
}
