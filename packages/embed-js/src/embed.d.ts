import type { CheckoutEvent } from '@cedi/service-js'

/** `event.detail` of `cedi:prompt`, `cedi:success`, `cedi:pending`, `cedi:failed` and `cedi:close`. */
export interface BuyEventDetail extends CheckoutEvent {
  /** The merchant's own reference: `data-ref`. */
  readonly reference: string
}

declare global {
  interface HTMLElementEventMap {
    'cedi:open': CustomEvent<{ readonly ref: string }>
    'cedi:prompt': CustomEvent<BuyEventDetail>
    'cedi:success': CustomEvent<BuyEventDetail>
    'cedi:pending': CustomEvent<BuyEventDetail>
    'cedi:failed': CustomEvent<BuyEventDetail>
    'cedi:close': CustomEvent<BuyEventDetail>
  }
  interface HTMLElementTagNameMap {
    'cedi-buy-button': HTMLElement
  }
  interface Window {
    /** Looks for tags that were added to the page. Seldom needed: the page is watched. */
    __cediEmbed?: { scan(): void }
  }
}
