import { ApiError } from './errors.js'
import { nextPage } from './next-page.js'
import { decode, type Result } from './result.js'
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

/** One attempt, for logs. Its description shows no key in logs and JSON. */
export interface Attempt {
  /** What was sent. */
  readonly request: RequestDescription<unknown>
  /** The number of the attempt; the first is 0. */
  readonly attempt: number
  /** Why it failed; undefined when it did not. */
  readonly error: ApiError | undefined
  /** How long until the next attempt, in ms; undefined when there is none. */
  readonly waitMs: number | undefined
}

/** How to send. */
export interface SendOptions {
  /** The transport; the platform's `fetch` when left out. */
  readonly fetch?: FetchLike
  /** Ends the call early, with the code `aborted`. No listener is put on it. */
  readonly signal?: SignalLike | undefined
  /** One deadline over connecting, headers, body, and all attempts, in ms; 30,000 when left out. */
  readonly timeoutMs?: number
  /** How many further attempts; 2 when left out, and 0 means none. */
  readonly retries?: number
  /**
   * Retries writes too, those with an `Idempotency-Key`. Every attempt sends the very same description.
   *
   * @decision 0022
   */
  readonly retryWrites?: boolean
  /** Is told of each attempt. What it throws, `send` rejects with. */
  readonly onAttempt?: (attempt: Attempt) => void
  /** Shared by all calls when left out: each retry takes 5 of 100 tokens, each success gives 1 back. None left: no retries. */
  readonly budget?: { tokens: number }
}

declare const fetch: FetchLike
interface OwnSignal extends SignalLike {
  readonly reason: unknown
  onabort: (() => void) | null
}
declare const AbortController: new () => { readonly signal: OwnSignal; abort(): void }
declare const AbortSignal: { any(signals: readonly SignalLike[]): OwnSignal }
declare const setTimeout: (run: () => void, ms: number) => unknown
declare const clearTimeout: (timer: unknown) => void

const shared: { tokens: number } = { tokens: 100 }

/** Sends a description and reads the answer whole. */
async function exchange<T, O extends string, M extends string>(
  request: RequestDescription<T, O, M>,
  options: SendOptions = {},
): Promise<{ readonly data: T; readonly answer: FetchAnswer }> {
  const { timeoutMs = 30_000, retries = 2, budget = shared } = options
  const controller = new AbortController()
  const signal = AbortSignal.any([controller.signal].concat((options.signal as OwnSignal) ?? []))
  const deadlineMs = Date.now() + timeoutMs
  // A timer of our own: one of AbortSignal.timeout can be collected, and with it the deadline.
  // Timers know no longer wait than this, and take a longer one for none.
  const deadline = setTimeout(() => controller.abort(), Math.min(timeoutMs, 2 ** 31 - 1))
  let pause: unknown
  // The race holds the deadline even over a transport that ignores signals. The handler sits on our own signal.
  const ended = new Promise<never>((_, reject) => {
    signal.onabort = () => reject(signal.reason)
  })
  try {
    for (let attempt = 0; ; attempt++) {
      let answer: FetchAnswer | undefined
      let result: Result<T, O>
      try {
        const work = async () => {
          if (signal.aborted) throw signal.reason
          answer = await (options.fetch ?? fetch)(request.url, {
            ...request,
            signal: signal as never,
            redirect: 'manual',
          })
          return decode(request, answer.status, await answer.text())
        }
        result = await Promise.race([work(), ended])
      } catch (cause) {
        const code = controller.signal.aborted ? 'timeout' : signal.aborted ? 'aborted' : 'network'
        const message = `no whole answer${code === 'timeout' ? ` in ${timeoutMs} ms` : ''}${request.method !== 'GET' ? '; it may be written: look before you send again' : ''}`
        result = { success: false, data: null, error: new ApiError(request, 0, { code, message }, cause) }
      }
      const { error } = result
      let waitMs: number | undefined
      if (error && !signal.aborted && attempt < retries && budget.tokens >= 5) {
        waitMs = retryAfter(
          request,
          { ...error, retryAfter: answer?.headers.get('retry-after') ?? null },
          attempt,
          options,
        )
        // A wait beyond the deadline would only hide the reason behind a timeout.
        if (waitMs !== undefined && Date.now() + waitMs >= deadlineMs) waitMs = undefined
      }
      options.onAttempt?.({ request, attempt, error, waitMs })
      if (result.success) {
        budget.tokens = Math.min(budget.tokens + 1, 100)
        return { data: result.data, answer: answer as FetchAnswer }
      }
      if (waitMs === undefined) throw error
      budget.tokens -= 5
      const wait = new Promise<void>((resolve) => {
        pause = setTimeout(resolve, waitMs as number)
      })
      // An abort in the pause is said by the next attempt, which does not begin.
      await Promise.race([wait, ended]).catch(() => {})
    }
  } finally {
    clearTimeout(deadline)
    clearTimeout(pause)
    signal.onabort = null
  }
}

/**
 * Sends a description by `fetch` and returns the answer's `data`. One deadline covers connecting, headers, body and all
 * attempts. Reads are tried again after 408, 429, 5xx and network errors; writes are not, unless `retryWrites` says so and
 * they carry an `Idempotency-Key`, since a second attempt could be a second payment.
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
export async function send<T>(request: RequestDescription<T>, options?: SendOptions): Promise<T> {
  return (await exchange(request, options)).data
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
  options?: SendOptions,
): AsyncGenerator<T, void, undefined> {
  let next: RequestDescription<T> | undefined = request
  const seen = new Set<string>()
  // A page that leads back to one already read would never end.
  while (next && !seen.has(next.url)) {
    seen.add(next.url)
    const { data, answer }: { data: T; answer: FetchAnswer } = await exchange(next, options)
    yield data
    next = nextPage(next, answer)
  }
}
