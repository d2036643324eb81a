import type { RequestDescription } from './types.js'

/** How one attempt ended. */
export interface Outcome {
  /** The HTTP status; 0 or left out when no answer came. */
  readonly status?: number
  /** The error code, when there is one. */
  readonly code?: string
  /** The header `Retry-After`: seconds or a date. */
  readonly retryAfter?: string | null
}

/** What the decision depends on besides the outcome. */
export interface RetryOptions {
  /**
   * Retries writes too, those with an `Idempotency-Key`: without one a second attempt could be a second payment.
   *
   * @decision 0022
   */
  readonly retryWrites?: boolean
  /** The longest wait, in ms; 20,000 when left out. Asked to wait longer, nothing is retried. */
  readonly longestMs?: number
  /** A number from 0 to 1 for the jitter; random when left out. */
  readonly random?: number
  /** The time now in ms, for a `Retry-After` that is a date. */
  readonly nowMs?: number
}

/**
 * Says whether and when to try again: no I/O, no timer. Reads are tried again after 408, 429, 5xx and no answer;
 * writes never, unless the caller says so and they carry an `Idempotency-Key`.
 *
 * @param request - The description that was sent.
 * @param outcome - How the attempt ended.
 * @param attempt - Its number; the first is 0.
 * @param options - Permission for writes, bounds, and what makes the answer repeatable.
 * @returns How long to wait, in ms: full jitter up to half a second, doubled by each attempt, and never less than
 *   `Retry-After`. Undefined: do not try again.
 * @decision 0022
 * @example
 * ```ts
 * import { createClient } from '@cedi/client'
 * import { retryAfter } from '@cedi/client/result'
 *
 * const cedi = createClient({ baseUrl: 'https://pay.example', apiKey: 'sk_test_1' })
 * console.log(retryAfter(cedi.balance.read(), { status: 429, retryAfter: '3' }, 0)) // 3000
 * console.log(retryAfter(cedi.payments.create({ amount: 5, method: 'card' }), { status: 503 }, 0)) // undefined
 * ```
 */
export function retryAfter(
  request: RequestDescription<unknown>,
  { status, code, retryAfter: asked }: Outcome,
  attempt: number,
  { retryWrites, longestMs = 20_000, random = Math.random(), nowMs = Date.now() }: RetryOptions = {},
): number | undefined {
  const { method, headers } = request
  const may = method === 'GET' || (retryWrites && headers['Idempotency-Key'])
  if (!may || (status && !/^(408|429|5..)$/.test(`${status}`) && code !== 'idempotency_in_progress')) return
  const askedMs = /^\d+$/.test(asked ?? '')
    ? Number(asked) * 1e3
    : /GMT$/.test(asked ?? '')
      ? Date.parse(asked as string) - nowMs
      : 0
  const waitMs = Math.max(askedMs || 0, random * Math.min(500 * 2 ** attempt, longestMs))
  return waitMs > longestMs ? undefined : waitMs
}
