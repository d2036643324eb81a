import { scopes } from '@cedi/contract'
import { type ResponseData, respondWith } from '../../http/response.js'
import { fail, type KeyRow, type Result } from '../../ledger/index.js'
import { issueKey, revokeKey } from '../../service/keys.js'
import { type ControlCall, findOwner, type Routes, readLimit, timeOrNull, toControlResult } from './call.js'

/** API keys, as the developers section of the portal issues them. @source Authentication, rule 2 @decision 0012 */
export const keyRoutes: Routes = {
  'GET keys': listKeys,
  'POST keys': { fields: ['scopes', 'label'], handle: issue },
  'DELETE keys/*': revoke,
}

async function listKeys(call: ControlCall): Promise<Result<ResponseData>> {
  const rows = await call.context.store.list('keys', call.merchant, { limit: readLimit(call) })
  return respondWith(
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

async function issue(call: ControlCall): Promise<Result<ResponseData>> {
  const { context, merchant, body, nowMs } = call
  const { scopes: requestedScopes, label = null } = body
  if (
    !Array.isArray(requestedScopes) ||
    !requestedScopes.every((scope) => (scopes as readonly unknown[]).includes(scope))
  )
    return fail('invalid_request', `scopes must be a list of ${scopes.join(', ')}.`, 'scopes')
  if (label !== null && (typeof label !== 'string' || label.length > 100))
    return fail('invalid_request', 'label must be a text of at most 100 characters.', 'label')
  const { key, result } = await issueKey(context, { merchant, scopes: requestedScopes, label, nowMs })
  const record = ({ key: row }: { key: KeyRow }) => ({
    id: row.id,
    key,
    merchant,
    scopes: row.scopes,
    label: row.label,
  })
  return toControlResult(result, record, 201)
}

async function revoke(call: ControlCall): Promise<Result<ResponseData>> {
  const [id = ''] = call.parts
  const owner = await findOwner(call, 'keys', id)
  if (!owner.ok) return owner
  const { context, nowMs } = call
  const result = await revokeKey(context, { merchant: owner.value, id, nowMs })
  return toControlResult(result, ({ key }) => ({ id: key.id, revoked: key.revoked_ms !== null }))
}
