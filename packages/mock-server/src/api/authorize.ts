import type { Operation } from '@cedi/contract'
import { fail, isEmpty, keyUsed, type Rejection, type Result, succeed } from '../ledger/index.js'
import type { Context } from '../service/context.js'
import { getTestKeyGrant } from '../service/merchants.js'
import { sha256Hex } from '../service/secrets.js'

/** The authenticated merchant and the scopes of the key. */
export interface Principal {
  readonly merchant: string
  /** Identifies the key for the rate limit. Never shown. */
  readonly key: string
  readonly scopes: readonly string[]
}

const hourMs = 3_600_000

/**
 * Authenticates a request.
 *
 * @param header - The value of `Authorization`.
 * @source Authentication, rules 1 to 4
 * @decision 0012
 */
export async function authenticate(
  context: Context,
  header: string | undefined,
  nowMs: number,
): Promise<Result<Principal>> {
  const key = /^Bearer +(\S.*)$/i.exec(header ?? '')?.[1]?.trim()
  if (!key)
    return fail('missing_api_key', 'No key was sent. Send it as "Authorization: Bearer <API_KEY>".', 'Authorization')
  const test = getTestKeyGrant(key)
  if (test) return succeed({ ...test, key })
  const principal = await findPrincipal(context, key, nowMs)
  return principal
    ? succeed(principal)
    : fail(
        'invalid_api_key',
        'This key is unknown or revoked. Issue one in the developers section of the merchant portal.',
        'Authorization',
      )
}

/** Finds an issued key by its hash. */
async function findPrincipal({ store, inTurn }: Context, key: string, nowMs: number): Promise<Principal | undefined> {
  if (key.length > 200) return undefined
  const [row] = await store.list('keys', null, { limit: 1, where: { hash: sha256Hex(key) } })
  if (!row || row.revoked_ms !== null) return undefined
  if (row.last_used_ms === null || nowMs - row.last_used_ms >= hourMs) {
    const usage = keyUsed({ nowMs }, { key: row })
    // The result is ignored: the time of the last use is informational.
    if (usage.ok && !isEmpty(usage.value)) await inTurn(row.merchant, () => store.commit(usage.value))
  }
  return { merchant: row.merchant, key, scopes: row.scopes }
}

/** Rejects an operation whose scope is not granted. @source Authentication, rule 5 @decision 0005 */
export const checkScope = ({ scopes }: Principal, { scope }: Operation): Rejection | undefined =>
  scopes.includes(scope)
    ? undefined
    : fail(
        'insufficient_scope',
        `This key does not hold the scope ${scope}. Issue one that does in the developers section of the merchant portal.`,
      )

/** Returns the `WWW-Authenticate` header for an error of authentication. */
export function challengeHeaders({ error }: Rejection, { scope }: Operation): Readonly<Record<string, string>> {
  const details = {
    invalid_api_key: ' error="invalid_token"',
    insufficient_scope: ` error="insufficient_scope", scope="${scope}"`,
  }
  return { 'WWW-Authenticate': `Bearer${details[error.code as keyof typeof details] ?? ''}` }
}
