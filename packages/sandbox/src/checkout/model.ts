import type { Payment } from '@cedi/contract'
import type { CheckoutState } from '@cedi/contract/checkout-messages'
import type { IntentClaims } from '@cedi/mock-server/service'
import type { Act, Asks, Choice, Pressed, Problem } from './typed.js'

/** A payment as its buyer sees it, without what concerns only the merchant and the service. */
export type CheckoutPayment = Pick<
  Payment,
  | 'ref'
  | 'status'
  | 'amount'
  | 'currency'
  | 'method'
  | 'network'
  | 'phone'
  | 'card_last4'
  | 'next_action'
  | 'failure'
  | 'created_at'
  | 'paid_at'
  | 'expires_at'
>

/** How a checkout stands, as `GET /checkout/status` tells it. @decision 0029 */
export interface CheckoutStatus {
  readonly intent: {
    readonly id: string
    readonly status: string
    readonly amount: number
    readonly currency: 'GHS'
    readonly expires_at: string
    readonly merchant: string
    readonly product: string | null
    readonly channels: readonly string[]
    /** What the seller still has to know; undefined when it is known, or when no product is sold. @decision 0072 */
    readonly asks: Asks | null
  }
  readonly payment: CheckoutPayment | null
  /** Whether this browser made the payment. Only then are its phone, its licenses and its actions shown. */
  readonly mine: boolean
  readonly licenses: readonly string[]
  readonly return_url: string | null
  /** The page of the product on the storefront, or the storefront: a path of this service. */
  readonly home: string | null
  /** The receipt, for the browser that paid: a path of this service. */
  readonly receipt: string | null
  readonly now: string
}

/** Everything that a view of the checkout is made from. */
export interface Model {
  readonly state: CheckoutState
  readonly merchant: string
  readonly pesewas: number
  readonly status?: CheckoutStatus | undefined
  readonly choice?: Choice | undefined
  /** As typed. Kept for another try. */
  readonly phone?: string | undefined
  readonly email?: string | undefined
  /** Of the buyer, for the order. */
  readonly name?: string | undefined
  readonly place?: string | undefined
  /** The number to call, if it is not the wallet's. */
  readonly reach?: string | undefined
  /** A note that helps to find the place. */
  readonly remark?: string | undefined
  /** What the shop's page already knew, so that the buyer is not asked again. */
  readonly given?: Readonly<Record<Asks, boolean>> | undefined
  readonly problem?: Problem | undefined
  /** One line below the heading, such as "Not approved yet". */
  readonly note?: 'stillWaiting' | 'notAsked' | 'slow' | 'withRetry' | 'copied' | 'notCopied' | undefined
  /** The button that was pressed and has no answer yet. Other presses wait. */
  readonly busy?: Act | undefined
  /** What was pressed meanwhile. */
  readonly next?: Pressed | undefined
  /** Whether a script shows it: a button may need one. */
  readonly hasScript?: boolean | undefined
  /** Whether the license key was copied, or the buyer was asked and leaves without it. */
  readonly isLetGo?: boolean | undefined
  /** Whether the buyer is asked about it before leaving. */
  readonly isAsked?: boolean | undefined
  /** The time of the server. */
  readonly nowMs: number
  /** Whether a request may have been sent before the connection was lost. */
  readonly sent?: boolean | undefined
  /** Names the attempt, so that a form that is sent twice pays once. */
  readonly attempt?: string | undefined
  /** The full page, for where the popup must not be shown. */
  readonly fullPage?: string | undefined
  readonly inFrame: boolean
  /** Where a visitor without a checkout can go. */
  readonly home?: string | undefined
  /** The network used last, which stands first. */
  readonly lastUsed?: string | undefined
}

/** After this long, a payment without a result is shown as pending, and the buyer may go. @decision 0029 */
export const patienceMs = 300_000

/** A request can be sent again after this long. */
export const resendAfterMs = 30_000

/** The state of a checkout whose latest payment waits. */
function waitingState({ next_action, created_at }: CheckoutPayment, nowMs: number): CheckoutState {
  if (next_action?.type === 'redirect') return 'redirect'
  if (next_action?.type === 'enter_code') return 'otp'
  return nowMs - Date.parse(created_at) >= patienceMs ? 'pending' : 'prompt'
}

/** The state that a status puts the checkout into. */
export function stateOf({ intent, payment }: CheckoutStatus, nowMs: number): CheckoutState {
  const isOver = intent.status !== 'open' || nowMs >= Date.parse(intent.expires_at)
  switch (payment?.status) {
    case 'succeeded':
      return 'success'
    case 'pending':
      return waitingState(payment, nowMs)
    case 'failed':
    case 'expired':
      return isOver ? 'expired' : 'failed'
    case 'cancelled':
    case undefined:
      return isOver ? 'expired' : 'method'
    default:
      // A status from a later version of the service: money may be moving, so nothing must be paid again.
      return 'pending'
  }
}

/** What the buyer is asked besides the way to pay. */
export function asksOf({ status, given }: Pick<Model, 'status' | 'given'>): Asks | undefined {
  const asks = status?.intent.asks
  return asks && !given?.[asks] ? asks : undefined
}

/** Whether another browser is paying: its payment is hidden, and nothing can be done to it. */
export const isElsewhere = ({ state, status }: Pick<Model, 'state' | 'status'>): boolean =>
  (state === 'prompt' || state === 'otp' || state === 'redirect') && !status?.mine

/** The unverified claims of a token: enough to show a name and an amount before the server is asked. */
export function readClaims(token: string): IntentClaims | undefined {
  try {
    const binary = atob((token.split('.')[0] as string).replace(/-/g, '+').replace(/_/g, '/'))
    // Decodes the bytes as UTF-8.
    const claims: IntentClaims = JSON.parse(decodeURIComponent(escape(binary)))
    return claims.a > 0 && claims.e > 0 && claims.o.length >= 0 ? claims : undefined
  } catch {
    return undefined
  }
}
