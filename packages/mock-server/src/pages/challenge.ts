import { formatCedisText, isEmpty, type PaymentRow, paymentFailed, transact, withSteps } from '@cedi/ledger'
import type { Answer } from '../answer.js'
import type { Context } from '../context.js'
import { paymentRows, planConfirmation, runDueEvents } from '../events.js'
import type { IncomingRequest } from '../request.js'
import { failureOf } from '../schedule.js'
import { readToken } from '../token.js'
import { escapeHtml, page } from './page.js'

interface Challenge {
  readonly m: string
  readonly p: string
  /** Where the buyer goes afterwards. */
  readonly r?: string
}

/** The page of the bank, where the holder of a card confirms or refuses. @decision 0013 */
export async function challengePage(context: Context, request: IncomingRequest): Promise<Answer> {
  const challenge = readToken(context.secret, request.path.slice('/challenge/'.length)) as Challenge | undefined
  if (!challenge)
    return page(404, 'Not found', '<h1>There is no such payment</h1><p>Go back to the shop and try again.</p>')
  const nowMs = context.clock.nowMs()
  await runDueEvents(context, challenge.m, nowMs)
  if (request.method === 'POST') {
    const decision = new URLSearchParams(request.body ?? '').get('decision')
    if (decision === 'confirm' || decision === 'refuse') await decide(context, challenge, decision, nowMs)
  } else if (request.method !== 'GET')
    return { ...page(405, 'Not allowed', '<h1>Not possible</h1><p>Open this page in a browser.</p>'), body: '' }
  const payment = await context.store.get('payments', challenge.m, challenge.p)
  if (!payment)
    return page(404, 'Not found', '<h1>There is no such payment</h1><p>Go back to the shop and try again.</p>')
  const merchant = (await context.store.get('merchants', challenge.m, challenge.m))?.name ?? challenge.m
  return payment.status === 'pending' ? question(payment, merchant) : verdict(payment, merchant, challenge.r)
}

async function decide(
  context: Context,
  { m, p }: Challenge,
  decision: 'confirm' | 'refuse',
  nowMs: number,
): Promise<void> {
  await transact(context.store, async (reader) => {
    const planned =
      decision === 'confirm'
        ? await planConfirmation(context, m, p, nowMs, reader)
        : paymentFailed({ failure: failureOf('payment_not_approved') }, await paymentRows(reader, m, p))
    const payment = await reader.get('payments', m, p)
    // Only a payment that waits is decided here: a page left open changes nothing later.
    if (!planned.ok || isEmpty(planned.plan) || payment?.status !== 'pending') return nothing(m)
    const events = await reader.list('events', m, { limit: 20, where: { ref: p } })
    const removes = events
      .filter((event) => event.kind !== 'available')
      .map(({ id }) => ({ table: 'events', id }) as const)
    return withSteps({ ok: true, plan: planned.plan, records: undefined }, { removes })
  })
}

const nothing = (merchant: string) =>
  ({
    ok: true,
    plan: { merchant, inserts: [], moves: [], removes: [], counters: [], entries: [] },
    records: undefined,
  }) as const

const amountOf = (payment: PaymentRow): string => escapeHtml(formatCedisText(payment.amount_pesewas))

function question(payment: PaymentRow, merchant: string): Answer {
  return page(
    200,
    'Confirm your payment',
    `<h1>Confirm your payment</h1>
<dl><div><dt>To</dt><dd>${escapeHtml(merchant)}</dd></div><div><dt>Amount</dt><dd>${amountOf(payment)}</dd></div>
<div><dt>Card</dt><dd>•••• ${escapeHtml(payment.card_last4 ?? '')}</dd></div></dl>
<p>This page stands for the one of your bank. Nothing is charged: it is a test.</p>
<form method="post"><button name="decision" value="confirm">Confirm the payment</button>
<button name="decision" value="refuse" class="quiet">This was not me</button></form>`,
  )
}

const words: Readonly<Record<string, readonly [string, string]>> = {
  succeeded: ['Confirmed', 'The payment was made.'],
  failed: ['Not paid', 'You refused the payment. Nothing was charged.'],
  expired: ['Too late', 'The time for this payment is over. Nothing was charged.'],
  cancelled: ['Called off', 'The payment was called off. Nothing was charged.'],
}

function verdict(payment: PaymentRow, merchant: string, returnUrl: string | undefined): Answer {
  const [title, text] = words[payment.status] ?? ['Done', '']
  const back = returnUrl
    ? `<p><a class="button" href="${escapeHtml(returnUrl)}">Back to ${escapeHtml(merchant)}</a></p>`
    : ''
  return page(200, title, `<h1>${title}</h1><p>${text}</p><p>${escapeHtml(merchant)} · ${amountOf(payment)}</p>${back}`)
}
