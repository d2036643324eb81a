import type { RetryAdvice } from '@cedi/contract/generated/errors'
import { booleanCheck, checkOptions, type OptionCheck } from '@cedi/contract/options'
import { getHeader } from './headers.js'
import type { RequestDescription } from './types.js'

/** Result of one request attempt. */
export interface RequestAttempt {
  /** HTTP status. 0 or undefined without a response. */
  readonly status?: number | undefined
  /** Advice of the error, `error.retry`. `new-key` prevents a retry, because the response is stored. */
  readonly retry?: RetryAdvice | undefined
  /** Header `Retry-After`: seconds or a date. */
  readonly retryAfter?: string | null | undefined
}

/** Options for {@link getRetryDelayMs}. */
export interface RetryOptions {
  /**
   * Whether to retry writes with an `Idempotency-Key`, which is valid for 24 hours. A write without a key is never retried,
   * because a second attempt could be a second payment.
   *
   * @decision 0022
   */
  readonly retryWrites?: boolean | undefined
  /** Number from 0 to 1 for the jitter. Random by default. */
  readonly random?: number | undefined
}

const baseDelayMs = 500

const fractionCheck: OptionCheck = {
  requirement: 'be a number from 0 to 1',
  accepts: (value) => typeof value === 'number' && value >= 0 && value <= 1,
}

/**
 * Decides whether and when to retry a request. Pure: no I/O and no timer. It retries after 408, 409, 429, 5xx, no response, and
 * any response with a `Retry-After`. It retries every read, and a write only with `retryWrites` and an `Idempotency-Key`.
 *
 * @param request - Description that was sent.
 * @param attempt - Result of the attempt.
 * @param attemptIndex - Index of the attempt, starting at 0.
 * @param options - Permission to retry writes, and the jitter.
 * @returns Delay in ms, or undefined if the request must not be retried. The delay has full jitter up to 500 ms, doubled by
 *   each attempt, and is never shorter than `Retry-After`. Compare it with your deadline.
 * @decision 0022
 * @example
 * ```ts
 * import { createClient } from '@cedi/client'
 * import { getRetryDelayMs } from '@cedi/client/response'
 *
 * const cedi = createClient({ baseUrl: 'https://pay.example', apiKey: 'sk_test_1' })
 * console.log(getRetryDelayMs(cedi.balance.read(), { status: 429, retryAfter: '3' }, 0)) // 3000
 * console.log(getRetryDelayMs(cedi.refunds.create({ payment_ref: 'pay_1' }), { status: 503 }, 0)) // undefined
 * ```
 */
export function getRetryDelayMs(
  request: RequestDescription<unknown>,
  attempt: RequestAttempt,
  attemptIndex: number,
  options: RetryOptions = {},
): number | undefined {
  checkOptions('getRetryDelayMs', options, { retryWrites: booleanCheck, random: fractionCheck })
  return computeRetryDelayMs(request, attempt, attemptIndex, options)
}

/** See {@link getRetryDelayMs}. Ignores the other options of `send`. */
export function computeRetryDelayMs(
  { method, headers }: RequestDescription<unknown>,
  { status = 0, retry, retryAfter }: RequestAttempt,
  attemptIndex: number,
  { random = Math.random(), retryWrites = false }: RetryOptions,
): number | undefined {
  const isRetryable = method === 'GET' || (retryWrites && getHeader(headers, 'Idempotency-Key') !== undefined)
  const isTransient = status === 0 || [408, 409, 429].includes(status) || status >= 500
  if (!isRetryable || retry === 'new-key' || !(isTransient || retryAfter)) return undefined
  const backoffMs = 2 ** attemptIndex * baseDelayMs * random
  return Math.max(backoffMs, parseRetryAfterMs(retryAfter))
}

/** Parses a `Retry-After` header, which contains seconds or a date. Returns 0 if it is missing or invalid. */
function parseRetryAfterMs(retryAfter: string | null | undefined): number {
  return Number(retryAfter) * 1000 || Date.parse(String(retryAfter)) - Date.now() || 0
}
