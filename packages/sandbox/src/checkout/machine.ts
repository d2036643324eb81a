import type { PageEventName } from '@cedi/contract/checkout-machines'
import { type CheckoutState, choosingStates, moneyMovingStates } from '@cedi/contract/checkout-protocol'
import { type MobileNetwork, mobileNetworks } from '@cedi/mock-server/internal'
import { type Action, type Choice, contactFields, isTokenError, parseCode, toProblem } from './form-input.js'
import { confirmLeave, copyKeys, releaseKeys, stay } from './license-keys.js'
import {
  type ActionClicked,
  applyStatus,
  type CheckoutEffect,
  type CheckoutEvent,
  type CheckoutModel,
  type CheckoutResponse,
  fetchStatus,
  isOtherBrowserPaying,
  pendingAfterMs,
  setModel,
  showProblem,
  type Transition,
  toFormState,
  type ViewModel,
} from './model.js'
import { close, leave, notifyShop } from './notify-shop.js'
import { handlePaymentResponse, handleResolvedStatus, resolvePayment, sendPayment } from './payment-request.js'
import type { CheckoutStatus } from './session.js'

type EventOf<Name extends PageEventName> = Extract<CheckoutEvent, { readonly type: Name }>
type Handler<Name extends PageEventName> = (step: Transition, event: EventOf<Name>) => void
type Row<Name extends PageEventName> = { readonly [state in CheckoutState | 'default']?: Handler<Name> }

/** Event × state → handler. `default` is for the other states; without a handler nothing changes. */
const transitions: { readonly [Name in PageEventName]: Row<Name> } = {
  checkoutOpened: { default: openCheckout },
  frameMissing: { default: (step) => setModel(step, { state: 'blocked' }) },
  prefillReceived: { default: (step, { details }) => setModel(step, details) },
  actionClicked: { default: handleClick },
  fieldFixed: { default: (step) => setModel(step, { problem: undefined }) },
  keysCopied: { default: releaseKeys },
  responseReceived: { default: handleResponse },
  statusReceived: { default: handleStatus },
  statusPushed: {
    default: (step, { status }) => {
      if (!step.model.request) applyStatus(step, status, false)
    },
  },
  retryDelayElapsed: {
    default: (step, { retries }) => {
      if (retries === step.model.request?.retries) resolvePayment(step)
    },
  },
  pollDelayElapsed: { default: poll },
  clockTicked: { prompt: showPendingAfterDelay },
  connectionLost: { prompt: (step) => setModel(step, { state: 'offline', mayBeSent: true }) },
  pageResumed: { blocked: () => {}, offline: resumeOffline, default: resume },
  textsUnavailable: { default: (step) => showProblem(step, { field: '', text: 'badRequest' }) },
  closeRequested: { default: leave },
}

type ClickHandler = (step: Transition, click: ActionClicked) => void
type Actions = { readonly [action in Action]?: ClickHandler }

const networks: Actions = Object.fromEntries(Object.keys(mobileNetworks).map((network) => [network, chooseMethod]))

/** State × button → handler. */
const actions: { readonly [state in CheckoutState]: Actions } = {
  loading: {},
  method: { ...networks, card: chooseMethod },
  // The page suggests another network for a number with its prefix.
  number: { pay: sendPayment, other: cancelFirst, ...networks },
  card: { pay: sendPayment, other: cancelFirst },
  sending: {},
  prompt: { check, resend, code: (step) => setModel(step, { state: 'otp' }), change: cancelFirst },
  otp: { otp: submitCode, resend, change: cancelFirst, back: (step) => setModel(step, { state: 'prompt' }) },
  redirect: { check, other: cancelFirst },
  success: { copy: copyKeys, leave: confirmLeave, stay, done: close },
  pending: { check, close },
  failed: { retry: goToForm, check, other: cancelFirst },
  expired: { close },
  offline: { check },
  blocked: {},
}

/** States whose result arrives from the phone, the bank or the network, so that the status is polled. */
const pollingStates: readonly CheckoutState[] = ['prompt', 'otp', 'redirect', 'pending', 'offline']

/**
 * Returns the state after an event. Pure: it uses no page, clock or network, so that the forms of the server and the
 * script of the page behave the same, and tests and simulations can run it.
 *
 * @returns The next model, and the effects.
 * @decision 0029
 */
export function transition(
  before: CheckoutModel,
  event: CheckoutEvent,
): { readonly model: CheckoutModel; readonly effects: readonly CheckoutEffect[] } {
  const step: Transition = { model: { ...before }, effects: [] }
  dispatch(step, event)
  const { queuedClick, busyAction } = step.model
  if (queuedClick && !busyAction) {
    step.model.queuedClick = undefined
    handleClick(step, queuedClick)
  }
  notifyShop(step)
  return step
}

