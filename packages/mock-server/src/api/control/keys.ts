import { scopes } from '@cedi/contract'
import { type KeyRow, keyIssued, keyRevoked, type Planned } from '@cedi/ledger'
import { done, type Outcome, refused } from '../../http/answer.js'
import type { Context, Ids } from '../../service/context.js'
import { apiKeyText, sha256Hex } from '../../service/secrets.js'
import { type ControlCall, carryOut, limitOf, ownerOf, type Routes, timeOrNull } from './call.js'

/** API keys, as the developers section of the portal issues them. @source Authentication, rule 2 @decision 0012 */
export const keyRoutes: Routes = {
  'GET keys': listKeys,
  'POST keys': issueKey,
  'DELETE keys/*': revokeKey,
}

async function listKeys(call: ControlCall): Promise<Outcome> {
  const rows = await call.context.store.list('keys', call.merchant, { limit: limitOf(call) })
  return done(
    rows.map((row) => ({
      id: row.id,
      label: row.label,
      scopes: row.scopes,
      created_at: timeOrNull(row.created_ms),
      last_used_at: timeOrNull(row.last_used_ms),
      revoked_at: timeOrNull(row.revoked_ms),
    })),
  )
}

/** Makes a key and plans to keep its hash. The key is shown once, and stored nowhere. @decision 0012 */
export function planKey(
  { secret, hasOwnSecret }: Pick<Context, 'secret' | 'hasOwnSecret'>,
  given: {
    readonly merchant: string
    readonly scopes: readonly string[]
    readonly label: string | null
    readonly nowMs: number
  },
  ids: Ids,
): { readonly key: string; readonly planned: Planned<{ key: KeyRow }> } {
  const id = ids.next('key')
  const key = apiKeyText(secret, given.merchant, id, hasOwnSecret ? given.nowMs : '')
  return { key, planned: keyIssued({ ...given, id, hash: sha256Hex(key), scopes: [...new Set(given.scopes)] }) }
}

async function issueKey(call: ControlCall): Promise<Outcome> {
  const { context, merchant, body, nowMs } = call
  const { scopes: asked, label = null } = body
  if (!Array.isArray(asked) || !asked.every((scope) => (scopes as readonly unknown[]).includes(scope)))
    return refused('invalid_request', `scopes must be a list of ${scopes.join(', ')}.`, 'scopes')
  if (label !== null && (typeof label !== 'string' || label.length > 100))
    return refused('invalid_request', 'label must be a text of at most 100 characters.', 'label')
  let key = ''
  return carryOut(
    call,
    async (_, ids) => {
      const made = planKey(context, { merchant, scopes: asked, label, nowMs }, ids)
      key = made.key
      return made.planned
    },
    merchant,
    ({ key: row }) => ({ id: row.id, key, merchant, scopes: row.scopes, label: row.label }),
    201,
  )
}

async function revokeKey(call: ControlCall): Promise<Outcome> {
  const [id = ''] = call.parts
  const owner = await ownerOf(call, 'keys', id)
  if (!owner.ok) return owner
  return carryOut(
    call,
    async (reader) => keyRevoked({ nowMs: call.nowMs }, { key: await reader.get('keys', owner.merchant, id) }),
    owner.merchant,
    ({ key }) => ({ id: key.id, revoked: key.revoked_ms !== null }),
  )
}
