import type { CheckoutSession } from './checkout-session.js'
import type { CheckoutOptions } from './options.js'

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
   * Opens the checkout in the same tick: call it in the click. If a checkout is already open on the page, it gets the focus
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

/** What a page does once the script has loaded. */
export type Waiting = (cedi: Cedi) => void

declare global {
  interface Window {
    Cedi?: Cedi
    cediQueue?: Waiting[] | { push(act: Waiting): void }
  }
}
