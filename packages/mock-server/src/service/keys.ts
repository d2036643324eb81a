import { type Commit, type KeyRow, keyIssued, keyRevoked, type Result } from '../ledger/index.js'
import type { Context } from './context.js'
import { execute, type WriteCommand } from './execute.js'
import { createApiKey, sha256Hex } from './secrets.js'

type KeyResult = Result<Commit<{ key: KeyRow }>>

/**
 * Issues a key and stores its hash. The key is shown once and not stored.
 *
 * @param idempotency - For a form that a browser may send twice.
 * @returns The key and its row; show the key only when the row is new.
 * @decision 0012
 */
export async function issueKey(
  context: Context,
  request: {
    readonly merchant: string
    readonly scopes: readonly string[]
    readonly label: string | null
    readonly nowMs: number
  },
  idempotency?: WriteCommand<{ key: KeyRow }>['idempotency'],
): Promise<{ readonly key: string; readonly result: KeyResult }> {
  const { secret, isSecretConfigured } = context
  const { merchant, nowMs } = request
  let key = ''
  const result: KeyResult = await execute<{ key: KeyRow }>(context, {
    merchant,
    idempotency,
    plan(_, ids) {
      const id = ids.next('key')
      key = createApiKey(secret, merchant, id, isSecretConfigured ? nowMs : '')
      return keyIssued({ ...request, id, hash: sha256Hex(key), scopes: [...new Set(request.scopes)] })
    },
  })
  return { key, result }
}

/** Revokes a key immediately. */
export const revokeKey = (
  context: Context,
  { merchant, id, nowMs }: { readonly merchant: string; readonly id: string; readonly nowMs: number },
): Promise<KeyResult> =>
  execute<{ key: KeyRow }>(context, {
    merchant,
    plan: async (reader) => keyRevoked({ nowMs }, { key: await reader.get('keys', merchant, id) }),
  })
