import { originOf } from './base.js'
import { frameAddress, isFramedByStranger, openCheckout } from './checkout.js'
import { element, whenIdle } from './dom.js'
import { connect, type FrameLine } from './frame.js'
import type { CheckoutOptions } from './options.js'
import { createPopup, type Popup } from './popup.js'
import type { CheckoutSession } from './session.js'

declare const __VERSION__: string

/**
 * The popup checkout on a page.
 *
 * @source What the service does
 * @decision 0027
 */
export interface Cedi {
  readonly version: string
  /**
   * Opens the checkout, in the same tick: call it in the click. While a checkout is open on the page, it gets the focus
   * and is returned again.
   */
  checkout(options: CheckoutOptions): CheckoutSession
  /**
   * Loads the checkout page into a hidden frame when the browser is idle, so that it opens at once. Does nothing when
   * the buyer saves data.
   */
  warm(options?: { readonly nonce?: string }): void
  /** Connects to the service, and loads nothing. */
  preconnect(): void
}

/** What all copies of the script on a page share, whatever their version. */
interface PageSlot {
  create: typeof createCedi
  /** The one that is `window.Cedi`. */
  page?: Cedi
  session?: CheckoutSession | undefined
}

/** The one place on the page that a second copy of the script looks at. */
export const slotOf = (page: object): PageSlot => {
  const slots = page as Record<symbol, PageSlot>
  const key = Symbol.for('cedi')
  slots[key] ??= { create: createCedi }
  return slots[key]
}

/**
 * Makes the popup checkout for one service. Loads nothing and touches no page until `checkout` or `warm` is called, so
 * it is safe on a server.
 *
 * @param options - `base`: the https address of the service; http is for this machine only.
 * @throws TypeError when the address is not https.
 * @source What the service does
 * @decision 0027
 * @example
 * ```ts
 * const cedi = createCedi({ base: 'https://pay.example.com' })
 * button.onclick = () => cedi.checkout({ intent: () => fetch('/checkout-intent').then((response) => response.text()) })
 * ```
 */
export function createCedi(options: { readonly base: string }): Cedi {
  const base = originOf(options.base)
  let warm: [Popup, FrameLine] | undefined

  const prepare = (container?: HTMLElement, nonce?: string): [Popup, FrameLine] => {
    const popup = createPopup(container, nonce)
    return [popup, connect(popup.frame, base)]
  }
  return {
    version: __VERSION__,
    checkout(wish) {
      const slot = slotOf(window)
      if (slot.session) {
        slot.session.focus()
        return slot.session
      }
      const container = wish.mode === 'inline' ? wish.container : undefined
      const [popup, line] = (!container && warm) || prepare(container, wish.nonce)
      if (!container) warm = undefined
      const session = openCheckout(base, wish, popup, line, () => {
        slot.session = undefined
      })
      if (!wish.signal?.aborted) slot.session = session
      return session
    },
    warm({ nonce } = {}) {
      const { connection } = navigator as { connection?: { saveData?: boolean } }
      if (connection?.saveData || isFramedByStranger()) return
      whenIdle(() => {
        if (warm || slotOf(window).session) return
        warm = prepare(undefined, nonce)
        warm[0].load(frameAddress(base))
      })
    },
    preconnect() {
      document.head.append(element('link', { rel: 'preconnect', href: base }))
    },
  }
}
