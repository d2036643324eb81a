import { change, notFound } from '../command.js'
import { makePlan, type Plan } from '../plan.js'
import { type Result, succeed } from '../result.js'
import type { KeyRow } from '../tables/keys.js'

/**
 * Plans the update of the time at which a key was last used.
 *
 * @returns Errors: `not_found`.
 * @decision 0012
 */
export function keyUsed(
  command: { readonly nowMs: number },
  rows: { key: KeyRow | undefined },
): Result<Plan<{ key: KeyRow }>> {
  const { key } = rows
  if (!key) return notFound('key')
  const next = change('keys', key, { where: {}, set: { last_used_ms: command.nowMs } })
  return succeed(makePlan(key.merchant, { updates: [next.update] }, { key: next.row }))
}
