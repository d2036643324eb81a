import type { IntentRow } from '../ledger/index.js'
import type { Context } from './context.js'
import { signToken } from './token.js'

/** The claims of an intent token, which is signed but not encrypted. @decision 0029 */
export interface IntentClaims {
  /** The intent. */
  readonly i: string
  /** The merchant. */
  readonly m: string
  /** The merchant's displayed name. */
  readonly n: string
  /** Pesewas. */
  readonly a: number
  /** Origins of the pages that may embed the popup. */
  readonly o: readonly string[]
  /** URL of the shop to which the full page redirects. */
  readonly r: string | null
  /** Expiry, in milliseconds since 1970. */
  readonly e: number
  /** The offered payment methods. */
  readonly c: readonly ('mobile_money' | 'card')[]
}

/** Returns the display name of a merchant; the merchant of a test key has only an id. */
export const merchantName = async ({ store }: Context, merchant: string): Promise<string> =>
  (await store.get('merchants', merchant, merchant))?.name ?? merchant

const createClaims = (intent: IntentRow, name: string): IntentClaims => ({
  i: intent.id,
  m: intent.merchant,
  n: name,
  a: Number(intent.amount_pesewas),
  o: intent.allowed_origins,
  r: intent.return_url,
  e: intent.expires_ms,
  c: intent.channels,
})

/** Creates an intent token, so that the checkout can show the amount without a request. @decision 0029 */
export const intentToken = ({ secret }: Context, intent: IntentRow, name: string): string =>
  signToken(secret, createClaims(intent, name))

/** Returns whether verified claims belong to this intent. @decision 0029 */
export const matchesIntent = (claims: Partial<IntentClaims>, intent: IntentRow): boolean =>
  JSON.stringify(claims) === JSON.stringify(createClaims(intent, String(claims.n)))
