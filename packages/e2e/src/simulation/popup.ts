import type { FrameMessages } from '@cedi/contract/checkout-protocol'
import type { CheckoutEvent, CheckoutOutcome } from '@cedi/service-js/api'
import { parseMessage } from '@cedi/service-js/frame'
import { createPopupModel, screenTimeoutsMs, transition } from '@cedi/service-js/popup-machine'
import type { PopupEffect, PopupEvent, PopupModel } from '@cedi/service-js/popup-model'
import { type CheckoutFrame, type FrameOptions, openFrame } from './checkout-frame.js'
import type { ScheduledEvent } from './time.js'
import type { World } from './world.js'

/** Options of the popup: the callbacks and values that the shop page passes in. */
export interface PopupOptions extends FrameOptions {
  /** Storage of the browser: the checkout of the order. */
  readonly storage: { token?: string; resume?: string }
  /** Returns the client token of the checkout intent. */
  fetchToken(): Promise<unknown>
  /** Called like the listeners of the shop page. */
  on(event: CheckoutEvent): void
  /** Called with the value of `session.result`. */
  onResult(outcome: CheckoutOutcome): void
}

/** Handle of a popup. */
export interface Popup {
  dispatch(event: PopupEvent): void
  frame(): CheckoutFrame | undefined
  isRemoved(): boolean
}

/** Opens the popup: the state machine of `service.js` without a DOM. */
export function openPopup(world: World, options: PopupOptions): Popup {
  const { device, storage } = options
  const { time } = world
  let model: PopupModel = createPopupModel('popup')
  let frame: CheckoutFrame | undefined
  let timer: ScheduledEvent | undefined
  let isRemoved = false

  function dispatch(event: PopupEvent): void {
    if (device.isStopped()) return
    const step = transition(model, event)
    model = step.model
    for (const effect of step.effects) applyEffect(effect)
  }

  /** Delivers a message over the port between page and frame, in order, as long as both exist. */
  const post = (run: () => void): void => void time.at(time.nowMs() + 1, () => device.isStopped() || run())
  const receive = (message: object): void =>
    post(() => dispatch({ type: 'messageReceived', message: parseMessage({ jsonrpc: '2.0', ...message }) }))

  function load(): void {
    if (!options.isOnline()) {
      dispatch('offline')
      return
    }
    const isUnresponsive = world.inject('page not loaded', device.name)
    frame?.end()
    const current = openFrame(world, options, (method: keyof FrameMessages, params) => {
      if (frame === current) receive({ method, params })
    })
    frame = current
    const loads = world.count(`loads on ${device.name}`)
    time.at(time.nowMs() + 200 + Math.floor(world.random(`${device.name} load ${loads}`) * 3_000), () => {
      if (device.isStopped() || frame !== current) return
      if (isUnresponsive) dispatch('unresponsive')
      else receive({ id: 2, method: 'ec.ready', params: {} })
    })
  }

  async function fetchIntent(): Promise<void> {
    const value = model.token ?? (await options.fetchToken().catch(() => undefined))
    const resume = storage.token === value ? storage.resume : undefined
    if (!model.isClosed) dispatch({ type: 'intentLoaded', value, resume })
  }

  function startFrame(token: string | null): void {
    const current = frame
    if (token) post(() => frame === current && frame?.start(token, model.resume))
  }

  function startTimer(): void {
    if (timer) timer.run = undefined
    const waitMs = screenTimeoutsMs[model.screen]
    if (waitMs) timer = time.at(time.nowMs() + waitMs, () => dispatch('screenTimeout'))
  }

  /** Applies an effect as `service.js` does in a page. */
  function applyEffect(effect: PopupEffect): void {
    if (effect.type === 'render') startTimer()
    else if (effect.type === 'loadFrame') {
      load()
      void fetchIntent()
    } else if (effect.type === 'fetchIntent') void fetchIntent()
    else if (effect.type === 'sendOpening') startFrame(model.token)
    else if (effect.type === 'sendToken') startFrame(effect.token)
    else if (effect.type === 'syncFrame') post(() => frame?.dispatch({ type: 'pageResumed' }))
    else if (effect.type === 'storePayment') Object.assign(storage, { token: model.token ?? '', resume: model.resume })
    else if (effect.type === 'clearStoredPayment') delete storage.token
    else if (effect.type === 'emit') options.on(effect.event)
    else if (effect.type === 'resolveResult') options.onResult(effect.outcome)
    else if (effect.type === 'removePopup') {
      frame?.end()
      frame = undefined
      isRemoved = true
      post(() => dispatch('removed'))
    }
  }

  dispatch('open')
  return { dispatch, frame: () => frame, isRemoved: () => isRemoved }
}
