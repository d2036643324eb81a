import type { Cedi } from './api.js'
import { parseBaseUrl } from './base-url.js'
import { checkCediOptions, checkCheckoutOptions, checkPreloadOptions } from './check-options.js'
import { element, page } from './dom.js'
import { isPreloadDisabled } from './frame.js'
import { getPageSlot } from './page-state.js'
import { type OpenPopup, preparePopup } from './popup.js'

declare const __VERSION__: string

/**
 * Creates the popup checkout for one service. It loads nothing and uses no page before `checkout` or `preload` is called,
 * so it is safe on a server.
 *
 * @param options - `baseUrl`: the https base URL of the service; http is for localhost only.
 * @throws TypeError if an option is unknown, or the base URL is not https.
 * @source What the service does
 * @decision 0027
 * @example
 * ```ts
 * import { createCedi } from '@cedi/service-js'
 *
 * const cedi = createCedi({ baseUrl: 'https://pay.example.com' })
 * const intent = (): Promise<string> =>
 *   fetch('/checkout-intent', { method: 'POST' }).then((response) => response.text())
 * document.querySelector('button')?.addEventListener('click', () => cedi.checkout({ intent }))
 * ```
 */
export function createCedi(options: { readonly baseUrl: string }): Cedi {
  checkCediOptions(options)
  const baseUrl = parseBaseUrl(options.baseUrl)
  let preloaded: OpenPopup | undefined

  return {
    version: __VERSION__,
    checkout(options) {
      checkCheckoutOptions(options)
      const slot = getPageSlot()
      // Also ends a session whose element the page has removed, which clears the slot.
      slot.session?.focus()
      if (slot.session) return slot.session
      const { mode, container, nonce } = options
      if (mode === 'inline' && container) return preparePopup(baseUrl, { nonce, container })(options, slot)
      const open = preloaded ?? preparePopup(baseUrl, { nonce })
      preloaded = undefined
      return open(options, slot)
    },
    preload(options = {}) {
      checkPreloadOptions(options)
      const { nonce } = options
      if (isPreloadDisabled()) return
      // Safari has no requestIdleCallback.
      const whenIdle = typeof window.requestIdleCallback === 'function' ? requestIdleCallback : setTimeout
      whenIdle(() => {
        if (!preloaded && !getPageSlot().session) preloaded = preparePopup(baseUrl, { nonce, isPreloaded: true })
      })
    },
    preconnect() {
      page.head.append(element('link', { rel: 'preconnect', href: baseUrl }))
    },
  }
}
