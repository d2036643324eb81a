import type { ApiError } from './errors.js'
import type { HttpHeaders } from './headers.js'
import { decode, nextPage, type Result } from './response.js'
import { getRetryDelayMs } from './retry.js'
import { refillRetryBudget, takeRetryTokens } from './retry-budget.js'
import { toTransportError } from './transport-error.js'
import type { RequestDescription } from './types.js'

export { ApiError, type ErrorCode, isApiError, type RequiredScope } from './errors.js'
export type { HttpHeaders } from './headers.js'
export type { RequestDescription } from './types.js'

/** Abort signal of the platform, as a structural type. */
export interface SignalLike {
  /** Whether the signal is aborted. */
  readonly aborted: boolean
}

/** Response of a transport, as a structural type. */
export interface FetchResponse {
  /** HTTP status. */
  readonly status: number
  /** Response headers. */
  readonly headers: { get(name: string): string | null }
  /** Reads the whole body. */
  text(): Promise<string>
}

/** Transport with the signature of `fetch`. */
export type FetchLike = (url: string, init: FetchInit) => Promise<FetchResponse>

/** Second argument of a transport: the members of the description, `signal` and `redirect`. */
export interface FetchInit {
  /** HTTP method. */
  readonly method: string
  /** Headers, including the key. */
  readonly headers: HttpHeaders
  /** Body as JSON. */
  readonly body?: string
  /** Signal that aborts at the deadline or with the signal of the caller. Has the type of the platform. */
  readonly signal: never
  /** Redirects are not followed, because the key must not be sent to another host. */
  readonly redirect: 'manual'
}

/** Options for {@link send}. */
export interface SendOptions {
  /** Transport. The `fetch` of the platform by default. It must reject when its `signal` aborts. */
  readonly fetch?: FetchLike
  /** Signal that aborts the call with the code `aborted`. No listener is added to it. */
  readonly signal?: SignalLike | undefined
  /** Deadline for connecting, headers, body and all attempts together, in ms. At most 2,147,483,647, 30,000 by default. */
  readonly timeoutMs?: number
  /** Maximum number of retries. 2 by default, 0 to disable retries. */
  readonly retries?: number
  /**
   * Whether to retry writes with an `Idempotency-Key`. Every attempt sends the same description.
   *
   * @decision 0022
   */
  readonly retryWrites?: boolean
}

// Structural types, because consumers may compile without DOM or Node types.
declare const fetch: FetchLike
interface DeadlineSignal extends SignalLike {
  onabort: () => void
}
declare const AbortSignal: {
  any(signals: readonly SignalLike[]): DeadlineSignal
  timeout(ms: number): DeadlineSignal
}
declare const URL: new (url: string) => { readonly origin: string }
declare const setTimeout: (callback: () => void, ms: number) => unknown
declare const clearTimeout: (timer: unknown) => void

/**
 * Sends a description with `fetch` and returns the response data. One deadline covers connecting, headers, body and all
 * attempts. It retries after 408, 409, 429, 5xx, no response, and any response with a `Retry-After`. It retries every read,
 * and a write only with `retryWrites` and an `Idempotency-Key`, because a second attempt could be a second payment.
 *
 * @param request - Description. Every attempt sends the same one.
 * @param options - Transport, deadline and retries.
 * @returns Response data.
 * @throws `ApiError` with the code of an error response, with `invalid_response` for an invalid one, or with `network`,
 *   `timeout` or `aborted` and the `cause` if there is no response.
 * @decision 0022
 * @example
 * ```ts
 * import { createClient } from '@cedi/client'
 * import { send } from '@cedi/client/fetch'
 *
 * const cedi = createClient({ baseUrl: 'https://pay.example', apiKey: 'sk_test_1' })
 * const products = await send(cedi.products.list({ limit: '20' }), { timeoutMs: 10_000 })
 * console.log(products[0]?.name)
 * ```
 */
