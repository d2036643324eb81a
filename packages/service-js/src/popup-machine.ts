import type { PopupEventName, PopupScreen } from '@cedi/contract/checkout-machines'
import {
  type CheckoutEventName,
  type CheckoutState,
  choosingStates,
  moneyMovingStates,
  neutralStates,
} from '@cedi/contract/checkout-protocol'
import type { CheckoutOutcome } from './api.js'
import type { FrameMessage } from './frame.js'
import { type IntentRejection, tokenPattern } from './intent-token.js'
import type { DisplayMode, PopupEffect, PopupEvent, PopupEventWithData, PopupModel } from './popup-model.js'

/** Time limits of screens, in ms. */
export const screenTimeoutsMs: { readonly [screen in PopupScreen]?: number } = { opening: 8_000, slow: 12_000 }

/** Creates the state of a popup before its first event. */
export const createPopupModel = (mode: DisplayMode): PopupModel => ({
  mode,
  screen: 'opening',
  state: 'loading',
  ref: null,
  token: null,
  resume: '',
  question: undefined,
  payAgainCount: 0,
  errorMessage: '',
  hasUnsavedKey: false,
  isFrameReady: false,
  isMoneyMoving: false,
  mayBePaidElsewhere: false,
  isClosed: false,
  outcome: undefined,
  via: 'event',
  bank: undefined,
})

/** One transition in progress: the next model, and the effects. */
interface Transition {
  readonly model: { -readonly [name in keyof PopupModel]: PopupModel[name] }
  readonly effects: PopupEffect[]
}

type Handler = (transition: Transition) => void
type MessageHandler = (transition: Transition, message: FrameMessage) => void

/** Handlers of an event by screen; `default` is for the other screens. No handler means that nothing changes. */
type Row = { readonly [screen in PopupScreen | 'default']?: Handler }

/** Transitions without data: event × screen → handler. */
const transitions: { readonly [event in Exclude<PopupEventName, PopupEventWithData['type']>]: Row } = {
  open: { default: open },
  retry: { default: loadCheckout },
  screenTimeout: { opening: (step) => show(step, 'slow'), slow: showUnreachable },
  unresponsive: { opening: showUnreachableUnlessReady, slow: showUnreachableUnlessReady },
  offline: { default: (step) => showError(step, 'offline', 'offline') },
  connectionChanged: { default: (step) => (step.model.isFrameReady ? syncFrame(step) : loadCheckout(step)) },
  pageResumed: { default: (step) => step.model.isFrameReady && syncFrame(step) },
  closeRequested: { confirmClose: close, default: confirmClose },
  resume: { default: resume },
  showPayment: { default: ({ effects }) => effects.push({ type: 'loadStoredPayment' }) },
  payAgain: { default: payAgain },
  leftPage: { default: leavePage },
  close: { default: close },
  removed: {},
}

/** Messages of the checkout page. They are valid on each screen, and methods of later versions are ignored. */
const messageHandlers = new Map<unknown, MessageHandler>(
  Object.entries({
    'ec.ready': sendOpening,
    'ec.start': onPayment(() => {}),
    'cedi.close': (step) => (step.model.hasUnsavedKey ? dispatch(step, 'closeRequested') : close(step)),
    'cedi.keep': storeResume,
    'cedi.hold': ({ model }, { params }) => {
      model.hasUnsavedKey = !!params['reason']
    },
    'cedi.escape': (step) => dispatch(step, 'closeRequested'),
    'cedi.resize': ({ effects }, { params }) => effects.push({ type: 'resize', height: readHeight(params['height']) }),
    'ec.error': (step, { params }) => showError(step, readWord(params['code'])),
    'ec.window.open_request': offerBankLink,
    'ec.complete': onPayment((step, { params }) => {
      if (readWord(params['ref']) && params['status'] === 'succeeded') setOutcome(step, 'succeeded')
    }),
    'cedi.pending': onPayment((step, { params }) => {
      if (readWord(params['ref']) && step.model.outcome?.status !== 'pending') setOutcome(step, 'pending')
    }),
    'cedi.failed': onPayment((step, { params }) =>
      setOutcome(step, 'failed', readWord(params['code']), params['retryable'] === false),
    ),
    'cedi.expired': onPayment((step) => setOutcome(step, 'expired')),
    'cedi.state': onPayment((step, { params }) => {
      const state = readWord(params['state'])
      if (state) setState(step, state as CheckoutState)
    }),
  }),
)

