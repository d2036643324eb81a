import type { Cedi, CheckoutEventName, CheckoutOptions, CheckoutOutcome, CheckoutSession } from './api.js'

// State of a checkout on the shop page: the session object, the slot that all scripts share, and the stored payment.

const callbacks: { readonly [type in CheckoutEventName]?: 'onSuccess' | 'onPending' | 'onFailure' | 'onClose' } = {
  success: 'onSuccess',
  pending: 'onPending',
  failed: 'onFailure',
  expired: 'onFailure',
  close: 'onClose',
}

/** A session object, and the functions that update it. */
export interface SessionController {
  readonly session: CheckoutSession
  update(changes: Pick<CheckoutSession, 'ref' | 'state'>): void
  emit(event: Parameters<NonNullable<CheckoutOptions['onEvent']>>[0]): void
  resolve(outcome: CheckoutOutcome): void
}

/** Creates the session object of a checkout. */
export function createSession(
  options: CheckoutOptions,
  methods: Pick<CheckoutSession, 'close' | 'focus'>,
): SessionController {
  let resolve: SessionController['resolve'] = () => {}
  const result = new Promise<CheckoutOutcome>((settle) => {
    resolve = settle
  })
  const session = Object.assign(new EventTarget(), { ref: null, state: 'loading', result, ...methods })
  return {
    session: session as CheckoutSession,
    update(changes) {
      Object.assign(session, changes)
    },
    emit(event) {
      // In a microtask, so that listeners can be added first and an error in one listener does not stop the others.
      queueMicrotask(() => {
        session.dispatchEvent(new CustomEvent(event.type, { detail: event }))
        options.onEvent?.(event)
      })
      const callback = callbacks[event.type]
      if (callback) queueMicrotask(() => options[callback]?.(event.outcome as CheckoutOutcome))
    },
    resolve,
  }
}

/** State that all copies of the scripts on a page share, in any version. */
export interface PageSlot {
  /** API of `service.js`, once it has run. */
  cedi?: Cedi
  /** The open checkout. */
  session?: CheckoutSession | undefined
}

/** Returns the slot of the page. Creates it on the first call. */
export function getPageSlot(): PageSlot {
  const slots = window as never as Record<symbol, PageSlot>
  const key = Symbol.for('cedi')
  slots[key] ??= {}
  return slots[key]
}

/**
 * A payment that may be pending: enough to fetch its status, and nothing about the buyer. The shop page stores it because
 * a third-party frame may have no storage.
 */
export interface StoredPayment {
  /** Token of the checkout intent. */
  readonly token: string
  /** Secret that the checkout page asked to store; empty if the buyer continued outside this page. */
  readonly resume: string
}

/** Fallback for the lifetime of the page if storage is blocked or full. */
const memory: { [name: string]: string } = {}

/** Reads the payment stored under a name. Ignores values that other scripts stored there. */
export function readStoredPayment(name: string): StoredPayment | undefined {
  let text: string | null = null
  try {
    text = localStorage.getItem(name)
  } catch {}
  try {
    const { token, resume } = JSON.parse(text ?? memory[name] ?? history.state[name])
    if (typeof token === 'string' && typeof resume === 'string') return { token, resume }
  } catch {}
  return
}

/** Writes to storage, or to the history entry if storage is blocked. An empty text removes the item. */
function write(name: string, text: string): void {
  memory[name] = text
  try {
    if (text) localStorage.setItem(name, text)
    else localStorage.removeItem(name)
  } catch {
    const { state } = history
    // The page's own state stays. If it is not an object, this state cannot be added.
    if (typeof state === 'object') history.replaceState({ ...state, [name]: text }, '')
  }
}

/** Stores a payment until it has ended. */
export const storePayment = (name: string, payment: StoredPayment): void => write(name, JSON.stringify(payment))

/** Removes a stored payment, unless another tab has stored another one under the name. */
export function clearStoredPayment(name: string, token: string | null): void {
  if (readStoredPayment(name)?.token === token) write(name, '')
}
