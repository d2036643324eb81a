import {
  booleanCheck,
  checkOptions,
  functionCheck,
  integerCheck,
  type OptionChecks,
  signalCheck,
  timerMsCheck,
} from '@cedi/contract/options'
import { version } from '../package.json'
import type { ApiError } from './errors.js'
import { getHeader, type HttpHeaders, mergeHeaders, readHeader, redactedKey } from './headers.js'
import { hookChecks, observeAttempt, type SendHooks } from './hooks.js'
import { isUserDevice, splitUrl } from './platform.js'
import { checkRequest, isResponse, nextPage, parse, type Result } from './response.js'
import { computeRetryDelayMs } from './retry.js'
import { refillRetryBudget, takeRetryTokens } from './retry-budget.js'
import { toTransportError } from './transport-error.js'
import type { RequestDescription } from './types.js'
import { type ParseOptions, parseOptionChecks } from './validation-mode.js'

export { ApiError, type ErrorCode, isApiError, type RequiredScope } from './errors.js'
export type { HttpHeaders } from './headers.js'
export type { RequestEvent, ResponseEvent, RetryEvent, SendHooks } from './hooks.js'
export type { RequestDescription } from './types.js'
export type { ParseOptions } from './validation-mode.js'

/** Abort signal of the platform, as a structural type. */
export interface SignalLike {
  /** Whether the signal is aborted. */
  readonly aborted: boolean
  /** Adds a listener. */
  addEventListener(type: 'abort', listener: () => void): void
  /** Removes a listener. */
  removeEventListener(type: 'abort', listener: () => void): void
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
  /** Disables caches of frameworks and browsers. Absent on a platform that rejects the option. */
  readonly cache?: 'no-store'
  /** Signal that aborts at the deadline or with the signal of the caller. Has the type of the platform. */
  readonly signal: never
  /** Redirects are not followed, because the key must not be sent to another host. */
  readonly redirect: 'manual'
}

/** Options for {@link send}. */
export interface SendOptions extends ParseOptions, SendHooks {
  /** Transport. The `fetch` of the platform by default. It must reject when its `signal` aborts. */
  readonly fetch?: FetchLike | undefined
  /** Signal that aborts the call with the code `aborted`. No listener remains on it. */
  readonly signal?: SignalLike | undefined
  /** Deadline for connecting, headers, body and all attempts together, in ms. At most 2,147,483,647, 30,000 by default. */
  readonly timeoutMs?: number | undefined
  /** Maximum number of retries. 2 by default, 0 to disable retries. */
  readonly retries?: number | undefined
  /**
   * Whether to retry writes with an `Idempotency-Key`. Every attempt sends the same description.
   *
   * @decision 0022
   */
  readonly retryWrites?: boolean | undefined
}

// Structural types, because consumers may compile without DOM or Node types.
declare const fetch: FetchLike
declare const AbortController: new () => { readonly signal: SignalLike; abort(reason: unknown): void }
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
 *   `timeout` or `aborted` and the `cause` if there is no response. TypeError if an option is unknown or invalid.
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
  checkOptions('send', options, sendOptionChecks)
  checkRequest(request)
  if (getHeader(request.headers, 'authorization') === redactedKey)
    throw new TypeError(
      'send needs the key, and this description was stored without it. Store reveal(request) of @cedi/client/debug.',
    )
  const deadline = startDeadline(options.timeoutMs ?? 30_000, options.signal)
  try {
    return await sendUntilDeadline(request, options, deadline)
  } finally {
    deadline.end()
  }
}

// A browser would ask the service in a preflight request whether it accepts the header.
const userAgent = `cedi-client/${version}`

