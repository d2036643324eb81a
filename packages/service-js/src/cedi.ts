import { originOf } from './base.js'
import { element } from './dom.js'
import { openLinks } from './links.js'
import type { CheckoutOptions } from './options.js'
import { isFramedByStranger, preparePopup } from './popup.js'
import type { CheckoutSession } from './session.js'

declare const __VERSION__: string

/**
 * The popup checkout on a page.
 *
 * @source What the service does
 * @decision 0027
 */
export interface Cedi {
  /** The version. */
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

type Waiting = (cedi: Cedi) => void

declare global {
  interface Window {
    Cedi?: Cedi
    cediQueue?: Waiting[] | { push(act: Waiting): void }
  }
}

/** What all copies of the script on a page share, whatever their version. */
interface PageSlot {
  /** Gives the page its `window.Cedi`, unless it has one. */
  start(base: string): Cedi
  session?: CheckoutSession | undefined
}

/** The one place on the page that a second copy of the script looks at. */
export const slotOf = (): PageSlot => {
  const slots = window as never as Record<symbol, PageSlot>
  const key = Symbol.for('cedi')
  return (slots[key] = slots[key] || { start })
}

let page: Cedi | undefined
function start(base: string): Cedi {
  if (!page) {
    const cedi = createCedi({ base })
    const push = (act: Waiting): void => act(cedi)
    const waiting = window.cediQueue as Waiting[] | undefined
    page = window.Cedi = cedi
    window.cediQueue = { push }
    openLinks(cedi)
    // An element with that name is no queue.
    waiting?.forEach?.(push)
  }
  return page
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
 * import { createCedi } from '@cedi/service-js'
 *
 * const cedi = createCedi({ base: 'https://pay.example.com' })
 * const intent = (): Promise<string> =>
 *   fetch('/checkout-intent', { method: 'POST' }).then((response) => response.text())
 * document.querySelector('button')?.addEventListener('click', () => cedi.checkout({ intent }))
 * ```
 */
export function createCedi(options: { readonly base: string }): Cedi {
  const base = originOf(options.base)
  let warm: ReturnType<typeof preparePopup> | undefined

  return {
    version: __VERSION__,
    checkout(options) {
      const slot = slotOf()
      const inline = options.mode === 'inline' && options.container
      slot.session?.focus()
      if (slot.session) return slot.session
      const open = (!inline && warm) || preparePopup(base, options.nonce, inline)
      if (!inline) warm = undefined
      return open(options, slot)
    },
    warm({ nonce } = {}) {
      if ((navigator as { connection?: { saveData?: boolean } }).connection?.saveData || isFramedByStranger())
        return // Safari has no requestIdleCallback.
      ;(window.requestIdleCallback || setTimeout)(() => {
        if (!warm && !slotOf().session) warm = preparePopup(base, nonce, false, true)
      })
    },
    preconnect() {
      document.head.append(element('link', { rel: 'preconnect', href: base }))
    },
  }
}
