import { makePlan, type Plan } from '../plan.js'
import { type Result, succeed } from '../result.js'
import type { KeyRow } from '../tables/keys.js'

/** Command: issues an API key. */
export interface KeyIssued {
  readonly merchant: string
  readonly id: string
  /** SHA-256 of the key, hexadecimal. The key itself is shown once by the caller and never stored. */
  readonly hash: string
  readonly scopes: readonly string[]
  readonly label: string | null
  readonly nowMs: number
}

/**
 * Plans a key.
 *
 * @source Authentication, rules 2 and 3
 * @decision 0012
 */
export function keyIssued(command: KeyIssued): Result<Plan<{ key: KeyRow }>> {
  const { merchant, id, hash, scopes, label, nowMs } = command
  const key: KeyRow = Object.freeze({
    merchant,
    id,
    hash,
    scopes,
    label,
    created_ms: nowMs,
    last_used_ms: null,
    revoked_ms: null,
  })
  return succeed(makePlan(merchant, { inserts: [{ table: 'keys', row: key }] }, { key }))
}
