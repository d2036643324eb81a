import { type CheckoutState, choosingStates, type FrameMessages } from '@cedi/contract/checkout-protocol'
import type { IntentClaims, MobileNetwork } from '@cedi/mock-server/internal'
import type {
  Action,
  Choice,
  Contact,
  ContactRequirement,
  Fields,
  Instrument,
  Problem,
  ReplyError,
} from './form-input.js'
import type { CheckoutPayment, CheckoutStatus } from './session.js'

/** State that the views of the checkout show. */
export interface ViewModel {
  readonly state: CheckoutState
  readonly merchant: string
  readonly pesewas: number
  readonly status?: CheckoutStatus | undefined
  readonly choice?: Choice | undefined
  /** Typed number of the wallet. */
  readonly phone?: string | undefined
  /** Number in pairs that the buyer was asked to confirm. */
  readonly confirmedPhone?: string | undefined
  readonly email?: string | undefined
  readonly name?: string | undefined
  readonly place?: string | undefined
  /** Delivery phone, if it is not the number of the wallet. */
  readonly reach?: string | undefined
  /** Directions to the place. */
  readonly remark?: string | undefined
  /** Contact details that the shop page supplied, so that the buyer is not asked again. */
  readonly supplied?: Readonly<Record<ContactRequirement, boolean>> | undefined
  readonly problem?: Problem | undefined
  /** Key of a notice below the heading. */
  readonly notice?:
    | 'stillWaiting'
    | 'notAsked'
    | 'slow'
    | 'sentAgain'
    | 'copied'
    | 'notCopied'
    | 'cancelledElsewhere'
    | undefined
  /** Action whose response is pending. */
  readonly busyAction?: Action | undefined
  /** Click that is handled after the response. */
  readonly queuedClick?: ActionClicked | undefined
  /** Whether a script renders the page: some buttons need one. */
  readonly hasScript?: boolean | undefined
  /** Whether the license key was copied, or the buyer chose to leave without it. */
  readonly isKeyReleased?: boolean | undefined
  /** Whether the question about the license key is shown before the buyer leaves. */
  readonly isConfirmingLeave?: boolean | undefined
  /** Time of the server. */
  readonly nowMs: number
  /** Whether a payment may have been sent before the connection was lost. */
  readonly mayBeSent?: boolean | undefined
  /** Attempts of this browser to pay, the latest first. They identify the browser, and a form sent twice pays once. */
  readonly attempts?: string | undefined
  /** Path of the full page, for shop pages that must not show the popup. */
  readonly fullPage?: string | undefined
  readonly inFrame: boolean
  /** Path for a visitor without a checkout. */
  readonly home?: string | undefined
  /** Network of the number that the shop page supplied: the buyer does not choose one first. */
  readonly suppliedNetwork?: MobileNetwork | undefined
  /** Payment method of the previous checkout, listed first. */
  readonly lastUsed?: string | undefined
}

/** A payment request until its result is known. */
interface PaymentRequest {
  /** `delayed`: the response was lost, and a retry is scheduled. `resolving`: fetching the status before a retry. */
  readonly phase: 'sending' | 'delayed' | 'resolving'
  readonly body: Instrument & Contact
  readonly formState: CheckoutState
  readonly retries: number
  /** Time of the click: one deadline covers all retries. */
  readonly startedMs: number
}

/** State of the checkout page. */
export interface CheckoutModel extends ViewModel {
  /** Whether the intent is known. */
  readonly isOpen?: boolean | undefined
  readonly isOnline: boolean
  /** Whether closing would lose a license key, as reported to the shop page. */
  readonly hasUnsavedKey?: boolean | undefined
  readonly request?: PaymentRequest | undefined
  /** Body of the last request without a known result, as JSON. */
  readonly unresolvedBody?: string | undefined
  /** Reference of a payment that failed before the page was opened. */
  readonly earlierFailure?: string | undefined
  /** State that was reported to the shop page last. */
  readonly notifiedState?: string | undefined
  /** Whether another window of the buyer cancelled the payment, and may continue with another one. */
  readonly isPaidElsewhere?: boolean | undefined
  /** Number of clicks and payment requests. A status that was requested before the last of them is outdated. */
  readonly requestCount?: number | undefined
}

/** Response of the service. */
export interface CheckoutResponse {
  readonly data?: unknown
  readonly error?: ReplyError
  /** Whether the effect of the request is unknown. */
  readonly isLost?: boolean
}

/** Reason for a status request: in the background, by the buyer, or before a payment request is retried. */
export type StatusPurpose = 'poll' | 'check' | 'resolve'

/** The buyer clicked a button. `attempt` is a new attempt, in case the click pays. */
export interface ActionClicked {
  readonly type: 'actionClicked'
  readonly action: Action
  readonly fields: Fields
  readonly attempt: string
}

