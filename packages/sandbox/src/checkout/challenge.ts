import { isEmpty, makePlan, type PaymentRow, paymentFailed, type Reader, transact, withSteps } from '@cedi/ledger'
import type { Answer, Context, IncomingRequest } from '@cedi/mock-server/service'
import {
  challengeToken,
  failureOf,
  paymentRows,
  planConfirmation,
  readToken,
  runDueEvents,
} from '@cedi/mock-server/service'
import { type StoreLanguage, storeLanguage } from '../kit/languages/store.js'
import { amountText, fill } from '../kit/languages/words.js'
import { sheet } from '../kit/sheet.js'
import { h, type Tree } from '../kit/tree.js'

interface Challenge {
  /** The whole token. */
  readonly token: string
  readonly m: string
  readonly p: string
  /** Where the buyer goes afterwards. */
  readonly r?: string
}

/** The page of the bank, where the holder of a card confirms or refuses. @decision 0013 */
export async function challengePage(context: Context, request: IncomingRequest): Promise<Answer> {
  const challenge = readChallenge(context, request.path.slice('/challenge/'.length))
  // The address to go back to knows in which language the buyer was asked.
  const asked = challenge?.r ? new URL(challenge.r).searchParams : request.query
  const language = storeLanguage(asked, request.headers.get('accept-language'))
  const none = () => sheet(language, 404, language.words.noneHere, h('p', {}, language.words.goBack))
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

/** What the token of the address says; nothing when it is not one that a payment gave. */
function readChallenge({ secret }: Context, token: string): Challenge | undefined {
  const read = readToken(secret, token) as Partial<Challenge> | undefined
  return typeof read?.m === 'string' && typeof read.p === 'string' ? ({ ...read, token } as Challenge) : undefined
}

/** The payment that a token was signed for. Its id may mean another one now, as after a reset or a simulated request. */
async function paymentOf(
  context: Context,
  { token, m, p, r }: Challenge,
  reader: Reader = context.store,
): Promise<PaymentRow | undefined> {
  const payment = await reader.get('payments', m, p)
  return payment && challengeToken(context.secret, payment, r) === token ? payment : undefined
}

async function decide(
  context: Context,
  challenge: Challenge,
  decision: 'confirm' | 'refuse',
  nowMs: number,
): Promise<void> {
  const { m, p } = challenge
  await context.inTurn(m, () =>
    transact(context.store, async (reader) => {
      const planned =
        decision === 'confirm'
          ? await planConfirmation(context, m, p, nowMs, reader)
          : paymentFailed({ failure: failureOf('payment_not_approved') }, await paymentRows(reader, m, p))
      const payment = await paymentOf(context, challenge, reader)
      // Only a payment that waits is decided here: a page left open changes nothing later.
      if (!planned.ok || isEmpty(planned.plan) || payment?.status !== 'pending') return nothing(m)
      const events = await reader.list('events', m, { limit: 20, where: { ref: p } })
      const removes = events
        .filter((event) => event.kind !== 'available')
        .map(({ id }) => ({ table: 'events', id }) as const)
      return withSteps({ ok: true, plan: planned.plan, records: undefined }, { removes })
    }),
  )
}

const nothing = (merchant: string) => ({ ok: true, plan: makePlan(merchant), records: undefined }) as const

const line = (term: string, value: string): Tree => h('div', {}, h('dt', {}, term), h('dd', {}, h('bdi', {}, value)))

const amountOf = ({ amount_pesewas }: PaymentRow, { facts }: StoreLanguage): string =>
  amountText(Number(amount_pesewas), facts.locale)

function question(payment: PaymentRow, merchant: string, language: StoreLanguage): Answer {
  const { words } = language
  return sheet(
    language,
    200,
    words.bankTitle,
    h(
      'dl',
      {},
      line(words.bankTo, merchant),
      line(words.bankAmount, amountOf(payment, language)),
      line(words.bankCard, `•••• ${payment.card_last4 ?? ''}`),
    ),
    h('p', {}, words.bankNote),
    h(
      'form',
      { method: 'post' },
      h('button', { class: 'main', name: 'decision', value: 'confirm' }, words.bankConfirm),
      h('button', { class: 'quiet', name: 'decision', value: 'refuse' }, words.bankRefuse),
    ),
  )
}

function verdict(
  payment: PaymentRow,
  merchant: string,
  language: StoreLanguage,
  returnUrl: string | undefined,
): Answer {
  const { words } = language
  const status = payment.status as 'succeeded' | 'failed' | 'expired' | 'cancelled'
  return sheet(
    language,
    200,
    words[`bank_${status}`],
    h('p', {}, words[`bank_${status}Text`]),
    h('p', {}, h('bdi', {}, merchant), ' · ', amountOf(payment, language)),
    returnUrl !== undefined &&
      h('a', { class: 'button main', href: returnUrl, rel: 'noreferrer' }, fill(words.backTo, { merchant })),
  )
}
