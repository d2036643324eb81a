import { change, notFound } from '../command.js'
import { makePlan, type Plan } from '../plan.js'
import { type Result, succeed } from '../result.js'
import type { KeyRow } from '../tables/keys.js'

/**
 * Plans the permanent revocation of a key. A repeated revocation changes nothing.
 *
 * @returns Errors: `not_found`.
 * @decision 0012
 */
export function keyRevoked(
  command: { readonly nowMs: number },
  rows: { key: KeyRow | undefined },
): Result<Plan<{ key: KeyRow }>> {
  const { key } = rows
  if (!key) return notFound('key')
  if (key.revoked_ms !== null) return succeed(makePlan(key.merchant, {}, { key }))
  const next = change('keys', key, { where: { revoked_ms: null }, set: { revoked_ms: command.nowMs } })
  return succeed(makePlan(key.merchant, { updates: [next.update] }, { key: next.row }))
}
