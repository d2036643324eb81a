import { type Commit, type KeyRow, keyIssued, keyRevoked, type Result } from '@cedi/ledger'
import type { Context } from './context.js'
import { execute, type WriteCommand } from './execute.js'
import { apiKeyText, sha256Hex } from './secrets.js'

type Keyed = Result<Commit<{ key: KeyRow }>>

/**
 * Makes a key and stores its hash. The key itself is shown once and stored nowhere.
 *
 * @param idempotency - For a form that a browser may send twice.
 * @returns The key and its row; show the key only when the row is new.
 * @decision 0012
 */
export async function issueKey(
  context: Context,
  given: {
    readonly merchant: string
    readonly scopes: readonly string[]
    readonly label: string | null
    readonly nowMs: number
  },
  idempotency?: WriteCommand<{ key: KeyRow }>['idempotency'],
): Promise<{ readonly key: string; readonly result: Keyed }> {
  const { secret, hasOwnSecret } = context
  const { merchant, nowMs } = given
  let key = ''
  const result: Keyed = await execute<{ key: KeyRow }>(context, {
    merchant,
    idempotency,
    plan(_, ids) {
      const id = ids.next('key')
      key = apiKeyText(secret, merchant, id, hasOwnSecret ? nowMs : '')
      return keyIssued({ ...given, id, hash: sha256Hex(key), scopes: [...new Set(given.scopes)] })
    },
  })
  return { key, result }
}

/** Revokes a key at once. */
export const revokeKey = (
  context: Context,
  { merchant, id, nowMs }: { readonly merchant: string; readonly id: string; readonly nowMs: number },
): Promise<Keyed> =>
  execute<{ key: KeyRow }>(context, {
    merchant,
    plan: async (reader) => keyRevoked({ nowMs }, { key: await reader.get('keys', merchant, id) }),
  })
