/**
 * The checkout protocol: the states of a checkout, and the messages between the shop page (parent) and the checkout page
 * (frame). `checkout-machines.ts` has the events and effects inside each page. `docs/guides/checkout-protocol.md` describes
 * all of it.
 *
 * The messages are JSON-RPC 2.0, after the handshake of UCP's Embedded Protocol:
 *
 * 1. The frame posts {@link Ready} to its parent with any target origin, because the message contains no data.
 * 2. The parent checks `source` and `origin`, and posts {@link Upgrade} with one end of a `MessageChannel` to the exact
 *    origin of the frame. Both sides ignore window messages from then on.
 * 3. The frame posts {@link Ready} on the port. The parent responds with {@link Opening}, which contains the token.
 * 4. Both sides send {@link Notification}s on the port and ignore unknown methods.
 *
 * @decision 0027
 */

/** Version of this protocol. */
export const protocolVersion = 1

/** Maximum number of characters of a message. Longer messages are dropped. */
export const messageLimit = 8192

/** States of a checkout, as the checkout page shows them and the shop page receives them. */
export const checkoutStates = [
  /** The checkout page loads the intent. */
  'loading',
  /** The buyer chooses a network or a card. */
  'method',
  /** The buyer types the number of the wallet. */
  'number',
  /** The buyer types the details of the card. */
  'card',
  /** The payment is sent; its result is unknown. */
  'sending',
  /** The buyer approves on the phone. */
  'prompt',
  /** The buyer types a voucher or a one-time code. */
  'otp',
  /** The buyer confirms on the page of the bank. */
  'redirect',
  /** Paid. */
  'success',
  /** The result is not known after five minutes. */
  'pending',
  /** Declined; the buyer may pay again. */
  'failed',
  /** The checkout intent is no longer valid. */
  'expired',
  /** The service cannot be reached. */
  'offline',
  /** This page must not show the checkout. */
  'blocked',
] as const

/** State of the checkout page. */
export type CheckoutState = (typeof checkoutStates)[number]

/** States in which money may be moving: closing asks the buyer first, and the outcome is `pending`. */
export const moneyMovingStates: readonly CheckoutState[] = ['sending', 'prompt', 'otp', 'redirect']

/** States in which no money moves, because the buyer is choosing how to pay. */
export const choosingStates: readonly CheckoutState[] = ['method', 'number', 'card']

/**
 * States without information about money: the previous state of the payment stays valid. A state in none of the three lists belongs
 * to a later version of the checkout page, where money may be moving.
 */
export const neutralStates: readonly CheckoutState[] = [
  'loading',
  'success',
  'pending',
  'failed',
  'expired',
  'offline',
  'blocked',
]

/** Names of the events that the shop page receives. */
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

/** First message of the frame, on the window and again on the port. */
export interface Ready {
  readonly jsonrpc: '2.0'
  readonly id: number
  readonly method: 'ec.ready'
  readonly params: { readonly delegate: readonly string[] }
}

/** Transfers a port to the frame. */
export interface Upgrade {
  readonly jsonrpc: '2.0'
  readonly id: number
  readonly result: { readonly upgrade: { readonly port: true } }
}

/** Details that the buyer does not have to type. They travel on the port only, never in a URL. */
export interface Prefill {
  readonly phone?: string
  readonly network?: 'mtn' | 'telecel' | 'airteltigo'
  readonly email?: string
  readonly name?: string
  /** Delivery address: a town, or a Ghana Post address. The buyer is not asked again if `name` and `phone` are set too. */
  readonly place?: string
  /** Directions to the place. */
  readonly note?: string
}

/** Content of the checkout page. `token` is null until the shop returns it. */
export interface Opening {
  readonly v: typeof protocolVersion
  readonly token: string | null
  /** Origin of the shop page, as the shop page reads it. */
  readonly origin: string
  /** BCP 47; empty for the language of the browser. */
  readonly locale: string
  readonly dir: 'ltr' | 'rtl' | ''
  readonly theme: 'auto' | 'light' | 'dark'
  /** `#rrggbb`, or empty. */
  readonly accent: string
  readonly prefill: Prefill
  /** Value that the frame stored for this token with `cedi.keep`: the buyer continues with the same payment. */
  readonly resume?: string
}

/** Parameters of the messages from the checkout page to the shop page, by method. */
export interface FrameMessages {
  /** The amount is known. */
  'ec.start': {
    readonly ref: string | null
    readonly amount: number
    readonly currency: 'GHS'
    readonly expires_at: string
  }
  /** The state changed. */
  'cedi.state': {
    readonly state: CheckoutState
    readonly ref?: string
    readonly method?: 'mobile_money' | 'card'
    readonly network?: string
    readonly phone_masked?: string
    readonly expires_at?: string
  }
  /** The service reports that the payment succeeded. */
  'ec.complete': { readonly ref: string; readonly status: 'succeeded' }
  /** The buyer leaves, or the time is over, and the money may still arrive. */
  'cedi.pending': { readonly ref: string }
  /** The payment failed; the buyer may pay again unless `retryable` is false. */
  'cedi.failed': { readonly ref: string | null; readonly code: string; readonly retryable: boolean }
  /** The intent expired. */
  'cedi.expired': { readonly ref: string | null }
  /** Requests a link to an external page, such as the bank's: https only. The buyer must click it. */
  'ec.window.open_request': { readonly url: string }
  /** Height of the content in CSS pixels. */
  'cedi.resize': { readonly height: number }
  /** Escape was pressed in the frame. */
  'cedi.escape': Record<string, never>
  /** Closes the popup. */
  'cedi.close': { readonly reason: 'done' | 'cancelled' }
  /**
   * Closing would lose a license key that was neither copied nor sent, so the popup asks first. Null when closing is
   * safe.
   */
  'cedi.hold': { readonly reason: 'key_not_kept' | null }
  /**
   * Secret that opens this payment again for this buyer, sent before the payment. The shop page stores it until the
   * payment ends and returns it in {@link Opening}, because a third-party frame may have no storage.
   */
  'cedi.keep': { readonly resume: string }
  /** The checkout cannot continue in the frame; the full page can, at `continue_url`. */
  'ec.error': { readonly code: string; readonly continue_url: string | null }
}

/** Parameters of the messages from the shop page to the checkout page, by method. */
export interface PageMessages {
  /** The token, if it was received after the opening, and the stored value for it. */
  'cedi.token': { readonly token: string; readonly resume?: string }
  /** The popup should close: the frame responds with `cedi.close`, or asks the buyer first. */
  'cedi.close_requested': Record<string, never>
  /** The buyer returned to the shop page: the frame fetches the status. */
  'cedi.sync': Record<string, never>
  /** Whether the popup is visible. */
  'cedi.visibility': { readonly visible: boolean }
}

/** A message without a response. */
export interface Notification<Messages> {
  readonly jsonrpc: '2.0'
  readonly method: keyof Messages & string
  readonly params: Messages[keyof Messages]
}

/** Methods that a shop page handles; it ignores all others. */
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

/** Methods that a frame handles; it ignores all others. */
export const pageMethods: readonly (keyof PageMessages)[] = [
  'cedi.token',
  'cedi.close_requested',
  'cedi.sync',
  'cedi.visibility',
]
