import { type Client, isApiError, type Order, type Payment } from '@cedi/client'
import {
  type FetchLike,
  items,
  pages,
  type ResponseEvent,
  type RetryEvent,
  type SendHooks,
  type SendOptions,
  type SignalLike,
} from '@cedi/client/fetch'
import { dailyMs } from './schedule.js'

declare const fetch: FetchLike

/**
 * Transport, limits, clock and hooks of the requests to the service. `onRetry` is called before the pause after a failed
 * request.
 */
export interface PollingOptions extends SendHooks {
  /** Transport. Defaults to the platform's `fetch`. */
  readonly fetch?: FetchLike | undefined
  /** Timeout of one request, in ms. Defaults to 10,000. */
  readonly timeoutMs?: number | undefined
  /** Maximum number of background requests per second and worker. Defaults to 10. */
  readonly maxRequestsPerSecond?: number | undefined
  /** Clock, in ms since 1970. Defaults to `Date.now`. */
  readonly nowMs?: (() => number) | undefined
  /** Delay function. It must resolve when its signal aborts. Defaults to a timer of the platform. */
  readonly sleep?: ((ms: number, signal?: SignalLike) => Promise<unknown>) | undefined
}

/** Read access to the service with a rate limit and a backoff. */
export interface PollingClient {
  /** Reads a payment. */
  readPayment(ref: string, isRateLimited?: boolean): Promise<Payment>
  /** Lists the service's orders, newest first. */
  listOrders(): AsyncIterable<Order>
  /** Returns whether requests are paused by `Retry-After` or by the backoff. */
  isPaused(): boolean
  /** Returns the end of the pause, in ms since 1970. */
  pausedUntilMs(): number
}

declare const console: { error(error: unknown): void }
declare const setTimeout: (run: () => void, ms: number) => unknown
declare const clearTimeout: (timer: unknown) => void

/** Waits for a time, or until the signal aborts. */
export const sleepMs = (ms: number, signal?: SignalLike): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, signal?.aborted ? 0 : ms)
    signal?.addEventListener('abort', end)
  })

export const isNotFound = (error: unknown): boolean => isApiError(error) && error.code === 'not_found'

const minBackoffMs = 2_000
const maxBackoffMs = 600_000

/** Creates a client that pauses for as long as `Retry-After` requests, and backs off after each failed request. */
export function createPollingClient(
  client: Client,
  options: Omit<PollingOptions, 'nowMs'> & { readonly nowMs: () => number; readonly signal?: SignalLike | undefined },
): PollingClient {
  const { timeoutMs = 10_000, maxRequestsPerSecond = 10, nowMs, sleep = sleepMs, signal } = options
  let pausedUntilMs = 0
  let backoffMs = minBackoffMs
  let queue: Promise<unknown> = Promise.resolve()

  /** Delays a request. Concurrent runs share the queue, and therefore the rate limit. */
  const waitForRateLimit = (): Promise<unknown> => {
    queue = queue.catch(() => {}).then(() => sleep(1000 / maxRequestsPerSecond))
    return queue
  }
  /** Extends the pause, by at most a day. A concurrent request never shortens it. */
  const pause = (ms: number): void => {
    pausedUntilMs = Math.max(pausedUntilMs, nowMs() + Math.min(ms, dailyMs))
  }
  const sendOptions = (isRateLimited: boolean): SendOptions => ({
    retries: 0,
    timeoutMs,
    signal,
    onRequest: options.onRequest,
    async fetch(url, init) {
      if (isRateLimited) await waitForRateLimit()
      if (signal?.aborted) throw (signal as { readonly reason?: unknown }).reason
      const response = await (options.fetch ?? fetch)(url, init)
      const retryAfter = response?.headers?.get?.('retry-after')
      if (retryAfter) pause(Number(retryAfter) * 1000 || Date.parse(retryAfter) - nowMs() || 0)
      return response
    },
  })
  const callRetryHook = (event: RetryEvent): void => {
    void (async () => options.onRetry?.(event))().catch((error) => console.error(error))
  }
  /** Yields the responses. Resets the backoff after a response, and pauses after an error. */
  async function* withBackoff<T>(
    start: (options: SendOptions) => AsyncIterable<T>,
    isRateLimited: boolean,
  ): AsyncGenerator<T> {
    let event: ResponseEvent | undefined
    const onResponse = (response: ResponseEvent): unknown => {
      event = response
      return options.onResponse?.(response)
    }
    try {
      for await (const response of start({ ...sendOptions(isRateLimited), onResponse })) {
        backoffMs = minBackoffMs
        yield response
      }
    } catch (error) {
      if (!isNotFound(error) && !signal?.aborted) {
        pause(backoffMs)
        backoffMs = Math.min(backoffMs * 2, maxBackoffMs)
        if (event) callRetryHook({ ...event, delayMs: pausedUntilMs - nowMs() })
      }
      throw error
    }
  }
  return {
    async readPayment(ref, isRateLimited = true) {
      const page = await withBackoff((options) => pages(client.payments.read(ref), options), isRateLimited).next()
      return page.value
    },
    listOrders: () => withBackoff((options) => items(client.orders.list({ limit: '100' }), options), true),
    isPaused: () => nowMs() < pausedUntilMs,
    pausedUntilMs: () => pausedUntilMs,
  }
}
