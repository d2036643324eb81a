import { type CheckoutState, choosingStates, moneyMovingStates, quietStates } from '@cedi/contract/checkout-messages'
import type { Brought } from './brought.js'
import type { FrameMessage } from './message.js'
import type { CheckoutEventName, Outcome } from './options.js'
import type { Effect, Screen, SessionEvent, SessionModel } from './session-model.js'

/** One step in progress: the next model, and the effects. */
interface Step {
  readonly model: { -readonly [name in keyof SessionModel]: SessionModel[name] }
  readonly effects: Effect[]
}

/** Which event reports an outcome. */
const eventNames = { succeeded: 'success', pending: 'pending', failed: 'failed', expired: 'expired' } as const

/** A short, safe text, such as a ref or a code; otherwise empty. */
const wordOf = (value: unknown): string => (typeof value === 'string' && /^[\w.:-]{1,400}$/.test(value) ? value : '')

const isPaid = ({ outcome }: SessionModel): boolean => outcome?.status === 'succeeded'

/** The height that the page in the frame asks for, in CSS pixels. */
const heightOf = (value: unknown): number => (typeof value === 'number' && value) || 600

function show({ model, effects }: Step, screen: Screen): void {
  model.screen = screen
  effects.push({ do: 'draw' })
}

function emit({ model, effects }: Step, type: CheckoutEventName, code?: string): void {
  const { ref, state, outcome } = model
  effects.push({ do: 'emit', event: { type, ref, state, outcome, code } })
}

/** Records the outcome and tells the page. `isFinal` is false while the buyer may try again. */
function conclude(step: Step, status: keyof typeof eventNames, code = '', isFinal = true): void {
  const { model, effects } = step
  const { ref, via } = model
  // A paid checkout stays paid, whatever comes later.
  if (isPaid(model)) return
  const outcome: Outcome = { status, via, ...(ref && { ref }), ...(code && { code }) }
  model.outcome = outcome
  model.isMoneyMoving = false
  if (status !== 'pending') effects.push({ do: 'forget' })
  emit(step, eventNames[status])
  if (isFinal) effects.push({ do: 'settle', outcome })
}

function start(step: Step): void {
  step.model.isAnswered = false
  show(step, 'opening')
  step.effects.push({ do: 'load' })
}

function giveUp(step: Step, code: string, screen: Screen = 'unreachable'): void {
  show(step, screen)
  emit(step, 'error', code)
}

/** Shows the checkout as soon as there is a token and a frame that knows it. */
function showCheckout(step: Step): void {
  const { model, effects } = step
  if (!model.token) return
  if (model.way === 'here') {
    if (model.isAnswered && model.screen !== 'question') show(step, 'frame')
    return
  }
  show(step, 'outside')
  if (model.way === 'redirect') {
    leaveForPage(step)
    effects.push({ do: 'redirect' })
  }
}

/** The buyer continues outside this page, and may pay there. */
function leaveForPage({ model, effects }: Step): void {
  model.hasLeft = true
  if (model.token) effects.push({ do: 'remember' })
}

function takeIntent(step: Step, value: unknown, resume = ''): void {
  const { model, effects } = step
  // Another try may have returned a token meanwhile: the first one stays.
  if (!model.token) {
    if (typeof value !== 'string' || !/^[\w-]+\.[\w-]+$/.test(value)) {
      takeNoIntent(step, (value ?? {}) as Partial<Brought>)
      return
    }
    // The remembered payment may still be moving, whether its page ever loads or not.
    Object.assign(model, { token: value, resume, hasLeft: false, isMoneyMoving: resume !== '' })
    // So far, only the intent can have failed.
    if (!isPaid(model)) model.outcome = undefined
    effects.push(model.isAnswered ? { do: 'token', token: value } : { do: 'facts' })
  }
  showCheckout(step)
}

/** There is something to say instead. */
function takeNoIntent(step: Step, { ask, message = '', code = 'intent_failed' }: Partial<Brought>): void {
  const { model } = step
  if (ask) {
    // A buyer who leaves now leaves a payment that may still succeed.
    Object.assign(model, { ask, hasLeft: true })
    show(step, 'ask')
    return
  }
  model.refusal = message
  conclude(step, 'failed', code, false)
  giveUp(step, code, message ? 'refused' : 'unreachable')
}

/** Closes. The outcome is reported when nothing is left in the page. */
function close({ model, effects }: Step): void {
  model.isClosed = true
  effects.push({ do: 'remove' })
}

function leave(step: Step): void {
  const { isMoneyMoving, isHeld, screen } = step.model
  if ((isMoneyMoving || isHeld) && screen !== 'question') show(step, 'question')
  else close(step)
}

function stay(step: Step): void {
  // Without a page that was told what to show there is nothing behind the question.
  if (!step.model.isAnswered) start(step)
  else {
    show(step, 'frame')
    step.effects.push({ do: 'focus' })
  }
}

