import type { CheckoutState, Prefill } from '@cedi/contract/checkout-messages'

export type { CheckoutState, Prefill }

/**
 * How a checkout ended, as far as the browser knows. It is a hint for the page, never proof of payment: deliver only
 * after your server has read the payment back (`GET /api/v1/payments/{ref}`).
 *
 * - `succeeded`: the service says the money is there.
 * - `pending`: the money may still come. This is a normal end: the buyer may approve on the phone after leaving.
 * - `failed`: it did not work, for the reason in `code`.
 * - `expired`: the checkout intent is no longer valid.
 * - `cancelled`: the buyer left before paying.
 *
 * @source What the service does
 * @decision 0027
 */
export interface Outcome {
  /** Where it stands. */
  readonly status: 'succeeded' | 'pending' | 'failed' | 'expired' | 'cancelled'
  /** Of the payment, once there is one. */
  readonly ref?: string
  /** Why it failed, such as `insufficient_funds`; `intent_failed` when the page could not get a checkout intent. */
  readonly code?: string
  /** Whether the checkout reported it, or was asked when the buyer returned to the page. */
  readonly via: 'event' | 'status-check'
}

/**
 * The names of the events of a checkout session.
 *
 * @source What the service does
 * @decision 0027
 */
export type CheckoutEventName =
  | 'open'
  | 'state'
  | 'prompt'
  | 'success'
  | 'pending'
  | 'failed'
  | 'expired'
  | 'error'
  | 'close'

/**
 * What a listener finds in `event.detail`.
 *
 * @source What the service does
 * @decision 0027
 */
export interface CheckoutEvent {
  /** Which kind. */
  readonly type: CheckoutEventName
  /** Names the payment, once there is one. */
  readonly ref: string | null
  /** Where it stands. */
  readonly state: CheckoutState
  /** The outcome so far; present in `success`, `pending`, `failed`, `expired` and `close`. */
  readonly outcome: Outcome | undefined
  /** In `error`: a code for the reason. */
  readonly code: string | undefined
}

/**
 * Look and language, for checkouts that open now or later.
 *
 * @source What the service does
 * @decision 0027
 */
export interface CheckoutLook {
  /** BCP 47; by default the page's language (`<html lang>`). English and French exist. */
  locale?: string
  /** The direction of the text. */
  dir?: 'ltr' | 'rtl'
  /** Light, dark, or as the device prefers. */
  theme?: 'auto' | 'light' | 'dark'
  /** `#rrggbb`. */
  accent?: string
}

/**
 * The options of `Cedi.checkout`. None of them is an amount, which is in the checkout intent, and none is a key, which
 * stays on your server.
 *
 * @source What the service does
 * @decision 0027
 */
export interface CheckoutOptions extends CheckoutLook {
  /**
   * The client token of a checkout intent that your server made (`POST /api/v1/checkout/intent`), a promise of it, or a
   * function that returns it. The popup opens at once and waits. "Try again" calls the function again.
   */
  intent: string | Promise<string> | (() => string | Promise<string>)
  /**
   * `auto` is the overlay, or a link to a new tab inside a frame of another origin. `tab` always offers the link,
   * `redirect` leaves the page, `inline` draws the checkout in `container`.
   */
  mode?: 'auto' | 'overlay' | 'inline' | 'tab' | 'redirect'
  /** Where to put it, for `mode: "inline"`. Removing it closes the checkout. */
  container?: HTMLElement
  /** What the buyer then need not type. It never appears in an address. */
  prefill?: Prefill
  /** Whether the Back button closes the popup; by default on touch screens. The page's `history.state` is kept. */
  history?: boolean
  /** The nonce of the page's Content-Security-Policy; only browsers without constructable stylesheets need it. */
  nonce?: string
  /** A page of the service to offer when there is no checkout intent to open. */
  page?: string
  /** Closes the popup when aborted. */
  signal?: AbortSignal
  /** Called for every event. */
  onEvent?(event: CheckoutEvent): void
  /** Called when the checkout says that it is paid. A hint: read the payment back on the server. */
  onSuccess?(outcome: Outcome): void
  /** Called when the checkout ends before the network has answered. */
  onPending?(outcome: Outcome): void
  /** Failed or expired. */
  onFailure?(outcome: Outcome): void
  /** Called when the checkout closes, however it ended. */
  onClose?(outcome: Outcome): void
}
