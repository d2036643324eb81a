import { type Insert, type Move, type Plan, type Refusal, refuse } from './plan.js'
import type { IdempotencyRow } from './tables/idempotency.js'

/** How long an Idempotency-Key is remembered: 24 hours. @decision 0006 */
export const idempotencyLifetimeMs: number = 86_400_000

/** An Idempotency-Key and what it was sent with. */
export interface IdempotencyScope {
  readonly merchant: string
  /** The HTTP method. */
  readonly method: string
  /** The path, without the base address. */
  readonly path: string
  /** The Idempotency-Key. */
  readonly key: string
}

/** An answer, kept to be given again. */
export interface StoredAnswer {
  /** The HTTP status. */
  readonly status: number
  /** Header names and values. */
  readonly headers?: Readonly<Record<string, string>>
  /** The body, as text. */
  readonly body: string
}

/** The id of a scope's row; the merchant is the row's own. @decision 0006 */
export function idempotencyId(scope: Omit<IdempotencyScope, 'merchant'>): string {
  return `${scope.method} ${scope.path} ${scope.key}`
}

/**
 * Judges a request by what is remembered of its key.
 *
 * @param row - The row of its scope, if there is one.
 * @param request - The fingerprint of its body, and the time in epoch milliseconds.
 * @returns `new`: carry it out. `replay`: give `row`'s answer again. Otherwise a refusal: `idempotency_key_reused`
 *   (another body) or `idempotency_in_progress`.
 * @decision 0006
 */
export function judgeIdempotency(
  row: IdempotencyRow | undefined,
  request: { readonly fingerprint: string; readonly nowMs: number },
): { ok: true; outcome: 'new' } | { ok: true; outcome: 'replay'; row: IdempotencyRow } | Refusal {
  if (!row || isForgotten(row, request.nowMs)) return { ok: true, outcome: 'new' }
  if (row.fingerprint !== request.fingerprint) {
    return refuse('idempotency_key_reused', 'This Idempotency-Key was sent with another body. Use a new key.')
  }
  if (row.state === 'running') {
    return refuse('idempotency_in_progress', 'A request with this Idempotency-Key is still running. Try again shortly.')
  }
  return { ok: true, outcome: 'replay', row }
}

/** Whether a key has been remembered for long enough. */
export function isForgotten(row: Pick<IdempotencyRow, 'created_ms'>, nowMs: number): boolean {
  return nowMs - row.created_ms >= idempotencyLifetimeMs
}

/**
 * The step that remembers a key, for the plan of its effect: an insert, or a move when an old row is forgotten or a
 * running one is done.
 *
 * @param scope - The key and where it was sent.
 * @param request - Fingerprint and time; `answer` undefined while it is running.
 * @param row - The row as it was read.
 * @decision 0006
 */
export function rememberIdempotency(
  scope: IdempotencyScope,
  request: { readonly fingerprint: string; readonly nowMs: number; readonly answer: StoredAnswer | undefined },
  row: IdempotencyRow | undefined,
): Pick<Plan, 'inserts'> | Pick<Plan, 'moves'> {
  const { fingerprint, nowMs, answer } = request
  const next = {
    fingerprint,
    state: answer ? 'done' : 'running',
    status: answer?.status ?? null,
    headers: answer?.headers ?? {},
    body: answer?.body ?? null,
    created_ms: nowMs,
  } as const
  const id = idempotencyId(scope)
  if (!row) {
    const insert: Insert = { table: 'idempotency', row: { merchant: scope.merchant, id, ...next } }
    return { inserts: [insert] }
  }
  const expect = { created_ms: row.created_ms, state: row.state }
  const move: Move = { table: 'idempotency', id, expect, set: next }
  return { moves: [move] }
}
