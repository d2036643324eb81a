import type { CheckoutState, FrameMessages } from '@cedi/contract/checkout-messages'
import type { IntentClaims } from '@cedi/mock-server/service'
import type { CheckoutStatus, Model } from './model.js'
import type { Choice, Contact, Instrument, Pressed } from './typed.js'

/** What the service answered: data, a refusal, or nothing at all. */
export interface Reply {
  readonly data?: unknown
  readonly error?: { readonly code: string; readonly field?: string | undefined }
  /** Whether it cannot be known what became of the request. */
  readonly lost?: boolean
}

/** The body of a payment: the intent says all the rest. */
type PaymentBody = Instrument & Contact

/** A payment on its way: sent, resting after an answer that was lost, or asking what became of it. */
interface Sending {
  readonly phase: 'paying' | 'resting' | 'asking'
  readonly body: PaymentBody
  /** The form that it came from. */
  readonly from: CheckoutState
  /** The attempt before this one, which the latest payment was made with. */
  readonly before: string
  readonly tries: number
  /** When it was pressed: all tries have one deadline. */
  readonly sinceMs: number
}

/** A checkout: what is shown, and what has to be known besides. */
export interface Checkout extends Model {
  /** Whether it knows what it sells. */
  readonly isOpen?: boolean | undefined
  readonly isOnline: boolean
  /** Whether something would be lost by closing; the shop page was told so. */
  readonly isHeld?: boolean | undefined
  readonly sending?: Sending | undefined
  /** What was sent and never answered. */
  readonly unsure?: string | undefined
  /** The payment that had failed before this page was opened. */
  readonly past?: string | undefined
  /** What the shop page was told last. */
  readonly told?: string | undefined
  /** Counts what was sent: how things stood before the last payment left is no answer to it. */
  readonly round?: number | undefined
}

/** Why the service is asked how it stands: quietly, because the buyer follows it, or before a payment is sent again. */
export type Why = 'look' | 'check' | 'settle'

/** What happens to a checkout. */
export type CheckoutEvent =
  | {
      /** It is known what is sold; or, without claims, that this is no checkout. */
      readonly on: 'opened'
      readonly claims: IntentClaims | undefined
      /** The page that frames it; nothing for the full page. */
      readonly framedBy?: string | undefined
      /** The path of the full page, and where it is. */
      readonly fullPage: string
      readonly host: string
      readonly attempt: string
      readonly lastUsed?: string | undefined
    }
  /** It is a page for a popup, and nobody frames it. */
  | { readonly on: 'unframed' }
  /** The shop page knows something that the buyer need not type. */
  | {
      readonly on: 'prefilled'
      readonly known: Pick<Model, 'phone' | 'email' | 'name' | 'place' | 'remark' | 'given' | 'lastUsed'>
    }
  | Pressed
  /** What was wrong with a field is right now. */
  | { readonly on: 'mended' }
  /** The license key was copied, or the browser would not. */
  | { readonly on: 'copied'; readonly isCopied: boolean }
  /** A payment, or what was done to one, is answered. */
  | { readonly on: 'answered'; readonly to: 'pay' | 'cancel' | 'resend' | 'otp'; readonly reply: Reply }
  /** The service says how it stands. */
  | { readonly on: 'status'; readonly why: Why; readonly round: number; readonly reply: Reply }
  /** The service says by itself how it stands. */
  | { readonly on: 'told'; readonly status: CheckoutStatus }
  /** The rest after so many tries is over. */
  | { readonly on: 'rested'; readonly tries: number }
  /** Some time has passed without news. */
  | { readonly on: 'waited' }
  /** The clock goes on. */
  | { readonly on: 'second' }
  /** The connection is gone. */
  | { readonly on: 'offline' }
  /** The connection is back, or the buyer is. */
  | { readonly on: 'returned' }
  /** The words of another language did not come. */
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

/** What is to be done. What asks the service, and a rest, are each followed by exactly one event. */
export type Effect =
  | { readonly do: 'pay'; readonly body: PaymentBody; readonly attempt: string }
  | { readonly do: 'ask'; readonly why: Why; readonly round: number }
  | { readonly do: 'cancel' | 'resend' }
  | { readonly do: 'otp'; readonly code: string }
  | { readonly do: 'copy' }
  | { readonly do: 'rest'; readonly ms: number; readonly tries: number }
  /** Keep the attempt for a reload. */
  | { readonly do: 'keep'; readonly attempt: string }
  /** Keep the way to pay for next time. */
  | { readonly do: 'prefer'; readonly choice: Choice }
  | Tell
