import type { CheckoutEvent, CheckoutEventName, CheckoutState, Outcome } from './options.js'

/**
 * A checkout that is open, or was. Listen to it as to any element: `session.addEventListener('success', …)`.
 *
 * @source What the service does
 * @decision 0026
 */
export interface CheckoutSession extends EventTarget {
  /** Of the payment, once there is one. */
  readonly ref: string | null
  /** Where it stands. */
  readonly state: CheckoutState
  /**
   * How it ended. It always settles and never rejects: at the first final word of the checkout, or when it closes. A
   * payment that was `pending` and is paid after all is told by the `success` event.
   */
  readonly result: Promise<Outcome>
  /** Closes at once, without asking the buyer. While money may be moving, the outcome is `pending`. */
  close(): void
  /** Puts the keyboard into the checkout. */
  focus(): void
  addEventListener(
    type: CheckoutEventName,
    listener: ((event: CustomEvent<CheckoutEvent>) => void) | EventListenerObject | null,
    options?: boolean | AddEventListenerOptions,
  ): void
}
