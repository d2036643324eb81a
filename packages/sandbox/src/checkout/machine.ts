import { moneyMovingStates } from '@cedi/contract/checkout-messages'
import { type MobileNetwork, mobileNetworks } from '@cedi/mock-server/instruments'
import { actsOf, ask, change, type Draft, follow, formOf, wrong } from './draft.js'
import type { Checkout, CheckoutEvent, Effect, Reply } from './events.js'
import { type CheckoutStatus, patienceMs } from './model.js'
import { hearOfLost, hearOfPayment, pay, settle } from './paying.js'
import { close, leave, tellShop } from './shop.js'
import { type Act, contactFields, problemOf, readCode } from './typed.js'

type EventOf<On extends CheckoutEvent['on']> = Extract<CheckoutEvent, { readonly on: On }>

function open(draft: Draft, { claims, framedBy, fullPage, host, attempt, lastUsed }: EventOf<'opened'>): void {
  const { model, effects } = draft
  if (model.isOpen) return
  model.isOpen = true
  if (!claims) {
    change(draft, { state: 'expired' })
    return
  }
  const { n, a, o, e } = claims
  const known = { merchant: n, pesewas: a, fullPage }
  if (framedBy !== undefined && !o.includes(framedBy)) {
    change(draft, { ...known, state: 'blocked' })
    tellShop(draft)
    effects.push({
      do: 'tell',
      method: 'ec.error',
      params: { code: 'origin_not_allowed', continue_url: host + fullPage },
    })
    return
  }
  const params = { ref: null, amount: a / 100, currency: 'GHS', expires_at: new Date(e).toISOString() } as const
  effects.push({ do: 'tell', method: 'ec.start', params })
  // Name and amount are in the token, so they can be shown before the service is asked.
  change(draft, { ...known, attempt, lastUsed: model.lastUsed ?? lastUsed })
  if (model.state === 'loading') ask(draft, 'check')
}

function press(draft: Draft, event: EventOf<'pressed'>): void {
  const { model } = draft
  const { act, fields, attempt } = event
  for (const name of contactFields) if (fields[name] !== undefined) model[name] = fields[name]
  const isPossible = actsOf(model).includes(act)
  // Any other action cancels a status check. A request that changes something is waited for, and the next press is
  // kept.
  if (model.busy && (model.busy !== 'check' || act === 'check')) {
    if (isPossible && act !== model.busy) model.next = event
    return
  }
  model.busy = undefined
  if (model.sending) {
    settle(draft)
    return
  }
  if (!isPossible) return
  // A message that is repeated counts as news again.
  change(draft, { problem: undefined, note: undefined })
  carryOut(draft, act, fields, attempt)
}

function carryOut(draft: Draft, act: Act, fields: EventOf<'pressed'>['fields'], attempt: string): void {
  const { model, effects } = draft
  const code = readCode(fields['code'])
  switch (act) {
    case 'pay':
      pay(draft, fields, attempt)
      break
    case 'check':
      check(draft)
      break
    case 'code':
      change(draft, { state: 'otp' })
      break
    case 'back':
      change(draft, { state: 'prompt' })
      break
    case 'otp':
      if (!code) {
        wrong(draft, { field: 'code', word: 'badCode' })
        return
      }
      model.busy = act
      effects.push({ do: act, code })
      return
    case 'resend':
      model.busy = act
      effects.push({ do: act })
      return
    case 'change':
    case 'other':
      // Two payments must not wait at the same time: first cancel the waiting one.
      if (model.status?.payment?.status !== 'pending') {
        goTo(draft, act)
        return
      }
      model.busy = act
      effects.push({ do: 'cancel' })
      return
    case 'retry':
      goTo(draft, act)
      break
    case 'copy':
      effects.push({ do: act })
      return
    case 'leave':
      // Asks once: a buyer who still leaves may go.
      if (model.isAsked) model.isLetGo = true
      model.isAsked = model.isHeld
      return
    case 'stay':
      model.isAsked = false
      return
    case 'done':
    case 'close':
      close(draft)
      return
    default:
      change(draft, { choice: act, state: formOf({ choice: act }) })
  }
}

/** Goes to the choice of a way to pay, or to the form that the payment came from. */
function goTo(draft: Draft, act: 'change' | 'other' | 'retry'): void {
  const { status, choice: last } = draft.model
  if (act === 'other') {
    change(draft, { state: 'method' })
    return
  }
  const { method, network } = status?.payment ?? {}
  const wallet = Object.keys(mobileNetworks).find((name) => name === network) as MobileNetwork | undefined
  const choice = method === 'card' ? 'card' : (wallet ?? last)
  change(draft, { choice, state: formOf({ choice }) })
}

function check(draft: Draft): void {
  const { model } = draft
  const { state, sent, choice } = model
  if (state === 'offline' && !sent && choice) {
    change(draft, { state: formOf(model) })
    return
  }
  model.busy = 'check'
  ask(draft, 'check')
}

