/** `event.detail` of the events after `cedi:open`. The outcome in the browser is a hint, not a proof of payment. */
export interface BuyEventDetail {
  /** The merchant's own reference: `data-ref`. */
  readonly reference: string | undefined
  /** The product: `data-product`. */
  readonly product: string
  /** Amount in GH₵, once the checkout has opened. */
  readonly amount?: number
  /** `GHS`, once the checkout has opened. */
  readonly currency?: string
  /** Number of pieces. Undefined for a payment that was pending from an earlier visit. */
  readonly quantity?: number
  /** Name of the event, without `cedi:`. */
  readonly type: string
  /** Reference of the payment, once there is one. */
  readonly ref: string | null
  /** Current state of the checkout. */
  readonly state: string
  /** The outcome so far. */
  readonly outcome: CheckoutOutcome | undefined
}

/** Result of a checkout, as far as the browser knows. */
export interface CheckoutOutcome {
  /** Status of the payment. */
  readonly status: 'succeeded' | 'pending' | 'failed' | 'expired' | 'cancelled'
  /** Reference of the payment, once there is one. */
  readonly ref?: string
  /** Reason of a failure, such as `insufficient_funds`. */
  readonly code?: string
  /** Whether the checkout page sent it, or responded to a status check after the buyer returned to the page. */
  readonly via: 'event' | 'status-check'
}

declare global {
  /** The events of a button, which bubble to the document and the window. */
  interface GlobalEventHandlersEventMap {
    'cedi:open': CustomEvent<Pick<BuyEventDetail, 'reference' | 'product'>>
    'cedi:prompt': CustomEvent<BuyEventDetail>
    'cedi:success': CustomEvent<BuyEventDetail>
    'cedi:pending': CustomEvent<BuyEventDetail>
    'cedi:failed': CustomEvent<BuyEventDetail>
    'cedi:expired': CustomEvent<BuyEventDetail>
    'cedi:close': CustomEvent<BuyEventDetail>
  }
  interface HTMLElementTagNameMap {
    'cedi-buy-button': HTMLElement
  }
  interface Window {
    /** Searches the page for tags. Rarely needed, because the script observes the page. */
    __cediEmbed?: { scan(): void }
  }
}
