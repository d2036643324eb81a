import { protocolVersion } from '@cedi/contract/checkout-messages'
import type { Voice } from './checkout-session.js'
import type { CheckoutFrame } from './frame.js'
import type { CheckoutOptions } from './options.js'
import { firstPictureMs, type Overlay } from './overlay.js'
import { forget, recall, remember } from './remembered.js'
import { viewOf } from './screens.js'
import { type Effect, type SessionEvent, type SessionModel, waitsMs } from './session-model.js'
import type { PageSlot } from './slot.js'
import { factsOf } from './token.js'
import type { Words } from './words.js'

/** One open checkout: its parts, and its state. */
export interface Checkout {
  /** The origin of the service. */
  readonly base: string
  readonly overlay: Overlay
  readonly frame: CheckoutFrame
  readonly voice: Voice
  /** Aborted when it closes: then nothing on the page is listened to. */
  readonly life: AbortController
  readonly options: CheckoutOptions
  readonly look: Required<Pick<CheckoutOptions, 'locale' | 'theme' | 'accent'>> & { dir: 'ltr' | 'rtl' | '' }
  readonly words: Words
  /** Where the page stores the open checkout. */
  readonly slot: PageSlot
  model: SessionModel
  /** Whether the checkout page was loaded in advance. */
  isWarm: boolean
  /** Runs while a screen has a time limit. */
  timer?: ReturnType<typeof setTimeout>
  send(event: SessionEvent): void
  /** Whether it is still open. It is closed if the page removed the popup or its container. */
  isThere(): boolean
}

/** The page that continues outside this one: the checkout intent's, or the one that the shop named. */
function fullPageOf({ base, model: { token, resume }, options }: Checkout): string | undefined {
  const href = token ? `${base}/pay/${token}${resume && `?a=${resume}`}` : options.page
  return href?.startsWith(`${base}/`) ? href : undefined
}

/** The name under which the page remembers a payment: the product if known, otherwise the service. */
const nameOf = ({ base, options }: Checkout): string => `cedi:${options.page ?? base}`

function draw(checkout: Checkout): void {
  const { model, overlay, words, send } = checkout
  // The previous screen's wait is over: its timer must not end this one.
  clearTimeout(checkout.timer)
  const waitMs = waitsMs[model.screen]
  if (waitMs) checkout.timer = setTimeout(send, waitMs, 'waited')
  overlay.draw(viewOf(model, words, fullPageOf(checkout)))
  showFacts(checkout)
}

function showFacts({ model, overlay, words }: Checkout): void {
  overlay.showFacts(factsOf(model.token, words.language))
}

function load(checkout: Checkout): void {
  const { model, frame, words, send } = checkout
  if (!navigator.onLine) {
    send('offline')
    return
  }
  // A frame is slow to create, so it comes two frames later: the buyer sees the popup first. A page that was loaded in
  // advance and said nothing is an error page, and is loaded again.
  if (model.way === 'here' && (!checkout.isWarm || frame.isMute()))
    setTimeout(frame.load, firstPictureMs, words.language)
  checkout.isWarm = false
  void bring(checkout)
}

async function bring(checkout: Checkout): Promise<void> {
  const { model, options, send } = checkout
  // Only a button uses the number of tries; a shop's function ignores it.
  const make = options.intent as string | Promise<string> | ((anew: number) => string | Promise<string>)
  let value: unknown = model.token
  try {
    // Called before anything is awaited, while the click still counts.
    value ??= await (typeof make === 'function' ? make(model.anew) : make)
  } catch {}
  if (checkout.isThere()) send({ intent: value, resume: resumeOf(checkout, value) })
}

/** What is remembered for a token. */
function resumeOf(checkout: Checkout, token: unknown): string | undefined {
  const kept = recall(nameOf(checkout))
  return kept?.token === token ? kept?.resume : ''
}

function look(checkout: Checkout): void {
  const kept = recall(nameOf(checkout))
  checkout.send({ intent: kept?.token, resume: kept?.resume })
}

function answer({ model, frame, look, options }: Checkout, id: unknown): void {
  const { prefill = {} } = options
  const { token, resume } = model
  const { origin } = location
  frame.post({ id, result: { token, v: protocolVersion, ...look, prefill, origin, resume } })
}

function remove({ slot, life, timer, overlay, send }: Checkout): void {
  slot.session = undefined
  life.abort()
  clearTimeout(timer)
  overlay.remove(() => send('removed'))
}

/** Carries out the session's effects in the page. */
export function carryOut(checkout: Checkout, effect: Effect): void {
  const { overlay, frame, voice } = checkout
  switch (effect.do) {
    case 'draw':
      draw(checkout)
      break
    case 'facts':
      showFacts(checkout)
      break
    case 'focus':
      overlay.focus()
      break
    case 'load':
      load(checkout)
      break
    case 'bring':
      void bring(checkout)
      break
    case 'look':
      look(checkout)
      break
    case 'remember':
      remember(nameOf(checkout), { token: checkout.model.token ?? '', resume: checkout.model.resume })
      break
    case 'forget':
      forget(nameOf(checkout), checkout.model.token)
      break
    case 'answer':
      answer(checkout, effect.id)
      break
    case 'token':
      frame.post({ method: 'cedi.token', params: { token: effect.token, resume: checkout.model.resume } })
      break
    case 'sync':
      frame.post({ method: 'cedi.sync', params: {} })
      break
    case 'resize':
      overlay.resize(effect.height)
      break
    case 'redirect':
      location.href = fullPageOf(checkout) as string
      break
    case 'emit':
      voice.emit(effect.event)
      break
    case 'settle':
      voice.settle(effect.outcome)
      break
    case 'remove':
      remove(checkout)
      break
  }
}
