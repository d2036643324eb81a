import type { PopupEffectName, PopupEventName, PopupScreen } from '@cedi/contract/checkout-machines'
import type { CheckoutState } from '@cedi/contract/checkout-protocol'
import type { CheckoutEvent, CheckoutOutcome } from './api.js'
import type { FrameMessage } from './frame.js'
import type { PayAgainQuestion } from './intent-token.js'

/** Display of the checkout: a popup in this page, a link to a new tab, or a redirect of this page. */
export type DisplayMode = 'popup' | 'link' | 'redirect'

/** State of one popup. */
export interface PopupModel {
  readonly mode: DisplayMode
  readonly screen: PopupScreen
  /** State that the checkout page reported last. */
  readonly state: CheckoutState
  /** Payment, once there is one. */
  readonly ref: string | null
  /** Token of the checkout intent, once the shop has returned it. */
  readonly token: string | null
  /** Secret that opens the payment again for this buyer; empty before there is one. */
  readonly resume: string
  readonly question: PayAgainQuestion | undefined
  /** Number of times that the buyer chose to pay again: the first cancels the pending payment, the second abandons it. */
  readonly payAgainCount: number
  /** Message for the buyer if no checkout opens. */
  readonly errorMessage: string
  /** Whether closing would lose a license key that was neither copied nor sent. */
  readonly hasUnsavedKey: boolean
  /** Whether the checkout page has received its opening message. */
  readonly isFrameReady: boolean
  /** Whether money may be moving. */
  readonly isMoneyMoving: boolean
  /**
   * Whether a payment that this popup does not see may still succeed: on the full page, in another tab, or from before the
   * page was reloaded.
   */
  readonly mayBePaidElsewhere: boolean
  readonly isClosed: boolean
  /** The outcome so far. */
  readonly outcome: CheckoutOutcome | undefined
  /** Source of the next outcome. */
  readonly via: CheckoutOutcome['via']
  /** Page of the bank that the buyer must open. */
  readonly bank: { readonly href: string; readonly host: string } | undefined
}

/** Events with data. */
export type PopupEventWithData =
  /**
   * `value` is the token, or an {@link IntentRejection}, unchecked. `resume` is the stored secret for the token: empty if the
   * payment was stored without one, undefined if none is stored.
   */
  | { readonly type: 'intentLoaded'; readonly value: unknown; readonly resume?: string | undefined }
  | { readonly type: 'messageReceived'; readonly message: FrameMessage }

/** Event of the popup. An event without data is its name. */
export type PopupEvent = Exclude<PopupEventName, PopupEventWithData['type']> | PopupEventWithData

/** Effect for the page, in this order. */
export type PopupEffect =
  | { readonly type: 'sendOpening'; readonly id: unknown }
  | { readonly type: 'sendToken'; readonly token: string }
  | { readonly type: 'resize'; readonly height: number }
  | { readonly type: 'emit'; readonly event: CheckoutEvent }
  | { readonly type: 'resolveResult'; readonly outcome: CheckoutOutcome }
  | { readonly type: Exclude<PopupEffectName, 'sendOpening' | 'sendToken' | 'resize' | 'emit' | 'resolveResult'> }