function dispatch(step: Transition, event: CheckoutEvent): void {
  const row = transitions[event.type] as Row<PageEventName>
  const handler = (row[step.model.state] ?? row.default) as
    | ((step: Transition, event: CheckoutEvent) => void)
    | undefined
  handler?.(step, event)
}

/** Whether the status of the payment is polled: also in a form, while another window of the buyer may pay. */
export const isPolling = ({ state, request, isPaidElsewhere }: CheckoutModel): boolean =>
  !request && (pollingStates.includes(state) || (!!isPaidElsewhere && choosingStates.includes(state)))

/**
 * Actions in the current state. In a state of a later version, and while another browser pays, the buyer can only check
 * the status.
 */
function actionsOf(model: ViewModel): Actions {
  const isKnown = Object.keys(actions).includes(model.state) && !isOtherBrowserPaying(model)
  return isKnown ? actions[model.state] : { check }
}

/** Returns the buttons that the buyer can click. */
export const availableActions = (model: ViewModel): readonly Action[] => Object.keys(actionsOf(model)) as Action[]

function openCheckout(step: Transition, event: EventOf<'checkoutOpened'>): void {
  const { claims, framedBy, fullPage, host, attempts, lastUsed } = event
  const { model, effects } = step
  if (model.isOpen) return
  model.isOpen = true
  if (!claims) {
    setModel(step, { state: 'expired' })
    return
  }
  const { n, a, o, e } = claims
  const claimValues = { merchant: n, pesewas: a, fullPage }
  if (framedBy !== undefined && !o.includes(framedBy)) {
    setModel(step, { ...claimValues, state: 'blocked' })
    notifyShop(step)
    const params = { code: 'origin_not_allowed', continue_url: host + fullPage }
    effects.push({ type: 'notifyShop', method: 'ec.error', params })
    return
  }
  const params = { ref: null, amount: a / 100, currency: 'GHS', expires_at: new Date(e).toISOString() } as const
  effects.push({ type: 'notifyShop', method: 'ec.start', params })
  // The token contains name and amount, so they are shown before the first response.
  setModel(step, { ...claimValues, attempts, lastUsed: model.lastUsed ?? lastUsed })
  if (model.state === 'loading') fetchStatus(step, 'check')
}

function handleClick(step: Transition, click: ActionClicked): void {
  const { model } = step
  const { action, fields } = click
  for (const name of contactFields) if (fields[name] !== undefined) model[name] = fields[name]
  const isAvailable = availableActions(model).includes(action)
  // A click replaces a pending status check. It is queued behind a request that changes something.
  if (model.busyAction && (model.busyAction !== 'check' || action === 'check')) {
    if (isAvailable && action !== model.busyAction) model.queuedClick = click
    return
  }
  model.busyAction = undefined
  if (model.request) {
    resolvePayment(step)
    return
  }
  if (!isAvailable) return
  // A status that was requested before this click must not replace the screen that the click opens.
  model.requestCount = (model.requestCount ?? 0) + 1
  // A repeated message is announced again.
  setModel(step, { problem: undefined, notice: undefined })
  actionsOf(model)[action]?.(step, click)
}

function chooseMethod(step: Transition, { action }: ActionClicked): void {
  const choice = action as Choice
  setModel(step, { choice, state: toFormState({ choice }) })
}

function submitCode(step: Transition, { fields }: ActionClicked): void {
  const code = parseCode(fields['code'])
  if (!code) {
    showProblem(step, { field: 'code', text: 'badCode' })
    return
  }
  step.model.busyAction = 'otp'
  step.effects.push({ type: 'submitCode', code })
}

function resend({ model, effects }: Transition): void {
  model.busyAction = 'resend'
  effects.push({ type: 'resendPrompt' })
}

/** Cancels the pending payment before another is made. */
function cancelFirst(step: Transition, click: ActionClicked): void {
  const { model, effects } = step
  if (model.status?.payment?.status !== 'pending') {
    goToForm(step, click)
    return
  }
  model.busyAction = click.action
  effects.push({ type: 'cancelPayment' })
}

/** Shows the list of payment methods, or the form of the latest payment. */
function goToForm(step: Transition, { action }: Pick<ActionClicked, 'action'>): void {
  const { status, choice: last } = step.model
  if (action === 'other') {
    setModel(step, { state: 'method' })
    return
  }
  const { method, network } = status?.payment ?? {}
  const isWallet = Object.hasOwn(mobileNetworks, network ?? '')
  const choice = method === 'card' ? 'card' : isWallet ? (network as MobileNetwork) : last
  setModel(step, { choice, state: toFormState({ choice }) })
}

