import type { Operation } from '@cedi/contract'
import { isEmpty, keyUsed } from '@cedi/ledger'
import type { Context } from '../service/context.js'
import { grantOfTestKey } from '../service/merchants.js'
import { sha256Hex } from '../service/secrets.js'
import { refuse, type ServiceError } from '../service/service-error.js'

/** Who asks, and what the key allows. */
export interface Grant {
  readonly merchant: string
  /** Distinguishes this key from others, for the rate limit. Never shown. */
  readonly key: string
  readonly scopes: readonly string[]
}

const hour = 3_600_000

/**
 * Identifies the sender of a request.
 *
 * @param header - The value of `Authorization`.
 * @source Authentication, rules 1 to 4
 * @decision 0012
 */
export async function authorize(
  context: Context,
  header: string | undefined,
  nowMs: number,
): Promise<Grant | ServiceError> {
  const key = /^Bearer +(\S.*)$/i.exec(header ?? '')?.[1]?.trim()
  if (!key) {
    const refusal = refuse(
      'missing_api_key',
      'No key was sent. Send it as "Authorization: Bearer <API_KEY>".',
      'Authorization',
    )
    return { ...refusal, headers: { 'WWW-Authenticate': 'Bearer' } }
  }
  const test = grantOfTestKey(key)
  if (test) return { ...test, key }
  return (await issued(context, key, nowMs)) ?? invalid()
}

function invalid(): ServiceError {
  const message = 'This key is unknown or revoked. Issue one in the developers section of the merchant portal.'
  const refusal = refuse('invalid_api_key', message, 'Authorization')
  return { ...refusal, headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' } }
}

/** A key in the store: only its hash is stored. */
async function issued({ store, inTurn }: Context, key: string, nowMs: number): Promise<Grant | undefined> {
  if (key.length > 200) return undefined
  const [row] = await store.list('keys', null, { limit: 1, where: { hash: sha256Hex(key) } })
  if (!row || row.revoked_ms !== null) return undefined
  if (row.last_used_ms === null || nowMs - row.last_used_ms >= hour) {
    const used = keyUsed({ nowMs }, { key: row })
    // Only a note: the request does not depend on it.
    if (used.ok && !isEmpty(used.plan)) await inTurn(row.merchant, () => store.commit(used.plan))
  }
  return { merchant: row.merchant, key, scopes: row.scopes }
}

/** Refuses an operation whose scope is not granted. @source Authentication, rule 5 @decision 0005 */
export function refuseScope(grant: Grant, { scope }: Operation): ServiceError | undefined {
  if (grant.scopes.includes(scope)) return undefined
  const refusal = refuse(
    'insufficient_scope',
    `This key does not hold the scope ${scope}. Issue one that does in the developers section of the merchant portal.`,
  )
  return { ...refusal, headers: { 'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${scope}"` } }
}
