import { choosingStates, type FrameMessages, moneyMovingStates } from '@cedi/contract/checkout-messages'
import type { Draft } from './draft.js'

// What the shop's page around a checkout is told.

/** Tells the shop's page about each state once. */
export function tellShop({ model, effects }: Draft): void {
  const { state, status, isOpen, past } = model
  const payment = status?.payment
  // The key is shown here: a buyer who leaves without it loses it.
  const isHeld = state === 'success' && !!status?.licenses.length && !model.isLetGo
  if (isHeld !== !!model.isHeld) {
    model.isHeld = isHeld
    effects.push({ do: 'tell', method: 'cedi.hold', params: { reason: isHeld ? 'key_not_kept' : null } })
  }
  const stands = `${state} ${payment?.ref} ${payment?.status}`
  if (stands === model.told || !isOpen) return
  model.told = stands
  const ref = payment?.ref ?? null
  const { method, network, phone, expires_at, failure, next_action } = payment ?? {}
  const more = { ref, method, network, phone_masked: phone ?? undefined, expires_at: expires_at ?? undefined }
  effects.push({ do: 'tell', method: 'cedi.state', params: { state, ...(ref && more) } as FrameMessages['cedi.state'] })
  if (state === 'expired') effects.push({ do: 'tell', method: 'cedi.expired', params: { ref } })
  if (!ref) return
  if (state === 'success') effects.push({ do: 'tell', method: 'ec.complete', params: { ref, status: 'succeeded' } })
  if (state === 'pending') effects.push({ do: 'tell', method: 'cedi.pending', params: { ref } })
  if (state === 'failed' && ref !== past) {
    const params = { ref, code: failure?.code ?? 'provider_error', retryable: true }
    effects.push({ do: 'tell', method: 'cedi.failed', params })
  }
  const url = next_action?.url
  if (state === 'redirect' && url?.startsWith('https:'))
    effects.push({ do: 'tell', method: 'ec.window.open_request', params: { url } })
}

/** Closes. The shop is never told "cancelled" while money may be moving. */
export function close({ model, effects }: Draft): void {
  const { state, status, unsure } = model
  const payment = status?.payment
  const isChoosing = choosingStates.includes(state) || (state === 'expired' && !unsure)
  const isCancelled = payment ? isChoosing && payment.status !== 'pending' : isChoosing || !unsure
  effects.push({ do: 'tell', method: 'cedi.close', params: { reason: isCancelled ? 'cancelled' : 'done' } })
}

/** The buyer leaves. A request in progress may still arrive, so the result is pending, never cancelled. */
export function leave(draft: Draft): void {
  const { state, status } = draft.model
  const ref = status?.payment?.ref
  if (ref && moneyMovingStates.includes(state))
    draft.effects.push({ do: 'tell', method: 'cedi.pending', params: { ref } })
  close(draft)
}