export async function send<T>(request: RequestDescription<T>, options: SendOptions = {}): Promise<T> {
  const { fetch: transport = fetch, retries = 2, timeoutMs = 30_000, signal: callerSignal } = options
  const timeoutSignal = AbortSignal.timeout(timeoutMs)
  const signal = AbortSignal.any(callerSignal ? [timeoutSignal, callerSignal] : [timeoutSignal])
  const { origin } = new URL(request.url)
  for (let attempt = 0; ; attempt++) {
    let response: FetchResponse | undefined
    let error: ApiError
    try {
      response = await transport(request.url, { ...request, signal: signal as never, redirect: 'manual' })
      const result: Result<T> = decode(request, response.status, await response.text())
      if (result.success) {
        refillRetryBudget(origin)
        return result.data
      }
      error = result.error
    } catch (cause) {
      const { aborted: isTimedOut } = timeoutSignal
      error = toTransportError(request, { cause, isTimedOut, isAborted: signal.aborted, timeoutMs })
    }
    const retryAfter = response?.headers.get('retry-after')
    const delayMs = getRetryDelayMs(request, { status: error.status, retryAfter }, attempt, options)
    const isLastAttempt = signal.aborted || attempt >= retries || delayMs === undefined || delayMs >= timeoutMs
    if (isLastAttempt || !takeRetryTokens(origin)) throw error
    // If the signal aborts during the delay, the transport rejects the next attempt.
    await delay(delayMs, signal)
  }
}

/** Waits for a time, or until the signal aborts. */
function delay(ms: number, signal: DeadlineSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.onabort = () => {
      clearTimeout(timer)
      resolve()
    }
  })
}

/** Options for {@link pages} and {@link items}. */
export interface PageOptions extends SendOptions {
  /** Maximum number of pages. 1,000 by default. A longer list throws, so no records are dropped silently. */
  readonly maxPages?: number
}

/**
 * Sends a list request, then a request for each further page in the `Link` header.
 *
 * @param request - Description of a list.
 * @param options - Options for {@link send}, and `maxPages`. The deadline and the retries apply to each page.
 * @returns The `data` of each page, in order.
 * @throws `ApiError` as {@link send} does. RangeError if there are more pages than `maxPages`.
 * @decision 0010
 * @example
 * ```ts
 * import { createClient } from '@cedi/client'
 * import { pages } from '@cedi/client/fetch'
 *
 * const cedi = createClient({ baseUrl: 'https://pay.example', apiKey: 'sk_test_1' })
 * for await (const products of pages(cedi.products.list({ limit: '100' }))) console.log(products.length)
 * ```
 */
export async function* pages<T>(
  request: RequestDescription<T>,
  options: PageOptions = {},
): AsyncGenerator<T, void, undefined> {
  const { maxPages = 1_000, ...sendOptions } = options
  const visitedUrls = new Set<string>()
  let next: RequestDescription<T> | undefined = request
  // A link to a visited page ends the list, because it would loop forever.
  while (next && !visitedUrls.has(next.url)) {
    if (visitedUrls.size >= maxPages)
      throw new RangeError(
        `The list of ${request.operation} has more than ${maxPages} pages. Raise maxPages to read more.`,
      )
    visitedUrls.add(next.url)
    let response: FetchResponse | undefined
    const transport: FetchLike = async (url, init) => {
      response = await (options.fetch ?? fetch)(url, init)
      return response
    }
    yield await send(next, { ...sendOptions, fetch: transport })
    next = response && nextPage(next, response)
  }
}

/**
 * Sends a list request and yields the records of all pages one by one. Requests each page only when its first record is read.
 *
 * @param request - Description of a list.
 * @param options - Options for {@link pages}.
 * @returns The records, in order.
 * @throws As {@link pages} does.
 * @decision 0010
 * @example
 * ```ts
 * import { createClient } from '@cedi/client'
 * import { items } from '@cedi/client/fetch'
 *
 * const cedi = createClient({ baseUrl: 'https://pay.example', apiKey: 'sk_test_1' })
 * for await (const product of items(cedi.products.list())) console.log(product.name)
 * ```
 */
export async function* items<T>(
  request: RequestDescription<readonly T[]>,
  options: PageOptions = {},
): AsyncGenerator<T, void, undefined> {
  for await (const page of pages(request, options)) yield* page
}