/** Events of the checkout page. The protocol describes them. */
export type CheckoutEvent =
  | {
      readonly type: 'checkoutOpened'
      /** Undefined if the token is malformed. */
      readonly claims: IntentClaims | undefined
      /** Origin of the shop page; undefined for the full page. */
      readonly framedBy?: string | undefined
      /** Path of the full page. */
      readonly fullPage: string
      readonly host: string
      readonly attempts: string
      readonly lastUsed?: string | undefined
    }
  | {
      readonly type: 'prefillReceived'
      readonly details: Pick<
        ViewModel,
        'phone' | 'email' | 'name' | 'place' | 'remark' | 'supplied' | 'suppliedNetwork' | 'lastUsed'
      >
    }
  | ActionClicked
  | { readonly type: 'keysCopied'; readonly isCopied: boolean }
  | {
      readonly type: 'responseReceived'
      readonly effect: 'createPayment' | 'cancelPayment' | 'resendPrompt' | 'submitCode'
      readonly response: CheckoutResponse
    }
  | {
      readonly type: 'statusReceived'
      readonly purpose: StatusPurpose
      readonly requestCount: number
      readonly response: CheckoutResponse
    }
  | { readonly type: 'statusPushed'; readonly status: CheckoutStatus }
  | { readonly type: 'retryDelayElapsed'; readonly retries: number }
  | {
      readonly type:
        | 'frameMissing'
        | 'fieldFixed'
        | 'pollDelayElapsed'
        | 'clockTicked'
        | 'connectionLost'
        | 'pageResumed'
        | 'textsUnavailable'
        | 'closeRequested'
    }

/** Message to the shop page. */
type ShopNotification = {
  [Method in keyof FrameMessages]: {
    readonly type: 'notifyShop'
    readonly method: Method
    readonly params: FrameMessages[Method]
  }
}[keyof FrameMessages]

/** Effects of the checkout page. Each request and each delay leads to exactly one event. */
export type CheckoutEffect =
  | { readonly type: 'createPayment'; readonly body: Instrument & Contact; readonly attempts: string }
  | { readonly type: 'fetchStatus'; readonly purpose: StatusPurpose; readonly requestCount: number }
  | { readonly type: 'cancelPayment' }
  | { readonly type: 'resendPrompt' }
  | { readonly type: 'copyKeys' }
  | { readonly type: 'submitCode'; readonly code: string }
  | { readonly type: 'scheduleRetry'; readonly delayMs: number; readonly retries: number }
  | { readonly type: 'storeAttempts'; readonly attempts: string }
  | { readonly type: 'storeNetwork'; readonly choice: Choice }
  | ShopNotification

/** One transition in progress: the next model, and the effects. */
export interface Transition {
  readonly model: { -readonly [Name in keyof CheckoutModel]: CheckoutModel[Name] }
  readonly effects: CheckoutEffect[]
}

/** Age at which a payment without a result is shown as pending, and the buyer may leave. @decision 0029 */
export const pendingAfterMs = 300_000

/** Age at which a prompt can be sent again. */
export const resendAfterMs = 30_000

function toPendingState({ next_action, created_at }: CheckoutPayment, nowMs: number): CheckoutState {
  if (next_action?.type === 'redirect') return 'redirect'
  if (next_action?.type === 'enter_code') return 'otp'
  return nowMs - Date.parse(created_at) >= pendingAfterMs ? 'pending' : 'prompt'
}

/** Whether the price has changed since the intent was created, or the product is no longer sold. */
export const isSaleChanged = ({ price, amount }: CheckoutStatus['intent']): boolean =>
  price !== undefined && price !== amount

/** Returns the state of a checkout with a status. */
export function toState({ intent, payment }: CheckoutStatus, nowMs: number): CheckoutState {
  const isOver = intent.status !== 'open' || nowMs >= Date.parse(intent.expires_at) || isSaleChanged(intent)
  switch (payment?.status) {
    case 'succeeded':
      return 'success'
    case 'pending':
      return toPendingState(payment, nowMs)
    case 'failed':
    case 'expired':
      return isOver ? 'expired' : 'failed'
    case 'cancelled':
    case undefined:
      return isOver ? 'expired' : 'method'
    default:
      // A status of a later version of the service: money may be moving, so the buyer must not pay again.
      return 'pending'
  }
}

/** Returns the state with the form of a payment method, or with the list of methods. */
export const toFormState = ({ choice }: Pick<ViewModel, 'choice'>): CheckoutState =>
  choice === 'card' ? 'card' : choice ? 'number' : 'method'

