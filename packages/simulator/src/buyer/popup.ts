import type { FrameMessages } from '@cedi/contract/checkout-messages'
import { readMessage } from '@cedi/service-js/message'
import type { CheckoutEvent, Outcome } from '@cedi/service-js/options'
import { next } from '@cedi/service-js/session'
import { type Effect, newSession, type SessionEvent, type SessionModel, waitsMs } from '@cedi/service-js/session-model'
import type { Coming } from '../world/time.js'
import type { World } from '../world/world.js'
import { type Frame, type FrameSetting, openFrame } from './frame.js'

/** What the shop page of a buyer gives the popup. */
export interface PopupSetting extends Omit<FrameSetting, 'tell'> {
  /** What the browser remembers of the payment of this order. */
  readonly kept: Map<string, { readonly token: string; readonly resume: string }>
  readonly order: string
  /** Brings the token of the checkout intent. */
  bring(): Promise<string>
  /** Hears what listeners of the shop page hear. */
  on(event: CheckoutEvent): void
  /** Hears how it ended: what `session.result` gives. */
  settled(outcome: Outcome): void
}

/** A popup that is open, or was. */
export interface Popup {
  send(event: SessionEvent): void
  frame(): Frame | undefined
  isOver(): boolean
}

/** The parts of an open popup, and where it stands. */
interface Parts extends PopupSetting {
  readonly world: World
  model: SessionModel
  frame: Frame | undefined
  isOver: boolean
  isSettled: boolean
  timer: Coming | undefined
}

/** Opens the popup: the session machine of `service.js`, with a shell that has no page. */
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

/** The port between page and frame: in order, and only as long as both are there. */
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

/** Does what the session wants, as `effects.ts` of `service.js` does it in a page. */
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
