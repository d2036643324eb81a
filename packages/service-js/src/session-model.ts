import type { CheckoutState } from '@cedi/contract/checkout-messages'
import type { Ask } from './brought.js'
import type { FrameMessage } from './message.js'
import type { CheckoutEvent, Outcome } from './options.js'

/** What the popup shows: the checkout page, or a message instead. */
export type Screen =
  | 'opening'
  | 'slow'
  | 'unreachable'
  | 'refused'
  | 'offline'
  | 'outside'
  | 'ask'
  | 'bank'
  | 'question'
  | 'frame'

/** Where the checkout opens: in this page, behind a link for the buyer, or instead of this page. */
export type Way = 'here' | 'link' | 'redirect'

/** Everything that a checkout session knows. */
export interface SessionModel {
  readonly way: Way
  readonly screen: Screen
  /** What the checkout page said last. */
  readonly state: CheckoutState
  /** Of the payment, once there is one. */
  readonly ref: string | null
  /** Of the checkout intent, once the shop has returned it. */
  readonly token: string | null
  /** Opens its payment again for this buyer; empty before there is one. */
  readonly resume: string
  /** The question about a waiting payment. */
  readonly ask: Ask | undefined
  /**
   * How often the buyer has chosen to pay anew: the first time the waiting payment is cancelled, the second time it is
   * left.
   */
  readonly anew: number
  /** Why there is no checkout, in the service's words. */
  readonly refusal: string
  /** Whether closing would lose something: a license key that was neither copied nor sent. */
  readonly isHeld: boolean
  /** Whether the page in the frame was told what to show. */
  readonly isAnswered: boolean
  /** Whether money may be moving. */
  readonly isMoneyMoving: boolean
  /** Whether the buyer continued outside this page, and may have paid there. */
  readonly hasLeft: boolean
  /** Whether it has ended. */
  readonly isClosed: boolean
  /** The outcome so far. */
  readonly outcome: Outcome | undefined
  /** How the next outcome becomes known. */
  readonly via: Outcome['via']
  /** The bank's page that the buyer must open. */
  readonly bank: { readonly href: string; readonly host: string } | undefined
}

/** What can happen to a checkout session. */
export type SessionEvent =
  | 'open'
  /** Another try. */
  | 'start'
  /** The screen's time is over: see {@link waitsMs}. */
  | 'waited'
  | 'offline'
  /** The page in the frame loaded and says nothing: it is an error page. */
  | 'mute'
  /** The connection of the device came or went. */
  | 'network'
  /** The buyer has returned to this page. */
  | 'back'
  /** The buyer wants to close, and is asked first while money may be moving. */
  | 'leave'
  /** The buyer continues in the frame. */
  | 'stay'
  /** The buyer continues with the waiting payment. */
  | 'look'
  /** The buyer pays anew. */
  | 'anew'
  /** The buyer followed the link to the full page. */
  | 'outside'
  /** It closes without asking. */
  | 'close'
  /** Nothing of it is left in the page. */
  | 'removed'
  /** The shop returned its checkout intent's token, or something else; and what is remembered for it. */
  | { readonly intent: unknown; readonly resume?: string | undefined }
  | { readonly message: FrameMessage }

/** What the page must do, in this order. */
export type Effect =
  | {
      readonly do:
        | 'draw'
        | 'facts'
        | 'focus'
        | 'load'
        | 'bring'
        | 'look'
        | 'sync'
        | 'redirect'
        | 'remove'
        | 'remember'
        | 'forget'
    }
  | { readonly do: 'answer'; readonly id: unknown }
  | { readonly do: 'token'; readonly token: string }
  | { readonly do: 'resize'; readonly height: number }
  | { readonly do: 'emit'; readonly event: CheckoutEvent }
  | { readonly do: 'settle'; readonly outcome: Outcome }

/** How long a screen waits before it tells the buyer more. */
export const waitsMs: { readonly [name in Screen]?: number } = { opening: 8_000, slow: 12_000 }

/** A session that has not begun. */
export const newSession = (way: Way): SessionModel => ({
  way,
  screen: 'opening',
  state: 'loading',
  ref: null,
  token: null,
  resume: '',
  ask: undefined,
  anew: 0,
  refusal: '',
  isHeld: false,
  isAnswered: false,
  isMoneyMoving: false,
  hasLeft: false,
  isClosed: false,
  outcome: undefined,
  via: 'event',
  bank: undefined,
})