/**
 * Returns the state after an event. Pure: it uses no page, clock or network, so tests and simulations can run it.
 *
 * @returns The next model, and the effects for the page. A closed popup handles `removed` only.
 * @decision 0027
 */
export function transition(
  before: PopupModel,
  event: PopupEvent,
): { readonly model: PopupModel; readonly effects: readonly PopupEffect[] } {
  const step: Transition = { model: { ...before }, effects: [] }
  if (before.isClosed) {
    if (event === 'removed') reportEnd(step)
  } else if (typeof event === 'string') dispatch(step, event)
  else if (event.type === 'intentLoaded') setIntent(step, event.value, event.resume)
  else handleMessage(step, event.message)
  return step
}

function dispatch(step: Transition, event: keyof typeof transitions): void {
  const row = transitions[event]
  const handler = row[step.model.screen] ?? row.default
  handler?.(step)
}

function handleMessage(step: Transition, message: FrameMessage): void {
  messageHandlers.get(message.method)?.(step, message)
}

/** Reads a short, safe string, such as a ref or a code; returns an empty string for anything else. */
const readWord = (value: unknown): string => (typeof value === 'string' && /^[\w.:-]{1,400}$/.test(value) ? value : '')

/** Reads the height that the checkout page requests, in CSS pixels. */
const readHeight = (value: unknown): number => (typeof value === 'number' && value) || 600

const isPaid = ({ outcome }: PopupModel): boolean => outcome?.status === 'succeeded'

function show({ model, effects }: Transition, screen: PopupScreen): void {
  model.screen = screen
  effects.push({ type: 'render' })
}

function emit({ model, effects }: Transition, type: CheckoutEventName, code?: string): void {
  const { ref, state, outcome } = model
  effects.push({ type: 'emit', event: { type, ref, state, outcome, code } })
}

const outcomeEvents = { succeeded: 'success', pending: 'pending', failed: 'failed', expired: 'expired' } as const

/** Stores the outcome and emits it. `isFinal` is false while the buyer may pay again. */
function setOutcome(step: Transition, status: keyof typeof outcomeEvents, code = '', isFinal = true): void {
  const { model, effects } = step
  const { ref, via } = model
  // A paid checkout stays paid.
  if (isPaid(model)) return
  const outcome: CheckoutOutcome = { status, via, ...(ref && { ref }), ...(code && { code }) }
  model.outcome = outcome
  model.isMoneyMoving = false
  if (status !== 'pending') effects.push({ type: 'clearStoredPayment' })
  emit(step, outcomeEvents[status])
  if (isFinal) effects.push({ type: 'resolveResult', outcome })
}

function open(step: Transition): void {
  emit(step, 'open')
  loadCheckout(step)
}

function loadCheckout(step: Transition): void {
  step.model.isFrameReady = false
  show(step, 'opening')
  step.effects.push({ type: 'loadFrame' })
}

function showError(step: Transition, code: string, screen: PopupScreen = 'unreachable'): void {
  show(step, screen)
  emit(step, 'error', code)
}

function showUnreachable(step: Transition): void {
  showError(step, 'unreachable')
}

function showUnreachableUnlessReady(step: Transition): void {
  if (!step.model.isFrameReady) showUnreachable(step)
}

function syncFrame({ model, effects }: Transition): void {
  model.via = 'status-check'
  effects.push({ type: 'syncFrame' })
}

/** Shows the checkout as soon as there is a token and a frame that received it. */
function showCheckout(step: Transition): void {
  const { model, effects } = step
  if (!model.token) return
  if (model.mode === 'popup') {
    if (model.isFrameReady && model.screen !== 'confirmClose') show(step, 'checkout')
    return
  }
  show(step, 'external')
  if (model.mode === 'redirect') {
    leavePage(step)
    effects.push({ type: 'redirect' })
  }
}

/** The buyer continues outside this page, and may pay there. */
function leavePage({ model, effects }: Transition): void {
  model.mayBePaidElsewhere = true
  if (model.token) effects.push({ type: 'storePayment' })
}

