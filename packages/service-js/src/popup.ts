import { type CheckoutSession, createCheckoutSession } from './checkout-session.js'
import { type Checkout, carryOut } from './effects.js'
import { type CheckoutFrame, createFrame, isFramedByStranger } from './frame.js'
import type { CheckoutOptions } from './options.js'
import { createOverlay, type Overlay } from './overlay.js'
import { next } from './session.js'
import { newSession, type SessionEvent, type Way } from './session-model.js'
import type { PageSlot } from './slot.js'
import { wordsFor } from './words.js'

/** How a popup is prepared. */
export interface PopupOptions {
  /** For browsers without constructable stylesheets only. */
  readonly nonce?: string | undefined
  /** Shows the checkout there, without a dialog. */
  readonly container?: HTMLElement | undefined
  /** Loads the checkout page at once. */
  readonly isWarm?: boolean
}

/** Opens the checkout in a prepared popup, and follows it to its end. */
export type OpenCheckout = (options: CheckoutOptions, slot: PageSlot) => CheckoutSession

interface Popup {
  readonly base: string
  readonly overlay: Overlay
  readonly frame: CheckoutFrame
  readonly life: AbortController
  readonly isWarm: boolean
}

/** What happens on the page while a checkout is open, as events for the session. */
const pageEvents: Readonly<Record<string, SessionEvent>> = {
  offline: 'network',
  online: 'network',
  pageshow: 'back',
  visibilitychange: 'back',
}

function wayOf({ mode }: CheckoutOptions, { dialog }: Overlay): Way {
  if (isFramedByStranger()) return 'link'
  if (mode === 'redirect' || !dialog.showModal) return 'redirect'
  return mode === 'tab' ? 'link' : 'here'
}

/** Connects the session with the overlay and the frame: it sends events to the session and carries out its effects. */
function join(popup: Popup, options: CheckoutOptions, slot: PageSlot): Checkout {
  const { documentElement } = document
  const { locale = documentElement.lang, theme = 'auto', accent = '' } = options
  const dir = options.dir ?? (documentElement.dir as 'ltr' | 'rtl' | '')
  const close = (): void => checkout.send('close')
  const checkout: Checkout = {
    ...popup,
    options,
    slot,
    look: { locale, dir, theme, accent },
    words: wordsFor(locale),
    model: newSession(wayOf(options, popup.overlay)),
    voice: createCheckoutSession(options, {
      close,
      focus() {
        if (checkout.isThere()) popup.overlay.focus()
      },
    }),
    send(event) {
      const { model, effects } = next(checkout.model, event)
      checkout.model = model
      checkout.voice.update({ ref: model.ref, state: model.state })
      for (const effect of effects) carryOut(checkout, effect)
    },
    isThere() {
      if (!popup.overlay.isThere()) close()
      return !checkout.model.isClosed
    },
  }
  return checkout
}

function open(popup: Popup, options: CheckoutOptions, slot: PageSlot): CheckoutSession {
  const checkout = join(popup, options, slot)
  const { overlay, frame, life, words, look, voice, send, isThere } = checkout
  const { session } = voice
  const isClosedByBack = options.history ?? matchMedia('(pointer:coarse)').matches
  slot.session = session
  if (!popup.isWarm) overlay.attach()
  overlay.open({ frame: frame.element, words, ...look, isClosedByBack, send })
  send('open')
  const tell = (event: SessionEvent): void => {
    if (isThere()) send(event)
  }
  frame.listen(
    (message) => tell({ message }),
    () => tell('mute'),
  )
  for (const [name, event] of Object.entries(pageEvents))
    addEventListener(name, () => tell(event), { signal: life.signal })
  // Also notices when the container is removed.
  new ResizeObserver(isThere).observe(overlay.dialog)
  options.signal?.addEventListener('abort', session.close)
  if (options.signal?.aborted) session.close()
  return session
}

/**
 * Puts an invisible popup into the page.
 *
 * @param base - The base address of the service.
 * @returns Opens the checkout in it.
 * @decision 0027
 */
export function preparePopup(base: string, prepared: PopupOptions = {}): OpenCheckout {
  const { nonce = '', container, isWarm = false } = prepared
  const life = new AbortController()
  const overlay = createOverlay(nonce, container, life.signal)
  const frame = createFrame(base, overlay.dialog, life.signal)
  if (isWarm) {
    overlay.attach()
    frame.load(wordsFor(document.documentElement.lang).language)
  }
  return (options, slot) => {
    // The page redrew itself and removed the prepared frame: start again.
    if (isWarm && !overlay.isThere()) return preparePopup(base, { nonce })(options, slot)
    return open({ base, overlay, frame, life, isWarm }, options, slot)
  }
}
