import { change, notFound } from '../command.js'
import { makePlan, type Planned } from '../plan.js'
import type { KeyRow } from '../tables/keys.js'

/**
 * Plans the note of when a key was last used.
 *
 * @returns Refusals: `not_found`.
 * @decision 0012
 */
export function keyUsed(
  command: { readonly nowMs: number },
  rows: { key: KeyRow | undefined },
): Planned<{ key: KeyRow }> {
  const { key } = rows
  if (!key) return notFound('key')
  const next = change('keys', key, { where: {}, set: { last_used_ms: command.nowMs } })
  return { ok: true, plan: makePlan(key.merchant, { updates: [next.update] }), records: { key: next.row } }
}
