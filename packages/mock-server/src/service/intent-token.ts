import type { IntentRow } from '@cedi/ledger'
import type { Context } from './context.js'
import { signToken } from './token.js'

/** The contents of an intent's token. Anybody can read it; only the server can make one. @decision 0029 */
export interface IntentClaims {
  /** The intent. */
  readonly i: string
  /** The merchant. */
  readonly m: string
  /** The merchant's displayed name. */
  readonly n: string
  /** Pesewas. */
  readonly a: number
  /** The origins whose pages may show the popup. */
  readonly o: readonly string[]
  /** URL of the shop to which the full page redirects. */
  readonly r: string | null
  /** When it ends, in milliseconds since 1970. */
  readonly e: number
  /** The ways to pay that are offered. */
  readonly c: readonly ('mobile_money' | 'card')[]
}

/** A merchant's displayed name; a merchant made by a test key has only its id. */
export const merchantName = async ({ store }: Context, merchant: string): Promise<string> =>
  (await store.get('merchants', merchant, merchant))?.name ?? merchant

const claimsOf = (intent: IntentRow, name: string): IntentClaims => ({
  i: intent.id,
  m: intent.merchant,
  n: name,
  a: Number(intent.amount_pesewas),
  o: intent.allowed_origins,
  r: intent.return_url,
  e: intent.expires_ms,
  c: intent.channels,
})

/** An intent's token: the checkout can show what is to be paid without a request. @decision 0029 */
export const intentToken = ({ secret }: Context, intent: IntentRow, name: string): string =>
  signToken(secret, claimsOf(intent, name))

/** Whether a token with these contents, whose signature was checked, is the token of this intent. @decision 0029 */
export const isTokenOf = (claims: Partial<IntentClaims>, intent: IntentRow): boolean =>
  JSON.stringify(claims) === JSON.stringify(claimsOf(intent, String(claims.n)))