function tellTheEnd(step: Step): void {
  const { model, effects } = step
  if (!model.outcome && (model.isMoneyMoving || model.hasLeft)) conclude(step, 'pending')
  model.outcome ??= { status: 'cancelled', via: model.via }
  effects.push({ do: 'settle', outcome: model.outcome })
  emit(step, 'close')
}

/** Shown as a link with its host: the frame never moves the page by itself. */
function offerBank(step: Step, url: unknown): void {
  const [href, host] = /^https:\/\/([\w.:-]+)(\/.*)?$/.exec(typeof url === 'string' ? url : '') ?? []
  if (!href || !host) return
  step.model.bank = { href, host }
  show(step, 'bank')
}

function takeState(step: Step, state: CheckoutState): void {
  const { model } = step
  model.state = state
  if (moneyMovingStates.includes(state)) {
    model.isMoneyMoving = true
    model.outcome = undefined
    model.via = 'event'
  }
  if (choosingStates.includes(state)) {
    model.isMoneyMoving = false
    step.effects.push({ do: 'forget' })
  }
  const isKnown = choosingStates.includes(state) || quietStates.includes(state)
  // A later version of the page may have more states, and nobody can say that no money moves in them.
  if (!isKnown) model.isMoneyMoving = true
  emit(step, 'state')
  if (state === 'prompt') emit(step, 'prompt')
}

/** What the checkout page says about the payment. */
function hearOfPayment(step: Step, { method, params }: FrameMessage): void {
  const { model } = step
  const ref = wordOf(params['ref'])
  const state = wordOf(params['state'])
  // A paid checkout stays paid, whatever comes later.
  if (isPaid(model)) return
  if (ref) model.ref = ref
  if (method === 'ec.complete' && ref && params['status'] === 'succeeded') conclude(step, 'succeeded')
  if (method === 'cedi.pending' && ref && model.outcome?.status !== 'pending') conclude(step, 'pending')
  if (method === 'cedi.failed') conclude(step, 'failed', wordOf(params['code']), params['retryable'] === false)
  if (method === 'cedi.expired') conclude(step, 'expired')
  // A later version of the page may have more states: they are passed on.
  if (method === 'cedi.state' && state) takeState(step, state as CheckoutState)
  // The question, and the link to the bank, disappear when the answer arrives.
  const isOver = !model.isMoneyMoving && !model.isHeld
  if (isOver && (model.screen === 'question' || model.screen === 'bank')) stay(step)
}

function hear(step: Step, message: FrameMessage): void {
  const { model, effects } = step
  const { method, id, params } = message
  switch (method) {
    case 'ec.ready':
      model.isAnswered = true
      effects.push({ do: 'answer', id })
      showCheckout(step)
      break
    case 'cedi.close':
      if (model.isHeld) leave(step)
      else close(step)
      break
    case 'cedi.keep':
      model.resume = wordOf(params['resume'])
      effects.push({ do: 'remember' })
      break
    case 'cedi.hold':
      model.isHeld = !!params['reason']
      break
    case 'cedi.escape':
      leave(step)
      break
    case 'cedi.resize':
      effects.push({ do: 'resize', height: heightOf(params['height']) })
      break
    case 'ec.error':
      giveUp(step, wordOf(params['code']))
      break
    case 'ec.window.open_request':
      offerBank(step, params['url'])
      break
    default:
      hearOfPayment(step, message)
      break
  }
}

function react(step: Step, event: SessionEvent & string): void {
  const { model, effects } = step
  switch (event) {
    case 'open':
      emit(step, 'open')
      start(step)
      break
    case 'start':
      start(step)
      break
    case 'waited':
      if (model.screen === 'opening') show(step, 'slow')
      else if (model.screen === 'slow') giveUp(step, 'unreachable')
      break
    case 'mute':
      if (!model.isAnswered && (model.screen === 'opening' || model.screen === 'slow')) giveUp(step, 'unreachable')
      break
    case 'offline':
      giveUp(step, 'offline', 'offline')
      break
    case 'network':
    case 'back':
      if (model.isAnswered) {
        model.via = 'status-check'
        effects.push({ do: 'sync' })
      } else if (event === 'network') start(step)
      break
    case 'leave':
      leave(step)
      break
    case 'stay':
      stay(step)
      break
    case 'look':
      effects.push({ do: 'look' })
      break
    case 'anew':
      model.anew++
      show(step, 'opening')
      effects.push({ do: 'bring' })
      break
    case 'outside':
      leaveForPage(step)
      break
    case 'close':
      close(step)
      break
    case 'removed':
      break
  }
}

/**
 * Returns what follows from an event. It is pure: it knows no page, no clock and no network, so tests and simulations
 * can run it.
 *
 * @returns The next model, and what the page must do. Once it is closed, only its removal matters.
 * @decision 0027
 */
export function next(before: SessionModel, event: SessionEvent): { model: SessionModel; effects: readonly Effect[] } {
  const step: Step = { model: { ...before }, effects: [] }
  if (before.isClosed) {
    if (event === 'removed') tellTheEnd(step)
  } else if (typeof event === 'string') react(step, event)
  else if ('intent' in event) takeIntent(step, event.intent, event.resume)
  else hear(step, event.message)
  return step
}
