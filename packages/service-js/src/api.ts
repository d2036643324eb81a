import type { CheckoutEventName, CheckoutState, Prefill } from '@cedi/contract/checkout-protocol'

export type { CheckoutEventName, CheckoutState, Prefill }

/**
 * Result of a checkout, as far as the browser knows. It is a hint for the page, not a proof of payment: deliver only
 * after your server has read the payment (`GET /api/v1/payments/{ref}`).
 *
 * - `succeeded`: the service reports that the payment succeeded.
 * - `pending`: the money may still arrive, because the buyer can approve on the phone after leaving. Not an error.
 * - `failed`: the payment failed, for the reason in `code`.
 * - `expired`: the checkout intent is no longer valid.
 * - `cancelled`: the buyer left before paying.
 *
 * @source What the service does
 * @decision 0027
 */
export interface CheckoutOutcome {
  /** Status of the payment. */
  readonly status: 'succeeded' | 'pending' | 'failed' | 'expired' | 'cancelled'
  /** Reference of the payment, once there is one. */
  readonly ref?: string
  /** Reason of a failure, such as `insufficient_funds`; `intent_failed` if the page got no checkout intent. */
  readonly code?: string
  /** Whether the checkout page sent it, or responded to a status check after the buyer returned to the page. */
  readonly via: 'event' | 'status-check'
}

/**
 * `event.detail` of a checkout event.
 *
 * @source What the service does
 * @decision 0027
 */
export interface CheckoutEvent {
  /** Name of the event. */
  readonly type: CheckoutEventName
  /** Reference of the payment, once there is one. */
  readonly ref: string | null
  /** Current state of the checkout. */
  readonly state: CheckoutState
  /** The outcome so far; set in `success`, `pending`, `failed`, `expired` and `close`. */
  readonly outcome: CheckoutOutcome | undefined
  /** Error code, in `error`. */
  readonly code: string | undefined
}

/**
 * Reason for the developer of the page why no checkout opened.
 *
 * @source What the service does
 * @decision 0027
 */
export interface CheckoutError {
  /** `intent_failed` or `origin_not_allowed`. Further codes may follow. */
  readonly code: string
  /** Describes the problem, the expected value and the fix. Contains no token and no key. */
  readonly message: string
}

/**
 * Appearance and language of a checkout.
 *
 * @source What the service does
 * @decision 0027
 */
export interface CheckoutAppearance {
  /** BCP 47. Defaults to the page's language (`<html lang>`). English and French exist. */
  locale?: string
  /** Direction of the text. */
  dir?: 'ltr' | 'rtl'
  /** Light, dark, or the preference of the device. */
  theme?: 'auto' | 'light' | 'dark'
  /** `#rrggbb`. */
  accent?: string
}

/**
 * Options of `Cedi.checkout`. None is an amount, which is part of the checkout intent, and none is a key, which stays on
 * your server.
 *
 * @source What the service does
 * @decision 0027
 */
export interface CheckoutOptions extends CheckoutAppearance {
  /**
   * Client token of a checkout intent that your server created (`POST /api/v1/checkout/intent`), a promise of it, or a
   * function that returns it. The popup opens immediately and shows that it is loading. "Try again" calls the function
   * again.
   */
  intent: string | Promise<string> | (() => string | Promise<string>)
  /**
   * `auto` is the overlay, or a link to a new tab inside a frame of another origin. `tab` always offers the link,
   * `redirect` leaves the page, `inline` renders the checkout in `container`.
   */
  mode?: 'auto' | 'overlay' | 'inline' | 'tab' | 'redirect'
  /** Parent element for `mode: "inline"`, which needs it. Removing it closes the checkout. */
  container?: HTMLElement
  /** Details that the buyer does not have to type. They never appear in a URL. */
  prefill?: Prefill
  /** Whether the Back button closes the popup. Defaults to true on touch screens. The page's `history.state` stays. */
  closeOnBack?: boolean
  /** Nonce of the page's Content-Security-Policy; only browsers without constructable stylesheets need it. */
  nonce?: string
  /** URL of the service to offer without a checkout intent, such as a product page. */
  fallbackUrl?: string
  /** Closes the popup when aborted. */
  signal?: AbortSignal
  /**
   * Called when the page cannot open the checkout because of a mistake in it, such as a missing token. The console shows the
   * same message; the buyer sees a general one.
   */
  onError?(error: CheckoutError): void
  /** Called for every event. */
  onEvent?(event: CheckoutEvent): void
  /** Called when the checkout reports that it is paid. This is a hint: read the payment on the server. */
  onSuccess?(outcome: CheckoutOutcome): void
  /** Called when the checkout ends before the network has responded. */
  onPending?(outcome: CheckoutOutcome): void
  /** Called when the payment failed or expired. */
  onFailure?(outcome: CheckoutOutcome): void
  /** Called when the checkout closes, with any outcome. */
  onClose?(outcome: CheckoutOutcome): void
}

/**
 * An open or closed checkout. It is an event target: `session.addEventListener('success', …)`.
 *
 * @source What the service does
 * @decision 0027
 */
export interface CheckoutSession extends EventTarget {
  /** Reference of the payment, once there is one. */
  readonly ref: string | null
  /** Current state of the checkout. */
  readonly state: CheckoutState
  /**
   * Resolves with the first final outcome, or when the checkout closes. Never rejects. If a `pending` payment succeeds
   * later, the `success` event reports it.
   */
  readonly result: Promise<CheckoutOutcome>
  /** Closes immediately, without asking the buyer. While money may be moving, the outcome is `pending`. */
  close(): void
  /** Moves the keyboard focus into the checkout. */
  focus(): void
  addEventListener(
    type: CheckoutEventName,
    listener: ((event: CustomEvent<CheckoutEvent>) => void) | EventListenerObject | null,
    options?: boolean | AddEventListenerOptions,
  ): void
}

/**
 * The popup checkout on a page.
 *
 * @source What the service does
 * @decision 0027
 */
export interface Cedi {
  /** Version of the script. */
  readonly version: string
  /**
   * Opens the checkout in the same tick: call it in the click handler. If a checkout is already open on the page, focuses
   * and returns it.
   *
   * @throws TypeError if an option is unknown or has the wrong type. The message names the nearest option.
   */
  checkout(options: CheckoutOptions): CheckoutSession
  /**
   * Loads the checkout page into a hidden frame when the browser is idle, so that the checkout opens sooner. Does
   * nothing if the buyer saves data.
   */
  preload(options?: { readonly nonce?: string }): void
  /** Connects to the service, and loads nothing. */
  preconnect(): void
}

/** Function that runs once the script has loaded. */
export type QueuedCallback = (cedi: Cedi) => void

declare global {
  interface Window {
    Cedi?: Cedi
    cediQueue?: QueuedCallback[] | { push(callback: QueuedCallback): void }
  }
}
