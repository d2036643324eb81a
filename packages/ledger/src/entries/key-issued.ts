import { makePlan, type Planned } from '../plan.js'
import type { KeyRow } from '../records.js'

/** Gives a merchant an API key. */
export interface KeyIssued {
  /** Whose it is. */
  readonly merchant: string
  /** Names it; never used twice. */
  readonly id: string
  /** SHA-256 of the key, hexadecimal. The key itself is shown once by the caller and never stored. */
  readonly hash: string
  /** What the key may do. */
  readonly scopes: readonly string[]
  /** What the merchant calls it. */
  readonly label: string | null
  /** The time, in milliseconds since 1970 (UTC). */
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
