import type { FrameMessages } from '@cedi/contract/checkout-protocol'
import type { CheckoutEvent, CheckoutOutcome } from '@cedi/service-js/api'
import { parseMessage } from '@cedi/service-js/frame'
import { createPopupModel, screenTimeoutsMs, transition } from '@cedi/service-js/popup-machine'
import type { PopupEffect, PopupEvent, PopupModel } from '@cedi/service-js/popup-model'
import type { ScheduledEvent } from '../world/time.js'
import type { World } from '../world/world.js'
import { type Frame, type FrameOptions, openFrame } from './frame.js'

/** Options of the popup: the callbacks and values that the shop page passes in. */
export interface PopupOptions extends Omit<FrameOptions, 'postMessage'> {
  /** The browser's stored payment tokens, by order. */
  readonly storedTokens: Map<string, { readonly token: string; readonly resume: string }>
  readonly order: string
  /** Returns the client token of the checkout intent. */
  fetchToken(): Promise<string>
  /** Called after each change of the popup's screen. */
  onScreen?(model: PopupModel): void
  /** Called like the listeners of the shop page. */
  on(event: CheckoutEvent): void
  /** Called with the final outcome, the value of `session.result`. */
  onSettled(outcome: CheckoutOutcome): void
}

/** Handle of a popup. */
export interface Popup {
  dispatch(event: PopupEvent): void
  frame(): Frame | undefined
  isOver(): boolean
}

/** State and options of an open popup. */
interface PopupState extends PopupOptions {
  readonly world: World
  model: PopupModel
  frame: Frame | undefined
  isOver: boolean
  isSettled: boolean
  timer: ScheduledEvent | undefined
}

/** Opens the popup by running the state machine of `service.js` without a DOM. */
export function openPopup(world: World, options: PopupOptions): Popup {
  const model = createPopupModel('popup')
  const state: PopupState = {
    ...options,
    world,
    model,
    frame: undefined,
    isOver: false,
    isSettled: false,
    timer: undefined,
  }
  dispatch(state, 'open')
  return { dispatch: (event) => dispatch(state, event), frame: () => state.frame, isOver: () => state.isOver }
}

function dispatch(state: PopupState, event: PopupEvent): void {
  if (state.device.isStopped()) return
  const step = transition(state.model, event)
  state.model = step.model
  for (const effect of step.effects) applyEffect(state, effect)
}

/** Delivers a message over the port between page and frame, in order, as long as both exist. */
function post({ world: { time }, device }: PopupState, run: () => void): void {
  time.at(time.nowMs() + 1, () => device.isStopped() || run())
}

function receive(state: PopupState, message: object): void {
  post(state, () => dispatch(state, { type: 'messageReceived', message: parseMessage({ jsonrpc: '2.0', ...message }) }))
}

function load(state: PopupState): void {
  const { world, device, isOnline } = state
  if (!isOnline()) {
    dispatch(state, 'offline')
    return
  }
  const { time, faults, chance } = world
  const isUnresponsive = faults.site(`the checkout page does not load on ${device.name}`, 'requestLost')()
  const postMessage = (method: keyof FrameMessages, params: object): void => {
    if (state.frame === current) receive(state, { method, params })
  }
  const current: Frame = openFrame(world, { ...state, postMessage })
  state.frame?.end()
  state.frame = current
  time.at(time.nowMs() + 200 + Math.floor(chance(`${device.name}/load`) * 3_000), () => {
    if (device.isStopped() || state.frame !== current) return
    if (isUnresponsive) dispatch(state, 'unresponsive')
    else receive(state, { id: 2, method: 'ec.ready', params: {} })
  })
}

async function fetchIntent(state: PopupState): Promise<void> {
  const { storedTokens, order, device } = state
  let value: unknown = state.model.token
  try {
    value ??= await state.fetchToken()
  } catch {}
  const stored = storedTokens.get(order)
  const resume = stored?.token === value ? stored?.resume : undefined
  if (!state.model.isClosed && !device.isStopped()) dispatch(state, { type: 'intentLoaded', value, resume })
}

function startFrame(state: PopupState, token: string | null): void {
  const { frame, model } = state
  if (token) post(state, () => state.frame === frame && frame?.start(token, model.resume))
}

function startTimer(state: PopupState): void {
  const { time } = state.world
  if (state.timer) state.timer.run = undefined
  const waitMs = screenTimeoutsMs[state.model.screen]
  if (waitMs) state.timer = time.at(time.nowMs() + waitMs, () => dispatch(state, 'screenTimeout'))
}

function remove(state: PopupState): void {
  state.frame?.end()
  state.frame = undefined
  state.isOver = true
  post(state, () => dispatch(state, 'removed'))
}

/** Applies an effect of the session, as `effects.ts` of `service.js` does in a page. */
function applyEffect(state: PopupState, effect: PopupEffect): void {
  const { model, storedTokens, order } = state
  switch (effect.type) {
    case 'render':
      startTimer(state)
      state.onScreen?.(model)
      break
    case 'loadFrame':
      load(state)
      void fetchIntent(state)
      break
    case 'fetchIntent':
      void fetchIntent(state)
      break
    case 'sendOpening':
      startFrame(state, model.token)
      break
    case 'sendToken':
      startFrame(state, effect.token)
      break
    case 'syncFrame':
      post(state, () => state.frame?.dispatch({ type: 'pageResumed' }))
      break
    case 'storePayment':
      storedTokens.set(order, { token: model.token ?? '', resume: model.resume })
      break
    case 'clearStoredPayment':
      if (storedTokens.get(order)?.token === model.token) storedTokens.delete(order)
      break
    case 'emit':
      state.on(effect.event)
      break
    case 'resolveResult':
      if (!state.isSettled) state.onSettled(effect.outcome)
      state.isSettled = true
      break
    case 'removePopup':
      remove(state)
      break
    default:
  }
}