async function sendUntilDeadline<T>(
  request: RequestDescription<T>,
  options: SendOptions,
  { signal, timeoutMs, isTimedOut }: Deadline,
): Promise<T> {
  const { fetch: transport = fetch, retries = 2, validate, maxResponseBytes } = options
  const { origin } = splitUrl(request.url)
  for (let attempt = 0; ; attempt++) {
    let response: FetchResponse | undefined
    let error: ApiError
    let isReceived = false
    const observed = observeAttempt(request, attempt + 1, options)
    try {
      // A copy of the headers for each attempt, because instrumentation may add some.
      const headers = mergeHeaders(request.headers, isUserDevice() ? undefined : { 'User-Agent': userAgent })
      response = await transport(request.url, { ...request, headers, signal: signal as never, redirect: 'manual' })
      isReceived = true
      const result: Result<T> = await parse(request, response, { validate, maxResponseBytes })
      if (result.success) {
        refillRetryBudget(origin)
        observed.end(response)
        return result.data
      }
      error = result.error
    } catch (cause) {
      if ((isReceived && !isResponse(response)) || isFrameworkSignal(cause)) throw cause
      error = toTransportError(request, { cause, isTimedOut: isTimedOut(), isAborted: signal.aborted, timeoutMs })
    }
    observed.end(response, error)
    const retryAfter = readHeader(response, 'retry-after')
    const delayMs = computeRetryDelayMs(
      request,
      { status: error.status, retry: error.retry, retryAfter },
      attempt,
      options,
    )
    const isLastAttempt = signal.aborted || attempt >= retries || delayMs === undefined || delayMs >= timeoutMs
    if (isLastAttempt || !takeRetryTokens(origin)) throw error
    observed.retry(delayMs)
    // If the signal aborts during the delay, the transport rejects the next attempt.
    await delay(delayMs, signal)
  }
}

/** React and Next.js throw errors with a digest, for example to render a route on each request because of `no-store`. */
const isFrameworkSignal = (error: unknown): boolean =>
  typeof (error as { readonly digest?: unknown } | null | undefined)?.digest === 'string'

const sendOptionChecks: OptionChecks = {
  ...parseOptionChecks,
  ...hookChecks,
  fetch: functionCheck,
  signal: signalCheck,
  timeoutMs: timerMsCheck,
  retries: integerCheck(0, 1_000),
  retryWrites: booleanCheck,
}
const pageOptionChecks: OptionChecks = {
  ...sendOptionChecks,
  maxPages: {
    requirement: 'be a whole number from 1, or Infinity',
    accepts: (value) => value === Number.POSITIVE_INFINITY || integerCheck(1, Number.MAX_SAFE_INTEGER).accepts(value),
  },
}

/** Signal of one call. */
interface Deadline {
  readonly signal: SignalLike
  readonly timeoutMs: number
  /** Returns whether the deadline has passed. */
  isTimedOut(): boolean
  /** Stops the timer and removes the listener from the signal of the caller. */
  end(): void
}

/** Starts a deadline. It does not use `AbortSignal.any` and `AbortSignal.timeout`, which some platforms lack. */
function startDeadline(timeoutMs: number, callerSignal: SignalLike | undefined): Deadline {
  const controller = new AbortController()
  let isTimedOut = false
  const timer = setTimeout(() => {
    isTimedOut = true
    controller.abort(Object.assign(new Error(`No response within ${timeoutMs} ms.`), { name: 'TimeoutError' }))
  }, timeoutMs)
  const abort = (): void => controller.abort((callerSignal as { readonly reason?: unknown }).reason)
  if (callerSignal?.aborted) abort()
  callerSignal?.addEventListener('abort', abort)
  return {
    signal: controller.signal,
    timeoutMs,
    isTimedOut: () => isTimedOut,
    end() {
      clearTimeout(timer)
      callerSignal?.removeEventListener('abort', abort)
    },
  }
}

/** Waits for a time, or until the signal aborts. */
function delay(ms: number, signal: SignalLike): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end)
  })
}

/** Options for {@link pages} and {@link items}. */
export interface PageOptions extends SendOptions {
  /** Maximum number of pages. 1,000 by default. A longer list throws, so no records are dropped silently. */
  readonly maxPages?: number | undefined
}

/**
 * Sends a list request, then a request for each further page in the `Link` header.
 *
 * @param request - Description of a list.
 * @param options - Options for {@link send}, and `maxPages`. The deadline and the retries apply to each page.
 * @returns The `data` of each page, in order.
 * @throws `ApiError` as {@link send} does. RangeError if there are more pages than `maxPages`. TypeError for a write.
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
  checkOptions('pages', options, pageOptionChecks)
  checkRequest(request)
  if (request.method !== 'GET')
    throw new TypeError(
      `pages and items need the description of a list. Got ${request.operation}, which writes. Use send for it.`,
    )
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
  for await (const page of pages(request, options)) {
    if (!Array.isArray(page))
      throw new TypeError(
        `items needs the description of a list. ${request.operation} returns an object. Use send for it.`,
      )
    yield* page
  }
}
