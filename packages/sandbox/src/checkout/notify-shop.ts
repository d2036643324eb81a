import { choosingStates, type FrameMessages, moneyMovingStates } from '@cedi/contract/checkout-protocol'
import type { Transition } from './model.js'

/** URL of a bank, which the popup opens in a tab: https, or http on localhost. */
const bankUrl = /^(?:https:|http:\/\/(?:localhost|127\.0\.0\.1)[:/])/

/** Reports each state to the shop page once. */
export function notifyShop({ model, effects }: Transition): void {
  const { state, status, isOpen, earlierFailure, unresolvedBody } = model
  const payment = status?.payment
  const hasUnsavedKey = state === 'success' && !!status?.licenses.length && !model.isKeyReleased
  if (hasUnsavedKey !== !!model.hasUnsavedKey) {
    model.hasUnsavedKey = hasUnsavedKey
    const params = { reason: hasUnsavedKey ? 'key_not_kept' : null } as const
    effects.push({ type: 'notifyShop', method: 'cedi.hold', params })
  }
  const reported = `${state} ${payment?.ref} ${payment?.status}`
  // Until the result of the last request is known, money may be moving, although the buyer sees the form again.
  const isUnknown = unresolvedBody && choosingStates.includes(state)
  if (reported === model.notifiedState || isUnknown || !isOpen) return
  model.notifiedState = reported
  const ref = payment?.ref ?? null
  const { method, network, phone, expires_at, failure, next_action } = payment ?? {}
  const details = { ref, method, network, phone_masked: phone ?? undefined, expires_at: expires_at ?? undefined }
  const stateParams = { state, ...(ref && details) } as FrameMessages['cedi.state']
  effects.push({ type: 'notifyShop', method: 'cedi.state', params: stateParams })
  if (state === 'expired') effects.push({ type: 'notifyShop', method: 'cedi.expired', params: { ref } })
  if (!ref) return
  if (state === 'success')
    effects.push({ type: 'notifyShop', method: 'ec.complete', params: { ref, status: 'succeeded' } })
  if (state === 'pending') effects.push({ type: 'notifyShop', method: 'cedi.pending', params: { ref } })
  if (state === 'failed' && ref !== earlierFailure) {
    const params = { ref, code: failure?.code ?? 'provider_error', retryable: true }
    effects.push({ type: 'notifyShop', method: 'cedi.failed', params })
  }
  const url = next_action?.url
  if (state === 'redirect' && url && bankUrl.test(url))
    effects.push({ type: 'notifyShop', method: 'ec.window.open_request', params: { url } })
}

/** Closes. The reason is never `cancelled` while money may be moving. */
export function close({ model, effects }: Transition): void {
  const { state, status, unresolvedBody } = model
  const payment = status?.payment
  const isOver = choosingStates.includes(state) || state === 'expired'
  const mayBeMoving = unresolvedBody || payment?.status === 'pending' || (payment && !isOver)
  const reason = mayBeMoving ? 'done' : 'cancelled'
  effects.push({ type: 'notifyShop', method: 'cedi.close', params: { reason } })
}

/** Closes for the shop page. The result of a pending payment is reported as pending. */
export function leave(step: Transition): void {
  const { state, status } = step.model
  const ref = status?.payment?.ref
  if (ref && moneyMovingStates.includes(state))
    step.effects.push({ type: 'notifyShop', method: 'cedi.pending', params: { ref } })
  close(step)
}
