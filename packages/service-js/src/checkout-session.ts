import type { CheckoutEvent, CheckoutEventName, CheckoutOptions, CheckoutState, Outcome } from './options.js'

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

/** Which callback is told of an event, next to `onEvent`, which is told of all. */
const callbacks: { readonly [type in CheckoutEventName]?: 'onSuccess' | 'onPending' | 'onFailure' | 'onClose' } = {
  success: 'onSuccess',
  pending: 'onPending',
  failed: 'onFailure',
  expired: 'onFailure',
  close: 'onClose',
}

/** What the shop page holds of a checkout, and what the popup tells it by. */
export interface Voice {
  readonly session: CheckoutSession
  /** What `session.ref` and `session.state` say from now on. */
  update(now: Pick<CheckoutSession, 'ref' | 'state'>): void
  emit(event: CheckoutEvent): void
  settle(outcome: Outcome): void
}

/** Makes the session that the shop page gets. */
export function createCheckoutSession(options: CheckoutOptions, acts: Pick<CheckoutSession, 'close' | 'focus'>): Voice {
  let settle: Voice['settle'] = () => {}
  const result = new Promise<Outcome>((resolve) => {
    settle = resolve
  })
  const session = Object.assign(new EventTarget(), {
    ref: null,
    state: 'loading' as CheckoutState,
    result,
    ...acts,
  }) as CheckoutSession
  return {
    session,
    update(now) {
      Object.assign(session, now)
    },
    emit(event) {
      // After this tick, so that listeners can be added first, and in the order in which it happens. What throws in a
      // microtask is reported by the browser and stops nothing here.
      queueMicrotask(() => {
        session.dispatchEvent(new CustomEvent(event.type, { detail: event }))
        options.onEvent?.(event)
      })
      const callback = callbacks[event.type]
      if (callback) queueMicrotask(() => options[callback]?.(event.outcome as Outcome))
    },
    settle,
  }
}
