import type { CheckoutEvent, CheckoutEventName, CheckoutOptions, CheckoutState, Outcome } from './options.js'

/**
 * A checkout that is open, or was. Listen to it as to any element: `session.addEventListener('success', …)`.
 *
 * @source What the service does
 * @decision 0027
 */
export interface CheckoutSession extends EventTarget {
  /** Of the payment, once there is one. */
  readonly ref: string | null
  /** Where it stands. */
  readonly state: CheckoutState
  /**
   * How it ended. It always settles and never rejects: at the checkout's first final word, or when it closes. If a
   * `pending` payment is paid later, the `success` event says so.
   */
  readonly result: Promise<Outcome>
  /** Closes at once, without asking the buyer. While money may be moving, the outcome is `pending`. */
  close(): void
  /** Moves the keyboard focus into the checkout. */
  focus(): void
  addEventListener(
    type: CheckoutEventName,
    listener: ((event: CustomEvent<CheckoutEvent>) => void) | EventListenerObject | null,
    options?: boolean | AddEventListenerOptions,
  ): void
}

/** Which callback hears which event; `onEvent` hears all. */
const callbacks: { readonly [type in CheckoutEventName]?: 'onSuccess' | 'onPending' | 'onFailure' | 'onClose' } = {
  success: 'onSuccess',
  pending: 'onPending',
  failed: 'onFailure',
  expired: 'onFailure',
  close: 'onClose',
}

/** The shop page's view of a checkout, and how the popup updates it. */
export interface Voice {
  readonly session: CheckoutSession
  /** What `session.ref` and `session.state` say from now on. */
  update(now: Pick<CheckoutSession, 'ref' | 'state'>): void
  emit(event: CheckoutEvent): void
  settle(outcome: Outcome): void
}

/** Makes the session object for the shop's page. */
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
      // After this tick, so that listeners can be added first, and in order. The browser reports an error thrown in a
      // microtask, and nothing here stops.
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
