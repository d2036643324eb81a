/** @jsxImportSource hono/jsx */
import { amountText } from '@cedi/contract/amount-text'
import type { PaymentRow } from '@cedi/ledger'
import type { Context, HttpResponse, IncomingRequest } from '@cedi/mock-server/service'
import { challengeToken, endPayment, readToken, runDueEvents } from '@cedi/mock-server/service'
import type { Html } from '../kit/html.js'
import { type StoreLanguage, storeLanguage } from '../kit/languages/store.js'
import { fill } from '../kit/languages/words.js'
import { sheet } from '../kit/sheet.js'

interface Challenge {
  /** The whole token. */
  readonly token: string
  readonly m: string
  readonly p: string
  /** Where the buyer goes afterwards. */
  readonly r?: string
}

/** The page of the bank, where the holder of a card confirms or refuses. @decision 0013 */
export async function challengePage(context: Context, request: IncomingRequest): Promise<HttpResponse> {
  const challenge = readChallenge(context, request.path.slice('/challenge/'.length))
  // The return address knows the language in which the buyer was asked.
  const asked = challenge?.r ? new URL(challenge.r).searchParams : request.query
  const language = storeLanguage(asked, request.headers.get('accept-language'))
  const none = () => sheet(language, 404, language.words.noneHere, <p>{language.words.goBack}</p>)
  if (!challenge) return none()
  const nowMs = context.clock.nowMs()
  await runDueEvents(context, challenge.m, nowMs)
  if (request.method === 'POST') {
    const decision = new URLSearchParams(request.body ?? '').get('decision')
    if (decision === 'confirm' || decision === 'refuse') await decide(context, challenge, decision, nowMs)
  } else if (request.method !== 'GET' && request.method !== 'HEAD') {
    const { headers } = sheet(language, 405, '')
    return { status: 405, headers: { ...headers, Allow: 'GET, POST' }, body: '' }
  }
  const payment = await paymentOf(context, challenge)
  if (!payment) return none()
  const merchant = (await context.store.get('merchants', challenge.m, challenge.m))?.name ?? challenge.m
  return payment.status === 'pending'
    ? question(payment, merchant, language)
    : verdict(payment, merchant, language, challenge.r)
}

/** The claims of the token in the address; undefined if no payment issued it. */
function readChallenge({ secret }: Context, token: string): Challenge | undefined {
  const read = readToken(secret, token) as Partial<Challenge> | undefined
  return typeof read?.m === 'string' && typeof read.p === 'string' ? ({ ...read, token } as Challenge) : undefined
}

/** The payment that a token was signed for. After a reset or a simulation, its id may belong to another payment. */
async function paymentOf(context: Context, { token, m, p, r }: Challenge): Promise<PaymentRow | undefined> {
  const payment = await context.store.get('payments', m, p)
  return payment && challengeToken(context.secret, payment, r) === token ? payment : undefined
}

/** Only a waiting payment is decided here, so a page that was left open changes nothing later. */
async function decide(
  context: Context,
  { token, m, p, r }: Challenge,
  decision: 'confirm' | 'refuse',
  nowMs: number,
): Promise<void> {
  const how = decision === 'confirm' ? 'approve' : ({ decline: 'payment_not_approved' } as const)
  await endPayment(
    context,
    how,
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

const amountOf = ({ amount_pesewas }: PaymentRow, { facts }: StoreLanguage): string =>
  amountText(Number(amount_pesewas), facts.locale)

function question(payment: PaymentRow, merchant: string, language: StoreLanguage): HttpResponse {
  const { words } = language
  return sheet(
    language,
    200,
    words.bankTitle,
    <>
      <dl>
        <Line term={words.bankTo} value={merchant} />
        <Line term={words.bankAmount} value={amountOf(payment, language)} />
        <Line term={words.bankCard} value={`•••• ${payment.card_last4 ?? ''}`} />
      </dl>
      <p>{words.bankNote}</p>
      <form method="post">
        <button type="submit" class="main" name="decision" value="confirm">
          {words.bankConfirm}
        </button>
        <button type="submit" class="quiet" name="decision" value="refuse">
          {words.bankRefuse}
        </button>
      </form>
    </>,
  )
}

function verdict(
  payment: PaymentRow,
  merchant: string,
  language: StoreLanguage,
  returnUrl: string | undefined,
): HttpResponse {
  const { words } = language
  const status = payment.status as 'succeeded' | 'failed' | 'expired' | 'cancelled'
  return sheet(
    language,
    200,
    words[`bank_${status}`],
    <>
      <p>{words[`bank_${status}Text`]}</p>
      <p>
        <bdi>{merchant}</bdi> · <bdi>{amountOf(payment, language)}</bdi>
      </p>
      {returnUrl !== undefined && (
        <a class="button main" href={returnUrl} rel="noreferrer">
          {fill(words.backTo, { merchant })}
        </a>
      )}
    </>,
  )
}
