import { addAttempt } from './attempts.js'
import { isInPairs, isTokenError, parseContact, parseInstrument, type ReplyError, toProblem } from './form-input.js'
import {
  type ActionClicked,
  applyStatus,
  type CheckoutModel,
  type CheckoutResponse,
  fetchStatus,
  isNewPayment,
  setModel,
  showProblem,
  type Transition,
} from './model.js'
import type { CheckoutPayment, CheckoutStatus } from './session.js'

// Sends a payment until its result is known. After a lost response, the status is fetched before the same request is
// retried with the same attempt. No other request is sent in the meantime.

/** Maximum number of requests for one click. */
const maxRequests = 5
/** Duration after which the buyer reads that the payment is slow. */
const slowAfterMs = 8_000
/** Duration after which no retry is sent. */
const deadlineMs = 20_000

/** Sends a payment with the typed details, or shows the first problem. */
export function sendPayment(step: Transition, { fields, attempt }: ActionClicked): void {
  const { model, effects } = step
  const { choice, attempts: previousAttempts = '' } = model
  if (!choice) return
  effects.push({ type: 'storeNetwork', choice })
  const instrument = parseInstrument(choice, fields, model.nowMs)
  if ('field' in instrument) {
    setModel(step, { problem: instrument })
    return
  }
  const phone = instrument.method === 'mobile_money' ? instrument.phone : ''
  if (isInPairs(phone) && model.confirmedPhone !== phone) {
    setModel(step, { problem: { field: 'phone', text: 'confirmGhana' }, confirmedPhone: phone })
    return
  }
  const contact = parseContact(model.status?.intent.asks, model)
  if ('field' in contact) {
    setModel(step, { problem: contact })
    return
  }
  if (!model.isOnline) {
    setModel(step, { state: 'offline', mayBeSent: false })
    return
  }
  const body = { ...instrument, ...contact }
  const text = JSON.stringify(body)
  // The same details after a lost response are the same attempt.
  const attempts = model.unresolvedBody === text ? previousAttempts : addAttempt(previousAttempts, attempt)
  const { state: formState, nowMs: startedMs } = model
  Object.assign(model, { unresolvedBody: text, attempts })
  model.request = { phase: 'delayed', body, formState, retries: 0, startedMs }
  effects.push({ type: 'storeAttempts', attempts })
  send(step)
}

function send(step: Transition): void {
  const { model, effects } = step
  const { request, attempts = '' } = model
  if (!request) return
  if (model.isOnline) setModel(step, { state: 'sending' })
  model.request = { ...request, phase: 'sending' }
  // The click was counted before the first request.
  if (request.retries > 0) model.requestCount = (model.requestCount ?? 0) + 1
  effects.push({ type: 'createPayment', body: request.body, attempts })
}

/** Handles the response to a payment request. */
export function handlePaymentResponse(step: Transition, { data, error, isLost }: CheckoutResponse): void {
  const { model, effects } = step
  const { request, status } = model
  if (request?.phase !== 'sending') return
  // An earlier copy of the request is still running: its result is fetched like that of a lost response.
  if (isLost || error?.code === 'idempotency_in_progress') {
    if (!model.isOnline) setModel(step, { state: 'offline', mayBeSent: true })
    else if (model.nowMs - request.startedMs >= slowAfterMs) setModel(step, { notice: 'slow' })
    model.request = { ...request, phase: 'delayed' }
    effects.push({ type: 'scheduleRetry', delayMs: 1000 * 2 ** request.retries, retries: request.retries })
    return
  }
  model.request = undefined
  model.unresolvedBody = undefined
  if (error) {
    showPaymentError(step, error, request.formState)
    return
  }
  const payment = data as CheckoutPayment
  const isOwnPending = status && payment.status === 'pending' && payment.phone
  if (isOwnPending) applyStatus(step, { ...status, payment, mine: true, now: payment.created_at }, true)
  // The payment is final, or belongs to another browser: fetch the rest.
  else fetchStatus(step, 'check')
}

function showPaymentError(step: Transition, error: ReplyError, formState: CheckoutModel['state']): void {
  if (isTokenError(error)) {
    setModel(step, { state: 'expired' })
    return
  }
  const problem = toProblem(error)
  showProblem(step, problem, problem.text === 'outOfStock' ? 'method' : formState)
  // Another payment exists, the intent has ended, or the price has changed.
  if (error.code === 'invalid_state' || error.code === 'invalid_amount') fetchStatus(step, 'check')
}

/** Fetches the result of a request whose response was lost. */
export function resolvePayment(step: Transition): void {
  const { model } = step
  if (model.request?.phase !== 'delayed') return
  model.request = { ...model.request, phase: 'resolving' }
  fetchStatus(step, 'resolve')
}

/** Handles the status after a lost response: applies it, or retries the request. */
export function handleResolvedStatus(step: Transition, { data }: CheckoutResponse): void {
  const { model } = step
  const { request } = model
  if (request?.phase !== 'resolving') return
  const status = data as CheckoutStatus | undefined
  if (status?.mine && isNewPayment(model, status)) {
    model.request = undefined
    applyStatus(step, status, true)
    return
  }
  const retries = request.retries + 1
  const isLate = model.nowMs - request.startedMs >= deadlineMs
  model.request = retries < maxRequests && !isLate ? { ...request, retries } : undefined
  if (model.request) {
    send(step)
    return
  }
  // The payment may exist: the buyer must not pay again before the status is known.
  setModel(step, { state: 'offline', mayBeSent: true })
}