function setIntent(step: Transition, value: unknown, resumeSecret: string | undefined): void {
  const { model, effects } = step
  // Another attempt may have returned a token already: the first one stays.
  if (!model.token) {
    if (typeof value !== 'string' || !tokenPattern.test(value)) {
      rejectIntent(step, (value ?? {}) as Partial<IntentRejection>)
      return
    }
    // The stored payment may still be moving, even if its page never loads.
    Object.assign(model, {
      token: value,
      resume: resumeSecret ?? '',
      mayBePaidElsewhere: resumeSecret !== undefined,
      isMoneyMoving: Boolean(resumeSecret),
    })
    // So far, only the intent can have failed.
    if (!isPaid(model)) model.outcome = undefined
    effects.push(model.isFrameReady ? { type: 'sendToken', token: value } : { type: 'renderSummary' })
  }
  showCheckout(step)
}

function rejectIntent(
  step: Transition,
  { question, message = '', code = 'intent_failed' }: Partial<IntentRejection>,
): void {
  const { model } = step
  if (question) {
    // A buyer who leaves now leaves a payment that may still succeed.
    Object.assign(model, { question, mayBePaidElsewhere: true })
    show(step, 'confirmPayAgain')
    return
  }
  model.errorMessage = message
  setOutcome(step, 'failed', code, false)
  showError(step, code, message ? 'rejected' : 'unreachable')
}

function payAgain(step: Transition): void {
  step.model.payAgainCount++
  show(step, 'opening')
  step.effects.push({ type: 'fetchIntent' })
}

/** Closes. The outcome is emitted after the popup is removed from the page. */
function close({ model, effects }: Transition): void {
  model.isClosed = true
  effects.push({ type: 'removePopup' })
}

function confirmClose(step: Transition): void {
  const { isMoneyMoving, hasUnsavedKey } = step.model
  if (isMoneyMoving || hasUnsavedKey) show(step, 'confirmClose')
  else close(step)
}

function resume(step: Transition): void {
  // Without a ready frame there is nothing behind the question.
  if (!step.model.isFrameReady) {
    loadCheckout(step)
    return
  }
  show(step, 'checkout')
  step.effects.push({ type: 'focus' })
}

function reportEnd(step: Transition): void {
  const { model, effects } = step
  if (!model.outcome && (model.isMoneyMoving || model.mayBePaidElsewhere)) setOutcome(step, 'pending')
  model.outcome ??= { status: 'cancelled', via: model.via }
  effects.push({ type: 'resolveResult', outcome: model.outcome })
  emit(step, 'close')
}

function sendOpening(step: Transition, { id }: FrameMessage): void {
  step.model.isFrameReady = true
  step.effects.push({ type: 'sendOpening', id })
  showCheckout(step)
}

function storeResume({ model, effects }: Transition, { params }: FrameMessage): void {
  model.resume = readWord(params['resume'])
  effects.push({ type: 'storePayment' })
}

/** URL of a bank with its host: https, or http on localhost. */
const bankUrl = /^(?:https:\/\/|(?=http:\/\/(?:localhost|127\.0\.0\.1)[:/])http:\/\/)([\w.:-]+)(?:\/.*)?$/

/** Shows a link with its host, because the frame must not navigate the page. */
function offerBankLink(step: Transition, { params: { url } }: FrameMessage): void {
  const [href, host] = bankUrl.exec(typeof url === 'string' ? url : '') ?? []
  if (!href || !host) return
  step.model.bank = { href, host }
  show(step, 'bankLink')
}

/** Wraps the handler of a message about the payment. */
function onPayment(handle: MessageHandler): MessageHandler {
  return (step, message) => {
    const { model } = step
    // A paid checkout stays paid.
    if (isPaid(model)) return
    const ref = readWord(message.params['ref'])
    if (ref) model.ref = ref
    handle(step, message)
    // The question and the link to the bank disappear when the result arrives.
    const isResolved = !model.isMoneyMoving && !model.hasUnsavedKey
    if (isResolved && (model.screen === 'confirmClose' || model.screen === 'bankLink')) resume(step)
  }
}

function setState(step: Transition, state: CheckoutState): void {
  const { model } = step
  model.state = state
  if (moneyMovingStates.includes(state)) Object.assign(model, { isMoneyMoving: true, outcome: undefined, via: 'event' })
  else if (choosingStates.includes(state)) {
    model.isMoneyMoving = false
    step.effects.push({ type: 'clearStoredPayment' })
  } else if (!neutralStates.includes(state)) {
    // A state of a later version of the checkout page: money may be moving in it.
    model.isMoneyMoving = true
  }
  emit(step, 'state')
  if (state === 'prompt') emit(step, 'prompt')
}
