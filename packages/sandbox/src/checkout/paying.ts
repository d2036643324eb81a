import { ask, change, type Draft, follow, wrong } from './draft.js'
import type { Reply } from './events.js'
import type { CheckoutPayment, CheckoutStatus } from './model.js'
import { type Fields, problemOf, readContact, readInstrument } from './typed.js'

// Sends one payment until there is an answer. After a lost answer, it asks what happened before it sends the same again
// with the same attempt. Until then nothing else is sent.

const maxTries = 5
/**
 * After the first time, the buyer reads that it is taking long. After the second there is a way out, however few tries
 * were made.
 */
const slowMs = 8_000
const deadlineMs = 20_000

/** Pays with what was typed, or reports what is wrong with it. */
export function pay(draft: Draft, fields: Fields, newAttempt: string): void {
  const { model, effects } = draft
  const { choice, attempt: before = '' } = model
  if (!choice) return
  effects.push({ do: 'prefer', choice })
  const read = readInstrument(choice, fields, model.nowMs)
  if ('field' in read) {
    change(draft, { problem: read })
    return
  }
  const contact = readContact(model.status?.intent.asks, model)
  if ('field' in contact) {
    change(draft, { problem: contact })
    return
  }
  if (!model.isOnline) {
    change(draft, { state: 'offline', sent: false })
    return
  }
  const body = { ...read, ...contact }
  const text = JSON.stringify(body)
  // The same again after a lost answer is the same attempt.
  const attempt = model.unsure === text ? before : newAttempt
  Object.assign(model, { unsure: text, attempt })
  model.sending = { phase: 'resting', body, from: model.state, before, tries: 0, sinceMs: model.nowMs }
  effects.push({ do: 'keep', attempt })
  send(draft)
}

function send(draft: Draft): void {
  const { model, effects } = draft
  const { sending, attempt = '' } = model
  if (!sending) return
  if (model.isOnline) change(draft, { state: 'sending' })
  model.sending = { ...sending, phase: 'paying' }
  model.round = (model.round ?? 0) + 1
  effects.push({ do: 'pay', body: sending.body, attempt })
}

/** The answer to a payment that was sent. */
export function hearOfPayment(draft: Draft, { data, error, lost }: Reply): void {
  const { model, effects } = draft
  const { sending, status } = model
  if (sending?.phase !== 'paying') return
  // The same request is still running: ask for its result.
  if (lost || error?.code === 'idempotency_in_progress') {
    if (!model.isOnline) change(draft, { state: 'offline', sent: true })
    else if (model.nowMs - sending.sinceMs >= slowMs) change(draft, { note: 'slow' })
    model.sending = { ...sending, phase: 'resting' }
    effects.push({ do: 'rest', ms: 1000 * 2 ** sending.tries, tries: sending.tries })
    return
  }
  end(draft)
  if (error) {
    // Nothing was paid with this attempt: the latest payment belongs to the one before.
    model.attempt = sending.before
    if (sending.before) effects.push({ do: 'keep', attempt: sending.before })
    refused(draft, error, sending.from)
    return
  }
  const payment = data as CheckoutPayment
  const isKnown = status && payment.status === 'pending' && payment.phone
  if (isKnown) follow(draft, { ...status, payment, mine: true, now: payment.created_at }, true)
  // The payment is already final, or somebody else's: ask the service for the rest.
  else ask(draft, 'check')
}

function end({ model }: Draft): void {
  model.sending = undefined
  model.unsure = undefined
}

function refused(draft: Draft, error: NonNullable<Reply['error']>, from: Draft['model']['state']): void {
  if (error.code.endsWith('_api_key')) {
    change(draft, { state: 'expired' })
    return
  }
  const problem = problemOf(error)
  wrong(draft, problem, problem.word === 'outOfStock' ? 'method' : from)
  // Something else was paid meanwhile, or the checkout has ended.
  if (error.code === 'invalid_state') ask(draft, 'check')
}

/** The pause is over: ask what happened to the payment. */
export function settle(draft: Draft): void {
  const { model } = draft
  if (model.sending?.phase !== 'resting') return
  model.sending = { ...model.sending, phase: 'asking' }
  ask(draft, 'settle')
}

/** What happened to a payment whose answer was lost. */
export function hearOfLost(draft: Draft, { data }: Reply): void {
  const { model } = draft
  const { sending } = model
  if (sending?.phase !== 'asking') return
  const status = data as CheckoutStatus | undefined
  if (status?.payment && status.mine) {
    end(draft)
    follow(draft, status, true)
    return
  }
  const tries = sending.tries + 1
  const isLate = model.nowMs - sending.sinceMs >= deadlineMs
  model.sending = tries < maxTries && !isLate ? { ...sending, tries } : undefined
  if (model.sending) {
    send(draft)
    return
  }
  // It may have been sent: until the service can be asked, nothing must be paid again.
  change(draft, { state: 'offline', sent: true })
}
