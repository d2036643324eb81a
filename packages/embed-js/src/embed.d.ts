/** `event.detail` of the events after `cedi:open`. What the browser says is a hint, never proof of payment. */
export interface BuyEventDetail {
  /** The merchant's own reference: `data-ref`. */
  readonly reference: string
  /** Which kind. */
  readonly type: string
  /** Of the payment, once there is one. */
  readonly ref: string | null
  /** Where it stands. */
  readonly state: string
  /** How it ended. */
  readonly outcome: BuyOutcome | undefined
}

/** How a checkout ended, as far as the browser knows. */
export interface BuyOutcome {
  /** Where it stands. */
  readonly status: 'succeeded' | 'pending' | 'failed' | 'expired' | 'cancelled'
  /** Names the payment, once there is one. */
  readonly ref?: string
  /** What to branch on. */
  readonly code?: string
  /** How it became known: told by the checkout, or asked of the server. */
  readonly via: 'event' | 'status-check'
}

declare global {
  interface HTMLElementEventMap {
    'cedi:open': CustomEvent<{ readonly reference: string }>
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
    /** Looks for tags that were added to the page. Seldom needed: the page is watched. */
    __cediEmbed?: { scan(): void }
  }
}
