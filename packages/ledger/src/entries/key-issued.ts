import { makePlan, type Planned } from '../plan.js'
import type { KeyRow } from '../tables/keys.js'

/** Gives a merchant an API key. */
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
export function keyIssued(command: KeyIssued): Planned<{ key: KeyRow }> {
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
  return { ok: true, plan: makePlan(merchant, { inserts: [{ table: 'keys', row: key }] }), records: { key } }
}
