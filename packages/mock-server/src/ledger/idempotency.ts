import type { Insert, PlanSteps, Update } from './plan.js'
import { fail, type Rejection, type Result, succeed } from './result.js'
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

/** Error for a key whose first request has not finished. @decision 0006 */
export const keyInProgress: Rejection = fail(
  'idempotency_in_progress',
  'A request with this Idempotency-Key has not finished yet. Send it again in a moment.',
  'Idempotency-Key',
)

/** Returns the id of the row of an idempotency key. @decision 0006 */
export function idempotencyKeyId({ scope, key }: Omit<CommandKey, 'merchant'>): string {
  return `${scope} ${key}`
}

/**
 * Checks a command against the row of its idempotency key.
 *
 * @param row - The row, if it exists.
 * @param command - The fingerprint of the command, and the time.
 * @returns The response to replay; undefined if the command must be executed; `idempotency_key_reused` if the
 *   fingerprint differs; or `idempotency_in_progress`.
 * @decision 0006
 */
export function checkIdempotencyKey(
  row: IdempotencyKeyRow | undefined,
  command: { readonly fingerprint: string; readonly nowMs: number },
): Result<StoredResponse | undefined> {
  if (!row || isExpired(row, command.nowMs)) return succeed(undefined)
  if (row.fingerprint !== command.fingerprint)
    return fail(
      'idempotency_key_reused',
      'This Idempotency-Key was used before with another body. Use a new one for a new request.',
      'Idempotency-Key',
    )
  const { status, headers, body } = row
  return status === null || body === null ? keyInProgress : succeed({ status, headers, body })
}

/** Returns whether a stored response has expired. */
export function isExpired(row: Pick<IdempotencyKeyRow, 'created_ms'>, nowMs: number): boolean {
  return nowMs - row.created_ms >= idempotencyLifetimeMs
}

/**
 * Returns the steps that store a response, for the plan of the command: an insert, or an update of an expired row or
 * of the row of a running command.
 *
 * @param command - Its key, fingerprint, time and response; undefined while the command is running.
 * @param row - The row as it was read.
 * @decision 0006
 */
export function storeResponse(
  command: CommandKey & {
    readonly fingerprint: string
    readonly nowMs: number
    readonly response: StoredResponse | undefined
  },
  row: IdempotencyKeyRow | undefined,
): PlanSteps {
  const { merchant, fingerprint, nowMs, response } = command
  const next = {
    fingerprint,
    state: response ? 'done' : 'running',
    status: response?.status ?? null,
    headers: response?.headers ?? {},
    body: response?.body ?? null,
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
