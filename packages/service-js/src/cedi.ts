import { baseOf } from './base.js'
import { element } from './dom.js'
import { isLazy } from './frame.js'
import type { Cedi } from './page-api.js'
import { type OpenCheckout, preparePopup } from './popup.js'
import { slotOf } from './slot.js'

declare const __VERSION__: string

/**
 * Makes the popup checkout for one service. It loads nothing and touches no page until `checkout` or `warm` is called,
 * so it is safe on a server.
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
  const base = baseOf(options.base)
  let warm: OpenCheckout | undefined

  return {
    version: __VERSION__,
    checkout(options) {
      const slot = slotOf()
      // If the page removed a session's element, the session ends here and frees its place.
      slot.session?.focus()
      if (slot.session) return slot.session
      const { mode, container, nonce } = options
      if (mode === 'inline' && container) return preparePopup(base, { nonce, container })(options, slot)
      const open = warm ?? preparePopup(base, { nonce })
      warm = undefined
      return open(options, slot)
    },
    warm({ nonce } = {}) {
      if (isLazy()) return
      // Safari has no requestIdleCallback.
      const whenIdle = window.requestIdleCallback || setTimeout
      whenIdle(() => {
        if (!warm && !slotOf().session) warm = preparePopup(base, { nonce, isWarm: true })
      })
    },
    preconnect() {
      document.head.append(element('link', { rel: 'preconnect', href: base }))
    },
  }
}
