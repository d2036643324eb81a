import { type CheckoutState, choosingStates } from '@cedi/contract/checkout-messages'
import { mobileNetworks } from '@cedi/mock-server/instruments'
import type { Checkout, Effect, Why } from './events.js'
import { type CheckoutStatus, isElsewhere, type Model, stateOf } from './model.js'
import type { Act, Choice, Problem } from './typed.js'

/** One step in progress: the next model, and the effects. */
export interface Draft {
  readonly model: { -readonly [Name in keyof Checkout]: Checkout[Name] }
  readonly effects: Effect[]
}

const networks = Object.keys(mobileNetworks) as Choice[]

/**
 * What the buyer can do in each state. A state that is not listed comes from a later version: the buyer can only look.
 */
const acts: Readonly<Record<CheckoutState, readonly Act[]>> = {
  loading: [],
  method: [...networks, 'card'],
  // A number that looks like one of another network leads there.
  number: ['pay', 'other', ...networks],
  card: ['pay', 'other'],
  sending: [],
  prompt: ['check', 'resend', 'code', 'change'],
  otp: ['otp', 'resend', 'change', 'back'],
  redirect: ['check', 'other'],
  success: ['copy', 'leave', 'stay', 'done'],
  pending: ['check', 'close'],
  failed: ['retry', 'check', 'other'],
  expired: ['close'],
  offline: ['check'],
  blocked: [],
}

/** What the buyer can do now. */
export function actsOf(model: Model): readonly Act[] {
  const isKnown = Object.keys(acts).includes(model.state) && !isElsewhere(model)
  return isKnown ? acts[model.state] : ['check']
}

/** The form of a way to pay, or the choice between them. */
export const formOf = ({ choice }: Pick<Model, 'choice'>): CheckoutState =>
  choice === 'card' ? 'card' : choice ? 'number' : 'method'

/** Changes what is shown. A paid checkout stays paid. */
export function change({ model }: Draft, part: Partial<Checkout>): void {
  if (model.state === 'success' && part.state) return
  // Errors and news belong to the state in which they were shown.
  if (part.state) Object.assign(model, { problem: undefined, note: undefined })
  Object.assign(model, part)
}

/** Reports an error, in the state in which it occurred. */
export const wrong = (draft: Draft, problem: Problem, state: CheckoutState = draft.model.state): void =>
  change(draft, { state, problem })

/** Asks the service for the status. */
export function ask({ model, effects }: Draft, why: Why): void {
  effects.push({ do: 'ask', why, round: model.round ?? 0 })
}

/** Whether a status is older than the known one: answers can overtake each other, and what has ended has ended. */
const isStale = ({ payment: known }: Partial<CheckoutStatus>, { payment }: CheckoutStatus): boolean =>
  known?.ref === payment?.ref && known?.status !== 'pending' && payment?.status === 'pending'

/**
 * Moves to the state that a status means.
 *
 * @param mustFollow - Whether the buyer asked for it. Then it also leaves a form, or a code that is being typed.
 */
export function follow(draft: Draft, status: CheckoutStatus, mustFollow: boolean): void {
  const { model } = draft
  if (isStale(model.status ?? {}, status)) return
  const nowMs = Date.parse(status.now)
  const stands = stateOf(status, nowMs)
  const { payment } = status
  if (model.state === 'loading' && stands === 'failed') model.past = payment?.ref
  // An earlier failure is not news: the buyer chooses again, and reads the reason.
  const isPast = payment?.status === stands && payment.ref === model.past
  const goal = isPast || (stands === 'method' && model.state === 'offline') ? formOf(model) : stands
  const isOld = choosingStates.includes(model.state) && (goal === 'method' || goal === 'failed')
  // A code is being typed; or a connection that is gone says its last words.
  const isBehind =
    goal === 'prompt' && (model.state === 'otp' || (model.state === 'offline' && model.sent && !model.isOnline))
  const state = !mustFollow && (isOld || isBehind) ? model.state : goal
  Object.assign(model, { status, nowMs })
  if (state !== model.state) change(draft, { state, ...(isPast && { problem: { field: '', word: 'failed' } }) })
}
