import { type Insert, type Plan, type Refusal, refuse, type Update } from './plan.js'
import type { IdempotencyKeyRow } from './tables/idempotency-keys.js'

/** Lifetime of a stored response: 24 hours. @decision 0006 */
export const idempotencyLifetimeMs: number = 86_400_000

/** Identifies a command, so that it is executed once. */
export interface CommandKey {
  readonly merchant: string
  /** Namespace of the key, such as method and path. */
  readonly scope: string
  readonly key: string
}

/** A response that is stored to be replayed. The ledger does not interpret it. */
export interface StoredResponse {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body: string
}

/** Returns the id of the row of an idempotency key. @decision 0006 */
export function idempotencyKeyId({ scope, key }: Omit<CommandKey, 'merchant'>): string {
  return `${scope} ${key}`
}

/**
 * Checks a command against the row of its idempotency key.
 *
 * @param row - The row, if it exists.
 * @param command - The fingerprint of the command, and the time.
 * @returns `new`: execute the command. `replay`: return the response in `row`. Otherwise `idempotency_key_reused`
 *   (another fingerprint) or `idempotency_in_progress`.
 * @decision 0006
 */
export function checkIdempotencyKey(
  row: IdempotencyKeyRow | undefined,
  command: { readonly fingerprint: string; readonly nowMs: number },
): { ok: true; outcome: 'new' } | { ok: true; outcome: 'replay'; row: IdempotencyKeyRow } | Refusal {
  if (!row || isExpired(row, command.nowMs)) return { ok: true, outcome: 'new' }
  if (row.fingerprint !== command.fingerprint) {
    return refuse('idempotency_key_reused', 'This idempotency key was used for another request. Use a new one.')
  }
  if (row.state === 'running') {
    return refuse(
      'idempotency_in_progress',
      'The first request with this idempotency key is still running. Try again in a moment.',
    )
  }
  return { ok: true, outcome: 'replay', row }
}

/** Returns whether a stored response has expired. */
export function isExpired(row: Pick<IdempotencyKeyRow, 'created_ms'>, nowMs: number): boolean {
  return nowMs - row.created_ms >= idempotencyLifetimeMs
}

/**
 * Returns the steps that store a response, for the plan of the command: an insert, or an update of an expired row or
 * of the row of a running command.
 *
 * @param command - Its key, fingerprint and time; `answer` is undefined while the command is running.
 * @param row - The row as it was read.
 * @decision 0006
 */
export function storeResponse(
  command: CommandKey & {
    readonly fingerprint: string
    readonly nowMs: number
    readonly answer: StoredResponse | undefined
  },
  row: IdempotencyKeyRow | undefined,
): Pick<Plan, 'inserts'> | Pick<Plan, 'updates'> {
  const { merchant, fingerprint, nowMs, answer } = command
  const next = {
    fingerprint,
    state: answer ? 'done' : 'running',
    status: answer?.status ?? null,
    headers: answer?.headers ?? {},
    body: answer?.body ?? null,
    created_ms: nowMs,
  } as const
  const id = idempotencyKeyId(command)
  if (!row) {
    const insert: Insert = { table: 'idempotency_keys', row: { merchant, id, ...next } }
    return { inserts: [insert] }
  }
  const where = { created_ms: row.created_ms, state: row.state }
  const update: Update = { table: 'idempotency_keys', id, where, set: next }
  return { updates: [update] }
}