/** The service reports the status, or could not be asked. */
function hearStatus(draft: Draft, { why, round, reply }: EventOf<'status'>): void {
  const { model } = draft
  if (why === 'settle') {
    hearOfLost(draft, reply)
    return
  }
  const isPressed = why === 'check' && model.busy === 'check'
  if (isPressed) model.busy = undefined
  if (round !== (model.round ?? 0)) return
  const { state, attempt, isOnline } = model
  if (reply.data) follow(draft, reply.data as CheckoutStatus, why === 'check')
  else if (reply.error?.code.endsWith('_api_key')) {
    change(draft, { state: 'expired' })
    return
  } else {
    const waits = state === 'prompt' || state === 'redirect' || state === 'pending'
    // Does not take away what the buyer types. A waiting payment was sent; with a stored attempt, a request may have
    // been.
    if (state === 'loading' || state === 'sending' || (waits && !isOnline))
      change(draft, { state: 'offline', sent: waits || !!attempt })
  }
  if (isPressed && model.state === state) change(draft, { note: reply.data ? 'stillWaiting' : 'notAsked' })
}

/** The answer to an action on a payment. */
function hear(draft: Draft, { to, reply }: EventOf<'answered'>): void {
  const { model } = draft
  if (to === 'pay') {
    hearOfPayment(draft, reply)
    return
  }
  const act = model.busy
  const isMeant = to === 'cancel' ? act === 'change' || act === 'other' : act === to
  if (!isMeant) return
  model.busy = undefined
  if (act === 'change' || act === 'other') hearOfCancel(draft, act, reply)
  else hearOfStep(draft, to === 'otp', reply)
}

function hearOfCancel(draft: Draft, act: 'change' | 'other', { data, error }: Reply): void {
  const status = data as CheckoutStatus | undefined
  if (!status) {
    wrong(draft, problemOf(error))
    return
  }
  if (status.payment?.status !== 'cancelled') {
    follow(draft, status, true)
    return
  }
  draft.model.status = status
  goTo(draft, act)
}

function hearOfStep(draft: Draft, isCode: boolean, { data, error, lost }: Reply): void {
  const { model } = draft
  const problem = problemOf(error)
  if (lost || problem.field === 'code') {
    wrong(draft, problem)
    // The code may have arrived although its answer is lost: then the payment has gone on.
    if (lost && isCode && model.status?.payment?.next_action?.type === 'enter_code') ask(draft, 'check')
    return
  }
  if (!data) {
    ask(draft, 'check')
    return
  }
  follow(draft, data as CheckoutStatus, isCode)
  if (!isCode && moneyMovingStates.includes(model.state)) change(draft, { note: 'withRetry' })
}

/** The buyer or the connection is back. */
function resume(draft: Draft): void {
  const { isOpen, state, sent, choice, sending, busy } = draft.model
  if (!isOpen || state === 'blocked') return
  if (sending) {
    settle(draft)
    return
  }
  if (state === 'offline' && !sent && choice) {
    change(draft, { state: formOf(draft.model) })
    return
  }
  if (!busy) ask(draft, state === 'offline' ? 'check' : 'look')
}

/** Time has passed: after a while, a payment without a result is shown as pending. */
function age(draft: Draft): void {
  const { state, status, nowMs } = draft.model
  const since = nowMs - Date.parse(status?.payment?.created_at ?? '')
  if (state === 'prompt' && since >= patienceMs) change(draft, { state: 'pending' })
}

function react(draft: Draft, event: CheckoutEvent): void {
  const { model } = draft
  const { state, sending } = model
  switch (event.on) {
    case 'opened':
      open(draft, event)
      break
    case 'unframed':
      change(draft, { state: 'blocked' })
      break
    case 'prefilled':
      change(draft, event.known)
      break
    case 'pressed':
      press(draft, event)
      break
    case 'answered':
      hear(draft, event)
      break
    case 'status':
      hearStatus(draft, event)
      break
    case 'mended':
      change(draft, { problem: undefined })
      break
    case 'copied':
      // A failed press of the button does not undo a copy made by hand.
      change(draft, { note: event.isCopied ? 'copied' : 'notCopied', isLetGo: model.isLetGo || event.isCopied })
      if (event.isCopied) model.isAsked = false
      break
    case 'told':
      if (!sending) follow(draft, event.status, false)
      break
    case 'rested':
      if (event.tries === sending?.tries) settle(draft)
      break
    case 'waited':
      if (isWaiting(draft.model)) ask(draft, 'look')
      break
    case 'second':
      age(draft)
      break
    case 'offline':
      if (state === 'prompt') change(draft, { state: 'offline', sent: true })
      break
    case 'returned':
      resume(draft)
      break
    case 'speechless':
      wrong(draft, { field: '', word: 'badRequest' })
      break
    case 'leaving':
      leave(draft)
      break
  }
}

/**
 * Returns what follows from an event. It is pure: it knows no page, no clock and no network. So the server's forms and
 * the browser's script behave the same, and tests can run it.
 *
 * @returns The next model, and the effects.
 */
export function next(
  before: Checkout,
  event: CheckoutEvent,
): { readonly model: Checkout; readonly effects: readonly Effect[] } {
  const draft: Draft = { model: { ...before }, effects: [] }
  react(draft, event)
  const { next: kept, busy } = draft.model
  if (kept && !busy) {
    draft.model.next = undefined
    press(draft, kept)
  }
  tellShop(draft)
  return draft
}

/** Whether the result comes from elsewhere. Then the service is followed. */
export const isWaiting = ({ state, sending }: Checkout): boolean =>
  !sending && state !== 'sending' && (moneyMovingStates.includes(state) || state === 'pending' || state === 'offline')
