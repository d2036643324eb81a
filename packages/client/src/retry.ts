import type { RequestDescription } from './types.js'

/** How one attempt ended. */
export interface Outcome {
  /** The HTTP status; 0 or left out when no answer came. */
  readonly status?: number
  /** The header `Retry-After`: seconds or a date. */
  readonly retryAfter?: string | null | undefined
}

/** What the decision depends on besides the outcome. */
export interface RetryOptions {
  /**
   * Retries writes too, those with an `Idempotency-Key`: without one a second attempt could be a second payment.
   *
   * @decision 0022
   */
  readonly retryWrites?: boolean
  /** A number from 0 to 1 for the jitter; random when left out. */
  readonly random?: number
}

/**
 * Says whether and when to try again: no I/O, no timer. Reads are tried again after 408, 409, 429, 5xx, no answer, and
 * whenever there is a `Retry-After`; writes never, unless the caller says so and they carry an `Idempotency-Key`.
 *
 * @param request - The description that was sent.
 * @param outcome - How the attempt ended.
 * @param attempt - Its number; the first is 0.
 * @param options - Permission for writes, and what makes the answer repeatable.
 * @returns How long to wait, in ms: full jitter up to half a second, doubled by each attempt, and never less than
 *   `Retry-After`, however long: compare it with your deadline. Undefined: do not try again.
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
  { method, headers }: RequestDescription<unknown>,
  { status, retryAfter }: Outcome,
  attempt: number,
  { random = Math.random(), retryWrites }: RetryOptions = {},
): number | undefined {
  const waitMs = Math.max(
    2 ** attempt * 500 * random,
    // Seconds or a date; neither is no wish.
    (retryAfter as never) * 1000 || Date.parse(retryAfter as string) - Date.now() || 0,
  )
  if (
    ((retryWrites && headers['Idempotency-Key']) || method === 'GET') &&
    (!status || retryAfter || /40[89]|429|^5/.test(status as never))
  )
    return waitMs
  return
}