/** Contact details that the buyer must type. */
export function requiredContact({
  status,
  supplied,
}: Pick<ViewModel, 'status' | 'supplied'>): ContactRequirement | undefined {
  const requirement = status?.intent.asks
  return requirement && !supplied?.[requirement] ? requirement : undefined
}

/** Whether another browser is paying: its payment is hidden, and has no actions here. */
export const isOtherBrowserPaying = ({ state, status }: Pick<ViewModel, 'state' | 'status'>): boolean =>
  (state === 'prompt' || state === 'otp' || state === 'redirect') && !status?.mine

/** Reads the claims of a token without verifying them: a name and an amount to show before the first response. */
export function readClaims(token: string): IntentClaims | undefined {
  try {
    const binary = atob((token.split('.')[0] as string).replace(/-/g, '+').replace(/_/g, '/'))
    // Decodes the bytes as UTF-8.
    const claims: IntentClaims = JSON.parse(decodeURIComponent(escape(binary)))
    return claims.a > 0 && claims.e > 0 && claims.o.length >= 0 ? claims : undefined
  } catch {
    return undefined
  }
}

/** Changes the model. A paid checkout stays paid. A new state clears the problem and the notice of the previous one. */
export function setModel({ model }: Transition, changes: Partial<CheckoutModel>): void {
  if (model.state === 'success' && changes.state) return
  if (changes.state) Object.assign(model, { problem: undefined, notice: undefined })
  Object.assign(model, changes)
}

/** Shows a problem in a state. */
export const showProblem = (step: Transition, problem: Problem, state: CheckoutState = step.model.state): void =>
  setModel(step, { state, problem })

/** Requests the status. */
export function fetchStatus({ model, effects }: Transition, purpose: StatusPurpose): void {
  effects.push({ type: 'fetchStatus', purpose, requestCount: model.requestCount ?? 0 })
}

/** Whether a status contains a payment that was not known before. */
export const isNewPayment = ({ status: known }: ViewModel, { payment }: CheckoutStatus): boolean =>
  !!payment && payment.ref !== known?.payment?.ref

/** Whether a status is older than the known one: responses can overtake each other, and a final status is final. */
function isStale({ payment: knownPayment }: Partial<CheckoutStatus>, { payment }: CheckoutStatus): boolean {
  if (!knownPayment) return false
  if (!payment || payment.created_at < knownPayment.created_at) return true
  return payment.ref === knownPayment.ref && knownPayment.status !== 'pending' && payment.status === 'pending'
}

/**
 * Applies a status, and moves to its state.
 *
 * @param isRequested - Whether the buyer requested it. Then it also replaces a form, or a code that is being typed.
 */
export function applyStatus(step: Transition, status: CheckoutStatus, isRequested: boolean): void {
  const { model } = step
  // The service rejects a delayed request after another payment.
  if (isNewPayment(model, status)) model.unresolvedBody = undefined
  // While a payment is sent, each status was requested after the known one. The clocks of two servers may differ.
  if (model.state !== 'sending' && isStale(model.status ?? {}, status)) return
  const nowMs = Date.parse(status.now)
  const reported = toState(status, nowMs)
  const { payment } = status
  if (model.state === 'loading' && reported === 'failed') model.earlierFailure = payment?.ref
  // An earlier failure is not news: the buyer chooses again, and reads the reason.
  const isEarlier = payment?.status === reported && payment.ref === model.earlierFailure
  // The failure of an older payment is not the result of the last request, which may still arrive.
  const isUnpaid = reported === 'method' || (reported === 'failed' && model.unresolvedBody)
  const target = isEarlier || (isUnpaid && model.state === 'offline') ? toFormState(model) : reported
  // Without a click in this window, because the response to a cancellation is handled separately.
  const isCancelledElsewhere = model.status?.payment?.status === 'pending' && payment?.status === 'cancelled'
  const isTyping = choosingStates.includes(model.state) && (target === 'method' || target === 'failed')
  // A code is being typed; or the status was sent before the connection was lost.
  const isOutdated =
    target === 'prompt' && (model.state === 'otp' || (model.state === 'offline' && model.mayBeSent && !model.isOnline))
  const state = !isRequested && (isTyping || isOutdated) ? model.state : target
  Object.assign(model, { status, nowMs })
  const { suppliedNetwork } = model
  if (
    model.state === 'loading' &&
    state === 'method' &&
    suppliedNetwork &&
    status.intent.channels.includes('mobile_money')
  )
    setModel(step, { state: 'number', choice: suppliedNetwork })
  else if (state !== model.state)
    setModel(step, { state, ...(isEarlier && { problem: { field: '', text: 'failed' } }) })
  if (isCancelledElsewhere) setModel(step, { isPaidElsewhere: true, notice: 'cancelledElsewhere' })
}
