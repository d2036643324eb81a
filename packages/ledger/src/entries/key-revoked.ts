import { change, notFound } from '../command.js'
import { makePlan, type Planned } from '../plan.js'
import type { KeyRow } from '../tables/keys.js'

/**
 * Plans that a key stops working, for good. Doing it again changes nothing.
 *
 * @returns Refusals: `not_found`.
 * @decision 0012
 */
export function keyRevoked(
  command: { readonly nowMs: number },
  rows: { key: KeyRow | undefined },
): Planned<{ key: KeyRow }> {
  const { key } = rows
  if (!key) return notFound('key')
  if (key.revoked_ms !== null) return { ok: true, plan: makePlan(key.merchant), records: { key } }
  const next = change('keys', key, { where: { revoked_ms: null }, set: { revoked_ms: command.nowMs } })
  return { ok: true, plan: makePlan(key.merchant, { updates: [next.update] }), records: { key: next.row } }
}
