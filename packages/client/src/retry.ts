import { headerOf } from './header.js'
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
 * Says whether and when to try again, without I/O or a timer. It tries again after 408, 409, 429, 5xx, no answer, and any
 * answer with a `Retry-After`. It retries every read, and a write only with `retryWrites` and an `Idempotency-Key`.
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
 * console.log(retryAfter(cedi.payments.create({ amount: 5, method: 'mobile_money', phone: '0244123789' }), { status: 503 }, 0)) // undefined
 * ```
 */
export function retryAfter(
  { method, headers }: RequestDescription<unknown>,
  { status = 0, retryAfter }: Outcome,
  attempt: number,
  { random = Math.random(), retryWrites = false }: RetryOptions = {},
): number | undefined {
  const isSafe = method === 'GET' || (retryWrites && headerOf(headers, 'idempotency-key') !== undefined)
  const isTransient = status === 0 || [408, 409, 429].includes(status) || status >= 500
  if (!isSafe || !(isTransient || retryAfter)) return undefined
  return Math.max(2 ** attempt * 500 * random, wishMs(retryAfter))
}

/** The wait that a `Retry-After` asks for, in ms: it holds seconds or a date. What is neither asks for none. */
const wishMs = (retryAfter: string | null | undefined): number =>
  Number(retryAfter) * 1000 || Date.parse(String(retryAfter)) - Date.now() || 0