function check(step: Transition): void {
  const { model } = step
  if (returnToForm(step)) return
  model.busyAction = 'check'
  fetchStatus(step, 'check')
}

/** Returns from `offline` to the form if no payment was sent. */
function returnToForm(step: Transition): boolean {
  const { state, mayBeSent, choice } = step.model
  const isUnsent = state === 'offline' && !mayBeSent && !!choice
  if (isUnsent) setModel(step, { state: toFormState(step.model) })
  return isUnsent
}

function handleStatus(step: Transition, { purpose, requestCount, response }: EventOf<'statusReceived'>): void {
  const { model } = step
  if (purpose === 'resolve') {
    handleResolvedStatus(step, response)
    return
  }
  const isClicked = purpose === 'check' && model.busyAction === 'check'
  if (isClicked) model.busyAction = undefined
  if (requestCount !== (model.requestCount ?? 0)) return
  const { state } = model
  if (isTokenError(response.error)) {
    setModel(step, { state: 'expired' })
    return
  }
  if (response.data) applyStatus(step, response.data as CheckoutStatus, purpose === 'check')
  else showOffline(step)
  if (isClicked && model.state === state) setModel(step, { notice: response.data ? 'stillWaiting' : 'notAsked' })
}

/** Shows that the service cannot be reached, unless the buyer is typing. */
function showOffline(step: Transition): void {
  const { state, attempts, isOnline } = step.model
  const isPending = state === 'prompt' || state === 'redirect' || state === 'pending'
  // With a stored attempt, a payment may have been sent.
  if (state === 'loading' || state === 'sending' || (isPending && !isOnline))
    setModel(step, { state: 'offline', mayBeSent: isPending || !!attempts })
}

/** Handles the response to a payment, or to an action on one. Ignores a response that no action expects. */
function handleResponse(step: Transition, { effect, response }: EventOf<'responseReceived'>): void {
  const { model } = step
  const { busyAction } = model
  switch (effect) {
    case 'createPayment':
      handlePaymentResponse(step, response)
      break
    case 'cancelPayment':
      if (busyAction !== 'change' && busyAction !== 'other') return
      model.busyAction = undefined
      handleCancelResponse(step, busyAction, response)
      break
    case 'submitCode':
      if (busyAction !== 'otp') return
      model.busyAction = undefined
      handleActionResponse(step, true, response)
      break
    case 'resendPrompt':
      if (busyAction !== 'resend') return
      model.busyAction = undefined
      handleActionResponse(step, false, response)
      break
  }
}

function handleCancelResponse(step: Transition, action: 'change' | 'other', { data, error }: CheckoutResponse): void {
  const status = data as CheckoutStatus | undefined
  if (!status) {
    showProblem(step, toProblem(error))
    return
  }
  if (status.payment?.status !== 'cancelled') {
    applyStatus(step, status, true)
    return
  }
  step.model.status = status
  goToForm(step, { action })
}

function handleActionResponse(step: Transition, isCode: boolean, { data, error, isLost }: CheckoutResponse): void {
  const { model } = step
  const problem = toProblem(error)
  if (isLost || problem.field === 'code') {
    showProblem(step, problem)
    // The code may have been accepted although the response was lost.
    if (isLost && isCode && model.status?.payment?.next_action?.type === 'enter_code') fetchStatus(step, 'check')
    return
  }
  if (!data) {
    fetchStatus(step, 'check')
    return
  }
  applyStatus(step, data as CheckoutStatus, isCode)
  if (!isCode && moneyMovingStates.includes(model.state)) setModel(step, { notice: 'sentAgain' })
}

function poll(step: Transition): void {
  if (isPolling(step.model)) fetchStatus(step, 'poll')
}

/** Fetches the status when the buyer or the connection is back. */
function resume(step: Transition): void {
  const { isOpen, request, busyAction, state } = step.model
  if (!isOpen) return
  if (request) resolvePayment(step)
  else if (!busyAction) fetchStatus(step, state === 'offline' ? 'check' : 'poll')
}

function resumeOffline(step: Transition): void {
  const { isOpen, request } = step.model
  if (isOpen && !request && returnToForm(step)) return
  resume(step)
}

function showPendingAfterDelay(step: Transition): void {
  const { status, nowMs } = step.model
  const ageMs = nowMs - Date.parse(status?.payment?.created_at ?? '')
  if (ageMs >= pendingAfterMs) setModel(step, { state: 'pending' })
}
