import type { FrameMessages } from '@cedi/contract/checkout-protocol'
import type { CheckoutEvent, CheckoutOutcome } from '@cedi/service-js/api'
import { parseMessage } from '@cedi/service-js/frame'
import {
  createPopupModel,
  type PopupEffect,
  type PopupEvent,
  type PopupModel,
  screenTimeoutsMs,
  transition,
} from '@cedi/service-js/popup-machine'
import type { Coming } from '../world/time.js'
import type { World } from '../world/world.js'
import { type Frame, type FrameSetting, openFrame } from './frame.js'

/** What the buyer's shop page gives to the popup. */
export interface PopupSetting extends Omit<FrameSetting, 'notifyShop'> {
  /** Payments that the browser stores, by order. */
  readonly kept: Map<string, { readonly token: string; readonly resume: string }>
  readonly order: string
  /** Returns the checkout intent's token. */
  fetchIntent(): Promise<string>
  /** Listener of the shop page. */
  on(event: CheckoutEvent): void
  /** Called with the value of `session.result`. */
  settled(outcome: CheckoutOutcome): void
}

/** A popup that is open, or was. */
export interface Popup {
  dispatch(event: PopupEvent): void
  frame(): Frame | undefined
  isOver(): boolean
}

/** An open popup's parts, and its state. */
interface Parts extends PopupSetting {
  readonly world: World
  model: PopupModel
  frame: Frame | undefined
  isOver: boolean
  isSettled: boolean
  timer: Coming | undefined
}

/** Opens the popup: the machine of `service.js` without a page. */
export function openPopup(world: World, setting: PopupSetting): Popup {
  const model = createPopupModel('popup')
  const parts: Parts = { ...setting, world, model, frame: undefined, isOver: false, isSettled: false, timer: undefined }
  dispatch(parts, 'open')
  return { dispatch: (event) => dispatch(parts, event), frame: () => parts.frame, isOver: () => parts.isOver }
}

function dispatch(parts: Parts, event: PopupEvent): void {
  if (parts.device.isDead()) return
  const step = transition(parts.model, event)
  parts.model = step.model
  for (const effect of step.effects) applyEffect(parts, effect)
}

/** The port between page and frame: in order, and only while both exist. */
function later({ world: { time }, device }: Parts, run: () => void): void {
  time.at(time.nowMs() + 1, () => device.isDead() || run())
}

function receive(parts: Parts, message: object): void {
  later(parts, () =>
    dispatch(parts, { type: 'messageReceived', message: parseMessage({ jsonrpc: '2.0', ...message }) }),
  )
}

function load(parts: Parts): void {
  const { world, device, isOnline } = parts
  if (!isOnline()) {
    dispatch(parts, 'offline')
    return
  }
  const { time, faults, chance } = world
  const isUnresponsive = faults.site(`the checkout page does not come to ${device.name}`, 'requestLost')()
  const notifyShop = (method: keyof FrameMessages, params: object): void => {
    if (parts.frame === mine) receive(parts, { method, params })
  }
  const mine: Frame = openFrame(world, { ...parts, notifyShop })
  parts.frame?.end()
  parts.frame = mine
  time.at(time.nowMs() + 200 + Math.floor(chance(`${device.name}/load`) * 3_000), () => {
    if (device.isDead() || parts.frame !== mine) return
    if (isUnresponsive) dispatch(parts, 'unresponsive')
    else receive(parts, { id: 2, method: 'ec.ready', params: {} })
  })
}

async function fetchIntent(parts: Parts): Promise<void> {
  const { kept, order, device } = parts
  let value: unknown = parts.model.token
  try {
    value ??= await parts.fetchIntent()
  } catch {}
  const remembered = kept.get(order)
  const resume = remembered?.token === value ? remembered?.resume : ''
  if (!parts.model.isClosed && !device.isDead()) dispatch(parts, { type: 'intentLoaded', value, resume })
}

function show(parts: Parts, token: string | null): void {
  const { frame, model } = parts
  if (token) later(parts, () => parts.frame === frame && frame?.start(token, model.resume))
}

function draw(parts: Parts): void {
  const { time } = parts.world
  if (parts.timer) parts.timer.run = undefined
  const waitMs = screenTimeoutsMs[parts.model.screen]
  if (waitMs) parts.timer = time.at(time.nowMs() + waitMs, () => dispatch(parts, 'screenTimeout'))
}

function remove(parts: Parts): void {
  parts.frame?.end()
  parts.frame = undefined
  parts.isOver = true
  later(parts, () => dispatch(parts, 'removed'))
}

/** Applies the effects of the machine, as `popup.ts` of `service.js` does in a page. */
function applyEffect(parts: Parts, effect: PopupEffect): void {
  const { model, kept, order } = parts
  switch (effect.type) {
    case 'render':
      draw(parts)
      break
    case 'loadFrame':
      load(parts)
      void fetchIntent(parts)
      break
    case 'fetchIntent':
      void fetchIntent(parts)
      break
    case 'sendOpening':
      show(parts, model.token)
      break
    case 'sendToken':
      show(parts, effect.token)
      break
    case 'syncFrame':
      later(parts, () => parts.frame?.dispatch({ type: 'pageResumed' }))
      break
    case 'storePayment':
      kept.set(order, { token: model.token ?? '', resume: model.resume })
      break
    case 'clearStoredPayment':
      if (kept.get(order)?.token === model.token) kept.delete(order)
      break
    case 'emit':
      parts.on(effect.event)
      break
    case 'resolveResult':
      if (!parts.isSettled) parts.settled(effect.outcome)
      parts.isSettled = true
      break
    case 'removePopup':
      remove(parts)
      break
    default:
  }
}
