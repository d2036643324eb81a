/**
 * What the popup page (the frame) and the shop page say to each other: JSON-RPC 2.0, after the handshake of UCP's
 * Embedded Protocol.
 *
 * 1. The frame posts {@link Ready} to its parent, for any origin: it holds nothing.
 * 2. The parent checks `source` and `origin`, and posts {@link Upgrade} with one end of a `MessageChannel`, to the exact
 *    origin of the frame. From then on window messages are ignored.
 * 3. The frame posts {@link Ready} on the port, the parent answers with {@link Opening}: the only place where the token
 *    travels.
 * 4. Both sides send {@link Notification}s on the port. Unknown methods are ignored.
 *
 * @decision 0027
 */

/** The version of this protocol. */
export const protocolVersion = 1

/** A message with more characters than this is dropped. */
export const messageLimit = 8192

/** The frame is there. It is sent to the window first, then on the port. */
export interface Ready {
  readonly jsonrpc: '2.0'
  readonly id: number
  readonly method: 'ec.ready'
  readonly params: { readonly delegate: readonly string[] }
}

/** The parent hands over a port, which is transferred with this message. */
export interface Upgrade {
  readonly jsonrpc: '2.0'
  readonly id: number
  readonly result: { readonly upgrade: { readonly port: true } }
}

/** What a buyer need not type again. It travels on the port, never in an address. */
export interface Prefill {
  readonly phone?: string
  readonly network?: 'mtn' | 'telecel' | 'airteltigo'
  readonly email?: string
  readonly name?: string
  /** Where goods are brought to: a town, or a Ghana Post address. With it, the name and the phone, nobody is asked again. */
  readonly place?: string
  /** What helps to find the place. */
  readonly note?: string
}

/** What the frame is to show. `token` is null while the page is still waiting for it (a warm frame, a promise). */
export interface Opening {
  readonly v: typeof protocolVersion
  readonly token: string | null
  /** The origin of the shop page, as it knows itself. */
  readonly origin: string
  /** BCP 47; empty for the language of the browser. */
  readonly locale: string
  readonly dir: 'ltr' | 'rtl' | ''
  readonly theme: 'auto' | 'light' | 'dark'
  /** `#rrggbb`, or empty. */
  readonly accent: string
  readonly prefill: Prefill
  /** What the frame had the page keep for this token, with `cedi.keep`: the buyer goes on where they were. */
  readonly resume?: string
}

/** Where the checkout page stands. */
export type CheckoutState =
  | 'loading'
  | 'method'
  | 'number'
  | 'card'
  | 'sending'
  | 'prompt'
  | 'otp'
  | 'redirect'
  | 'success'
  | 'pending'
  | 'failed'
  | 'expired'
  | 'offline'
  | 'blocked'

/** In these states money may be moving: closing asks first, and who leaves anyway is told `pending`. */
export const moneyMovingStates: readonly CheckoutState[] = ['sending', 'prompt', 'otp', 'redirect']

/** In these states no money updates: the buyer is choosing how to pay, for the first time or again. */
export const choosingStates: readonly CheckoutState[] = ['method', 'number', 'card']

/**
 * These states say nothing about money: what was true before stays true. A state in none of the three lists is of a
 * later version of the page: money may be moving.
 */
export const quietStates: readonly CheckoutState[] = [
  'loading',
  'success',
  'pending',
  'failed',
  'expired',
  'offline',
  'blocked',
]

/** What the frame tells the page, and with what. */
export interface FrameMessages {
  /** The checkout knows what it sells. */
  'ec.start': {
    readonly ref: string | null
    readonly amount: number
    readonly currency: 'GHS'
    readonly expires_at: string
  }
  /** Where it stands. */
  'cedi.state': {
    readonly state: CheckoutState
    readonly ref?: string
    readonly method?: 'mobile_money' | 'card'
    readonly network?: string
    readonly phone_masked?: string
    readonly expires_at?: string
  }
  /** The service says that the payment succeeded. */
  'ec.complete': { readonly ref: string; readonly status: 'succeeded' }
  /** Time is up or the buyer leaves, and the money may still come. */
  'cedi.pending': { readonly ref: string }
  /** The payment failed; the buyer may try again unless `retryable` is false. */
  'cedi.failed': { readonly ref: string | null; readonly code: string; readonly retryable: boolean }
  /** The intent is over. */
  'cedi.expired': { readonly ref: string | null }
  /** A page outside must be opened, such as the bank's: https only; the shop page shows a link to tap. */
  'ec.window.open_request': { readonly url: string }
  /** The height that the content needs, in CSS pixels. */
  'cedi.resize': { readonly height: number }
  /** Escape was pressed in the frame. */
  'cedi.escape': Record<string, never>
  /** The buyer is done, or gave up. */
  'cedi.close': { readonly reason: 'done' | 'cancelled' }
  /**
   * Something would be lost by closing, so closing asks first: a license key that was neither copied nor sent. Null when
   * it is safe.
   */
  'cedi.hold': { readonly reason: 'key_not_kept' | null }
  /**
   * A word that opens this payment again for this buyer, sent before the payment is. The shop page keeps it until the
   * payment has ended, and hands it over with the next opening of the token: a frame of another site may store nothing.
   */
  'cedi.keep': { readonly resume: string }
  /** It cannot go on here; the full page can, at `continue_url`. */
  'ec.error': { readonly code: string; readonly continue_url: string | null }
}

/** What the page tells the frame, and with what. */
export interface PageMessages {
  /** The token, when it came after the opening, and what was kept for it. */
  'cedi.token': { readonly token: string; readonly resume?: string }
  /** The buyer wants to close: the frame answers with `cedi.close`, or asks the buyer first. */
  'cedi.close_requested': Record<string, never>
  /** Ask the service how it stands: the buyer came back to this page. */
  'cedi.sync': Record<string, never>
  /** Whether the popup can be seen. */
  'cedi.visibility': { readonly visible: boolean }
}

/** A message on the port that wants no answer. */
export interface Notification<Messages> {
  readonly jsonrpc: '2.0'
  readonly method: keyof Messages & string
  readonly params: Messages[keyof Messages]
}

/** The methods that a page listens to; everything else is ignored. */
export const frameMethods: readonly (keyof FrameMessages)[] = [
  'ec.start',
  'cedi.state',
  'ec.complete',
  'cedi.pending',
  'cedi.failed',
  'cedi.expired',
  'ec.window.open_request',
  'cedi.resize',
  'cedi.escape',
  'cedi.close',
  'cedi.hold',
  'cedi.keep',
  'ec.error',
]

/** The methods that a frame listens to; everything else is ignored. */
export const pageMethods: readonly (keyof PageMessages)[] = [
  'cedi.token',
  'cedi.close_requested',
  'cedi.sync',
  'cedi.visibility',
]
