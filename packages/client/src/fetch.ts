import { ApiError } from './errors.js'
import { nextPage } from './next-page.js'
import { decode } from './result.js'
import { retryAfter } from './retry.js'
import type { RequestDescription } from './types.js'

export { ApiError, type ErrorCode, isApiError } from './errors.js'
export type { RequestDescription } from './types.js'

/** The signal of the platform, by structure. */
export interface SignalLike {
  /** Whether it has been aborted. */
  readonly aborted: boolean
}

/** The answer of a transport, by structure. */
export interface FetchAnswer {
  /** The HTTP status. */
  readonly status: number
  /** Its headers. */
  readonly headers: { get(name: string): string | null }
  /** Reads the whole body. */
  text(): Promise<string>
}

/** The form of `fetch`. */
export type FetchLike = (url: string, init: FetchInit) => Promise<FetchAnswer>

/** What a transport is given beside the address: the members of the description, and these. */
export interface FetchInit {
  /** The HTTP method. */
  readonly method: string
  /** The headers as they go on the wire. */
  readonly headers: Readonly<Record<string, string>>
  /** The body as JSON text. */
  readonly body?: string
  /** Ends at the deadline, or with the caller's signal. Of the platform's own type. */
  readonly signal: never
  /** Never followed: a key must not travel to another address. */
  readonly redirect: 'manual'
}

/** How to send. */
export interface SendOptions {
  /** The transport; the platform's `fetch` when left out. Its `signal` has to end it, before it sends and while it waits. */
  readonly fetch?: FetchLike
  /** Ends the call early, with the code `aborted`. No listener is put on it. */
  readonly signal?: SignalLike | undefined
  /** One deadline over connecting, headers, body, and all attempts, in ms, up to 2,147,483,647; 30,000 when left out. */
  readonly timeoutMs?: number
  /** How many further attempts; 2 when left out, and 0 means none. */
  readonly retries?: number
  /**
   * Retries writes too, those with an `Idempotency-Key`. Every attempt sends the very same description.
   *
   * @decision 0022
   */
  readonly retryWrites?: boolean
}

declare const fetch: FetchLike
interface OwnSignal extends SignalLike {
  onabort: () => void
}
declare const AbortSignal: {
  any(signals: readonly SignalLike[]): OwnSignal
  timeout(ms: number): OwnSignal
}
declare const setTimeout: (run: () => void, ms: number) => unknown
declare const clearTimeout: (timer: unknown) => void

// Each retry takes 5, each success gives 1 back: where a service is down, retries of all calls end together.
let tokens = 100

/**
 * Sends a description by `fetch` and returns the answer's `data`. One deadline covers connecting, headers, body and all
 * attempts. Reads are tried again after 408, 409, 429, 5xx, network errors and whenever there is a `Retry-After`; writes
 * are not, unless `retryWrites` says so and they carry an `Idempotency-Key`, since a second attempt could be a second payment.
 *
 * @param request - The description; each attempt sends the very same one.
 * @param options - Transport, deadline, retries.
 * @returns The payload.
 * @throws {@link ApiError} when the service said no, or gave no usable answer: code `network`, `timeout`, `aborted`
 *   (with the `cause`) or `invalid_response`.
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
  const { fetch: transport = fetch, retries = 2, timeoutMs = 30_000, signal } = options
  const timeout = AbortSignal.timeout(timeoutMs)
  const end = AbortSignal.any([timeout, signal ?? timeout])
  for (let attempt = 0; ; attempt++) {
    let answer: FetchAnswer | undefined
    let error: ApiError
    let timer: unknown
    try {
      answer = await transport(request.url, { ...request, signal: end as never, redirect: 'manual' })
      const result = decode(request, answer.status, await answer.text())
      if (result.success) {
        if (tokens < 100) tokens++
        return result.data
      }
      error = result.error
    } catch (cause) {
      error = new ApiError(
        request,
        0,
        {
          code: end.aborted ? (timeout.aborted ? 'timeout' : 'aborted') : 'network',
          message: 'look whether it was done',
        },
        cause,
      )
    }
    const waitMs = retryAfter(request, { ...error, retryAfter: answer?.headers.get('retry-after') }, attempt, options)
    if (end.aborted || attempt >= retries || tokens < 5 || !((waitMs as number) < timeoutMs)) throw error
    tokens -= 5
    // An abort in the pause is said by the next attempt, which does not begin. The handler sits on our own signal.
    await new Promise<void>((resolve) => {
      end.onabort = resolve
      timer = setTimeout(resolve, waitMs as number)
    })
    clearTimeout(timer)
  }
}

/**
 * Sends a list, then the pages that its `Link` headers lead to.
 *
 * @param request - The description of a list.
 * @param options - As for {@link send}; the deadline is for each page.
 * @returns The `data` of each page, in order.
 * @throws {@link ApiError} as {@link send} does.
 * @decision 0010
 * @example
 * ```ts
 * import { createClient } from '@cedi/client'
 * import { pages } from '@cedi/client/fetch'
 *
 * const cedi = createClient({ baseUrl: 'https://pay.example', apiKey: 'sk_test_1' })
 * for await (const products of pages(cedi.products.list({ limit: '100' }))) {
 *   for (const product of products) console.log(product.name)
 * }
 * ```
 */
export async function* pages<T>(
  request: RequestDescription<T>,
  options: SendOptions = {},
): AsyncGenerator<T, void, undefined> {
  let next: RequestDescription<T> | undefined = request
  const seen = new Set<string>()
  // A page that leads back to one already read would never end.
  while (next && !seen.has(next.url)) {
    seen.add(next.url)
    let answer: FetchAnswer | undefined
    const transport: FetchLike = async (url, init) => {
      answer = await (options.fetch ?? fetch)(url, init)
      return answer
    }
    yield await send(next, { ...options, fetch: transport })
    next = answer && nextPage(next, answer)
  }
}
