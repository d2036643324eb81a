import { type Client, isApiError, type Order, type Payment } from '@cedi/client'
import { type FetchLike, pages, send } from '@cedi/client/fetch'

declare const fetch: FetchLike

/** How to ask the service: transport, limits and clock. */
export interface Asking {
  /** The transport; by default the platform's `fetch`. */
  readonly fetch?: FetchLike
  /** How long one request may take, in ms; 10,000 by default. */
  readonly timeoutMs?: number
  /** How many requests a second one worker sends by itself; 10 by default. */
  readonly perSecond?: number
  /** The time; `Date.now` by default. */
  readonly nowMs?: () => number
  /** Waits; by default with a timer of the platform. */
  readonly sleep?: (ms: number) => Promise<unknown>
}

/** Asks the service for a settlement. */
export interface Service {
  /** Reads a payment. */
  read(ref: string, isPaced?: boolean): Promise<Payment>
  /** The service's orders, the newest first. */
  orders(): AsyncIterable<readonly Order[]>
  /** Until when to send nothing, because the service said so or does not answer. */
  quietUntilMs(): number
}

declare const setTimeout: (run: () => void, ms: number) => unknown
export const sleepMs = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms))

/** Whether an error says nothing about the payment, so that the next request may succeed. */
export const isPassing = (error: unknown): boolean => isApiError(error) && error.code !== 'not_found'

const longestPauseMs = 600_000

/** Makes the asker. It pauses for as long as `Retry-After` says, and longer each time when no answer comes. */
export function createService(client: Client, asking: Asking): Service {
  const { timeoutMs = 10_000, perSecond = 10, nowMs = () => Date.now(), sleep = sleepMs } = asking
  let freeMs = 0
  let quietMs = 0
  let failures = 0

  /** One request after the other, however many orders are due. */
  const pace = async (): Promise<void> => {
    const atMs = Math.max(nowMs(), freeMs)
    freeMs = atMs + 1000 / perSecond
    if (atMs > nowMs()) await sleep(atMs - nowMs())
  }
  /** One question: how it is sent, and what its end means for the next ones. Several may be under way. */
  const question = (isPaced: boolean) => {
    let retryAfter: string | null = null
    const transport: FetchLike = async (url, init) => {
      retryAfter = null
      if (isPaced) await pace()
      const answer = await (asking.fetch ?? fetch)(url, init)
      retryAfter = answer.headers.get('retry-after')
      return answer
    }
    const heard = (error?: unknown): void => {
      failures = isPassing(error) ? failures + 1 : 0
      if (failures === 0) return
      const wishMs = Number(retryAfter) * 1000 || Date.parse(retryAfter ?? '') - nowMs() || 0
      // A question that was under way already makes the silence no shorter.
      quietMs = Math.max(quietMs, nowMs() + Math.max(wishMs, Math.min(1000 * 2 ** failures, longestPauseMs)))
    }
    return { options: { fetch: transport, retries: 0, timeoutMs }, heard }
  }
  return {
    async read(ref, isPaced = true) {
      const { options, heard } = question(isPaced)
      try {
        const payment = await send(client.payments.read(ref), options)
        heard()
        return payment
      } catch (error) {
        heard(error)
        throw error
      }
    },
    async *orders() {
      const { options, heard } = question(true)
      try {
        yield* pages(client.orders.list({ limit: '100' }), options)
        heard()
      } catch (error) {
        heard(error)
        throw error
      }
    },
    quietUntilMs: () => quietMs,
  }
}
