import type { CheckoutState, FrameMessages } from '@cedi/contract/checkout-messages'
import type { IntentClaims } from '@cedi/mock-server/service'
import type { CheckoutStatus, Model } from './model.js'
import type { Choice, Contact, Instrument, Pressed } from './typed.js'

/** The service's answer: data, a refusal, or nothing. */
export interface Reply {
  readonly data?: unknown
  readonly error?: { readonly code: string; readonly field?: string | undefined }
  /** Whether it is unknown what happened to the request. */
  readonly lost?: boolean
}

/** The body of a payment. The intent says the rest. */
type PaymentBody = Instrument & Contact

/** A payment in progress: sent, waiting after a lost answer, or asking what happened to it. */
interface Sending {
  readonly phase: 'paying' | 'resting' | 'asking'
  readonly body: PaymentBody
  /** The form that it came from. */
  readonly from: CheckoutState
  /** The attempt before this one, with which the latest payment was made. */
  readonly before: string
  readonly tries: number
  /** When the button was pressed: one deadline covers all tries. */
  readonly sinceMs: number
}

/** A checkout: what is shown, and what else must be known. */
export interface Checkout extends Model {
  /** Whether it knows what it sells. */
  readonly isOpen?: boolean | undefined
  readonly isOnline: boolean
  /** Whether closing would lose something. The shop's page has been told so. */
  readonly isHeld?: boolean | undefined
  readonly sending?: Sending | undefined
  /** What was sent and never answered. */
  readonly unsure?: string | undefined
  /** The payment that had failed before this page was opened. */
  readonly past?: string | undefined
  /** What the shop page was told last. */
  readonly told?: string | undefined
  /** Counts the payments sent: a status from before the last one says nothing about it. */
  readonly round?: number | undefined
}

/**
 * Why the service is asked for the status: in the background, because the buyer follows it, or before a payment is sent
 * again.
 */
export type Why = 'look' | 'check' | 'settle'

/** What happens to a checkout. */
export type CheckoutEvent =
  | {
      /** The product or amount is known. Without claims, this is not a checkout. */
      readonly on: 'opened'
      readonly claims: IntentClaims | undefined
      /** The page that frames it; undefined for the full page. */
      readonly framedBy?: string | undefined
      /** The path of the full page, and its address. */
      readonly fullPage: string
      readonly host: string
      readonly attempt: string
      readonly lastUsed?: string | undefined
    }
  /** It is a page for a popup, but nobody frames it. */
  | { readonly on: 'unframed' }
  /** The shop's page knows something that the buyer then need not type. */
  | {
      readonly on: 'prefilled'
      readonly known: Pick<Model, 'phone' | 'email' | 'name' | 'place' | 'remark' | 'given' | 'lastUsed'>
    }
  | Pressed
  /** A field that was wrong is now right. */
  | { readonly on: 'mended' }
  /** The license key was copied, or the browser refused. */
  | { readonly on: 'copied'; readonly isCopied: boolean }
  /** The answer to a payment, or to an action on one. */
  | { readonly on: 'answered'; readonly to: 'pay' | 'cancel' | 'resend' | 'otp'; readonly reply: Reply }
  /** The service's answer about the status. */
  | { readonly on: 'status'; readonly why: Why; readonly round: number; readonly reply: Reply }
  /** The service reports the status by itself. */
  | { readonly on: 'told'; readonly status: CheckoutStatus }
  /** The pause after so many tries is over. */
  | { readonly on: 'rested'; readonly tries: number }
  /** Some time has passed without news. */
  | { readonly on: 'waited' }
  /** The clock has moved. */
  | { readonly on: 'second' }
  /** The connection is gone. */
  | { readonly on: 'offline' }
  /** The connection is back, or the buyer is. */
  | { readonly on: 'returned' }
  /** The texts of another language did not arrive. */
  | { readonly on: 'speechless' }
  /** The buyer wants to close, and the shop page has asked. */
  | { readonly on: 'leaving' }

/** What the shop page is told. */
type Tell = {
  [Method in keyof FrameMessages]: {
    readonly do: 'tell'
    readonly method: Method
    readonly params: FrameMessages[Method]
  }
}[keyof FrameMessages]

/** What is to be done. Each request to the service, and each pause, is followed by exactly one event. */
export type Effect =
  | { readonly do: 'pay'; readonly body: PaymentBody; readonly attempt: string }
  | { readonly do: 'ask'; readonly why: Why; readonly round: number }
  | { readonly do: 'cancel' | 'resend' }
  | { readonly do: 'otp'; readonly code: string }
  | { readonly do: 'copy' }
  | { readonly do: 'rest'; readonly ms: number; readonly tries: number }
  /** Store the attempt for a reload. */
  | { readonly do: 'keep'; readonly attempt: string }
  /** Store the way to pay for next time. */
  | { readonly do: 'prefer'; readonly choice: Choice }
  | Tell
