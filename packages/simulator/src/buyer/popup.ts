import type { FrameMessages } from '@cedi/contract/checkout-messages'
import { readMessage } from '@cedi/service-js/message'
import type { CheckoutEvent, Outcome } from '@cedi/service-js/options'
import { next } from '@cedi/service-js/session'
import { type Effect, newSession, type SessionEvent, type SessionModel, waitsMs } from '@cedi/service-js/session-model'
import type { Coming } from '../world/time.js'
import type { World } from '../world/world.js'
import { type Frame, type FrameSetting, openFrame } from './frame.js'

/** What the buyer's shop page gives to the popup. */
export interface PopupSetting extends Omit<FrameSetting, 'tell'> {
  /** What the browser stores about this order's payment. */
  readonly kept: Map<string, { readonly token: string; readonly resume: string }>
  readonly order: string
  /** Returns the checkout intent's token. */
  bring(): Promise<string>
  /** Called like the shop page's listeners. */
  on(event: CheckoutEvent): void
  /** Called with the end, the value of `session.result`. */
  settled(outcome: Outcome): void
}

/** A popup that is open, or was. */
export interface Popup {
  send(event: SessionEvent): void
  frame(): Frame | undefined
  isOver(): boolean
}

/** An open popup's parts, and its state. */
interface Parts extends PopupSetting {
  readonly world: World
  model: SessionModel
  frame: Frame | undefined
  isOver: boolean
  isSettled: boolean
  timer: Coming | undefined
}

/** Opens the popup: the session machine of `service.js`, with a shell without a page. */
export function openPopup(world: World, setting: PopupSetting): Popup {
  const model = newSession('here')
  const parts: Parts = { ...setting, world, model, frame: undefined, isOver: false, isSettled: false, timer: undefined }
  send(parts, 'open')
  return { send: (event) => send(parts, event), frame: () => parts.frame, isOver: () => parts.isOver }
}

function send(parts: Parts, event: SessionEvent): void {
  if (parts.device.isDead()) return
  const step = next(parts.model, event)
  parts.model = step.model
  for (const effect of step.effects) carryOut(parts, effect)
}

/** The port between page and frame: in order, and only while both exist. */
function later({ world: { time }, device }: Parts, run: () => void): void {
  time.at(time.nowMs() + 1, () => device.isDead() || run())
}

function hear(parts: Parts, message: object): void {
  later(parts, () => send(parts, { message: readMessage({ jsonrpc: '2.0', ...message }) }))
}

function load(parts: Parts): void {
  const { world, device, isOnline } = parts
  if (!isOnline()) {
    send(parts, 'offline')
    return
  }
  const { time, faults, chance } = world
  const isMute = faults.site(`the checkout page does not come to ${device.name}`, 'requestLost')()
  const tell = (method: keyof FrameMessages, params: object): void => {
    if (parts.frame === mine) hear(parts, { method, params })
  }
  const mine: Frame = openFrame(world, { ...parts, tell })
  parts.frame?.end()
  parts.frame = mine
  time.at(time.nowMs() + 200 + Math.floor(chance(`${device.name}/load`) * 3_000), () => {
    if (device.isDead() || parts.frame !== mine) return
    if (isMute) send(parts, 'mute')
    else hear(parts, { id: 2, method: 'ec.ready', params: {} })
  })
}

async function bring(parts: Parts): Promise<void> {
  const { kept, order, device } = parts
  let intent: unknown = parts.model.token
  try {
    intent ??= await parts.bring()
  } catch {}
  const remembered = kept.get(order)
  const resume = remembered?.token === intent ? remembered?.resume : ''
  if (!parts.model.isClosed && !device.isDead()) send(parts, { intent, resume })
}

function show(parts: Parts, token: string | null): void {
  const { frame, model } = parts
  if (token) later(parts, () => parts.frame === frame && frame?.start(token, model.resume))
}

function draw(parts: Parts): void {
  const { time } = parts.world
  if (parts.timer) parts.timer.run = undefined
  const waitMs = waitsMs[parts.model.screen]
  if (waitMs) parts.timer = time.at(time.nowMs() + waitMs, () => send(parts, 'waited'))
}

function remove(parts: Parts): void {
  parts.frame?.end()
  parts.frame = undefined
  parts.isOver = true
  later(parts, () => send(parts, 'removed'))
}

/** Carries out the session's effects, as `effects.ts` of `service.js` does in a page. */
function carryOut(parts: Parts, effect: Effect): void {
  const { model, kept, order } = parts
  switch (effect.do) {
    case 'draw':
      draw(parts)
      break
    case 'load':
      load(parts)
      void bring(parts)
      break
    case 'bring':
      void bring(parts)
      break
    case 'answer':
      show(parts, model.token)
      break
    case 'token':
      show(parts, effect.token)
      break
    case 'sync':
      later(parts, () => parts.frame?.handle({ on: 'returned' }))
      break
    case 'remember':
      kept.set(order, { token: model.token ?? '', resume: model.resume })
      break
    case 'forget':
      if (kept.get(order)?.token === model.token) kept.delete(order)
      break
    case 'emit':
      parts.on(effect.event)
      break
    case 'settle':
      if (!parts.isSettled) parts.settled(effect.outcome)
      parts.isSettled = true
      break
    case 'remove':
      remove(parts)
      break
    default:
  }
}
