import type { Payment } from '@cedi/contract'
import type { CheckoutState } from '@cedi/contract/checkout-messages'
import type { IntentClaims } from '@cedi/mock-server/service'
import type { Act, Asks, Choice, Pressed, Problem } from './typed.js'

/** A payment as its buyer sees it: without what is between the merchant and the service. */
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
    /** What the seller has to know besides; nothing when it is known, or when no product is sold. @decision 0072 */
    readonly asks: Asks | null
  }
  readonly payment: CheckoutPayment | null
  /** Whether this browser made the payment: only then are its phone, its licenses and its ways out shown. */
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
  /** As typed; kept for another try. */
  readonly phone?: string | undefined
  readonly email?: string | undefined
  /** Of the buyer, for the order. */
  readonly name?: string | undefined
  readonly place?: string | undefined
  /** The number to be called on, when it is not that of the wallet. */
  readonly reach?: string | undefined
  /** What helps to find the place. */
  readonly remark?: string | undefined
  /** What the shop page knew already, so that nobody is asked again. */
  readonly given?: Readonly<Record<Asks, boolean>> | undefined
  readonly problem?: Problem | undefined
  /** One line below the heading, such as "Not approved yet". */
  readonly note?: 'stillWaiting' | 'notAsked' | 'slow' | 'sentAgain' | 'copied' | 'notCopied' | undefined
  /** What was pressed and has no answer yet: what is pressed meanwhile waits. */
  readonly busy?: Act | undefined
  /** What was pressed meanwhile. */
  readonly next?: Pressed | undefined
  /** Whether a script shows it: a button may need one. */
  readonly hasScript?: boolean | undefined
  /** Whether the license key was copied, or is left behind by a buyer who was asked. */
  readonly isLetGo?: boolean | undefined
  /** Whether the buyer is asked about it before leaving. */
  readonly isAsked?: boolean | undefined
  /** The time of the server. */
  readonly nowMs: number
  /** Whether a request may have left before the connection was lost. */
  readonly sent?: boolean | undefined
  /** Names the attempt, so that a form that is sent twice pays once. */
  readonly attempt?: string | undefined
  /** The full page, for where the popup must not be shown. */
  readonly fullPage?: string | undefined
  readonly inFrame: boolean
  /** Where whoever opens a page without a checkout can go. */
  readonly home?: string | undefined
  /** The network used last, which stands first. */
  readonly lastUsed?: string | undefined
}

/** A payment without an answer is called pending, and the buyer let go, after this long. @decision 0029 */
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
      // A status of a later version of the service: money may be moving, so nothing must be paid again.
      return 'pending'
  }
}

/** What the buyer is asked besides the way to pay. */
export function asksOf({ status, given }: Pick<Model, 'status' | 'given'>): Asks | undefined {
  const asks = status?.intent.asks
  return asks && !given?.[asks] ? asks : undefined
}

/** Whether another browser is paying: of its payment nothing is shown, and nothing can be done to it. */
export const isElsewhere = ({ state, status }: Pick<Model, 'state' | 'status'>): boolean =>
  (state === 'prompt' || state === 'otp' || state === 'redirect') && !status?.mine

/** The claims of a token, unproven: enough to show a name and an amount before the server is asked. */
export function readClaims(token: string): IntentClaims | undefined {
  try {
    const binary = atob((token.split('.')[0] as string).replace(/-/g, '+').replace(/_/g, '/'))
    // Reads the bytes as UTF-8.
    const claims: IntentClaims = JSON.parse(decodeURIComponent(escape(binary)))
    return claims.a > 0 && claims.e > 0 && claims.o.length >= 0 ? claims : undefined
  } catch {
    return undefined
  }
}
