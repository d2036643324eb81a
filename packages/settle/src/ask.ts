import { type Client, isApiError, type Order, type Payment } from '@cedi/client'
import { type FetchLike, items, pages, type SendOptions } from '@cedi/client/fetch'
import { dailyMs } from './schedule.js'

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
  readPayment(ref: string, isPaced?: boolean): Promise<Payment>
  /** The service's orders, the newest first. */
  listOrders(): AsyncIterable<Order>
  /** Whether to send nothing now, because the service said so or does not answer. */
  isQuiet(): boolean
  /** When that is over. */
  quietUntilMs(): number
}

declare const setTimeout: (run: () => void, ms: number) => unknown
export const sleepMs = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms))

/** Whether the service says that there is no such payment. */
export const isMissing = (error: unknown): boolean => isApiError(error) && error.code === 'not_found'

const shortestPauseMs = 2_000
const longestPauseMs = 600_000

/** Makes the asker. It pauses for as long as `Retry-After` says, and longer each time when no answer comes. */
export function createService(client: Client, asking: Asking & { readonly nowMs: () => number }): Service {
  const { timeoutMs = 10_000, perSecond = 10, nowMs, sleep = sleepMs } = asking
  let quietMs = 0
  let backoffMs = shortestPauseMs
  let turn: Promise<unknown> = Promise.resolve()

  /** Waits before a request. Runs at the same time wait one after the other, so that all of them keep the pace. */
  const pace = (): Promise<unknown> => {
    turn = turn.catch(() => {}).then(() => sleep(1000 / perSecond))
    return turn
  }
  /** A request that was under way already makes a pause no shorter. No pause is longer than a day, whatever was said. */
  const pause = (ms: number): void => {
    quietMs = Math.max(quietMs, nowMs() + Math.min(ms, dailyMs))
  }
  const sending = (isPaced: boolean): SendOptions => ({
    retries: 0,
    timeoutMs,
    async fetch(url, init) {
      if (isPaced) await pace()
      const answer = await (asking.fetch ?? fetch)(url, init)
      const retryAfter = answer.headers.get('retry-after')
      if (retryAfter) pause(Number(retryAfter) * 1000 || Date.parse(retryAfter) - nowMs() || 0)
      return answer
    },
  })
  /** Passes the answers on, and pauses when there is none. */
  async function* heard<T>(answers: AsyncIterable<T>): AsyncGenerator<T> {
    try {
      for await (const answer of answers) {
        backoffMs = shortestPauseMs
        yield answer
      }
    } catch (error) {
      if (!isMissing(error)) {
        pause(backoffMs)
        backoffMs = Math.min(backoffMs * 2, longestPauseMs)
      }
      throw error
    }
  }
  return {
    async readPayment(ref, isPaced = true) {
      const answer = await heard(pages(client.payments.read(ref), sending(isPaced))).next()
      return answer.value
    },
    listOrders: () => heard(items(client.orders.list({ limit: '100' }), sending(true))),
    isQuiet: () => nowMs() < quietMs,
    quietUntilMs: () => quietMs,
  }
}
