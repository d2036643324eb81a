import type { Client, Payment } from '@cedi/client'
import { type Asking, createService, sleepMs } from './ask.js'
import { openBook } from './book.js'
import { createLook } from './buyer.js'
import { followed, type ToFollow } from './entry.js'
import type { Handlers } from './handlers.js'
import { createRound } from './round.js'
import { createSearch } from './search.js'
import type { Store } from './store.js'
import { type OrderState, stateOf } from './waiting.js'

/** What a settlement is made of. */
export interface SettleOptions<Tx> extends Asking {
  /** The client. Its key needs `payments:read` and `orders:read`. */
  readonly client: Client
  /** Where the orders are kept that wait for money. */
  readonly store: Store<Tx>
  /** What the shop does when a payment has ended. */
  readonly on: Handlers<Tx>
  /** The shop's order that a payment names; `metadata.order` when left out. Shops that share a merchant tell theirs apart here. */
  readonly orderOf?: (payment: Payment) => string | undefined
  /** Told of what went wrong in the background; the console when left out. Nothing is lost by it: another look follows. */
  readonly onError?: (error: unknown) => void
}

/** How one run went. */
export interface Run {
  /** How many orders were looked at. */
  readonly looked: number
  /** Whether nothing that is due was left: neither the deadline nor a quiet time came between. */
  readonly isDone: boolean
}

/** Follows payments to their end. */
export interface Settlement {
  /** Waits for the money of an order from now on. Call it before the buyer can pay, and again for another checkout. */
  follow(order: ToFollow): Promise<void>
  /**
   * Takes a payment that the service gave to this server, such as `payments.create` does. Nothing is asked.
   *
   * @returns Where its order stands; `open` when it is followed by nobody.
   */
  note(payment: Payment): Promise<OrderState>
  /**
   * Looks at an order because its buyer is here: on the page the buyer comes back to, and on the order's page.
   *
   * @param order - The shop's order.
   * @param ref - What the browser brings, if it does. It is believed only when the payment is for this order.
   * @returns Where the order stands. It may be what was known before: few looks of a buyer ask the service.
   * @throws ApiError when the service was asked and did not answer.
   */
  look(order: string, ref?: string): Promise<OrderState>
  /**
   * Looks at what is due, once: for cron, serverless and queues.
   *
   * @param options - `deadlineMs`: how long it may take, in ms. No order is begun after it.
   */
  runOnce(options?: { readonly deadlineMs?: number }): Promise<Run>
  /** Looks at what is due, again and again: for a server. */
  start(): void
  /** Ends that. What is being asked is waited for. */
  stop(): Promise<void>
}

declare const console: { error(...values: readonly unknown[]): void }

/** So many orders are read from the store at a time. */
const batch = 100
/** How often a server looks for what is due. */
const tickMs = 5_000

/**
 * Follows the payments of a shop until they are final, by asking: the service tells nobody. What `paid` writes with `tx`
 * takes effect once for each order, whatever crashes and however many workers there are.
 *
 * @param options - The client, the store, and what to do.
 * @returns What follows them. Nothing is asked before you say so.
 * @source Events
 * @decision 0061
 * @example
 * ```ts
 * import { createClient } from '@cedi/client'
 * import { settle } from '@cedi/settle'
 * import { memoryStore } from '@cedi/settle/memory'
 *
 * const settlement = settle({
 *   client: createClient({ baseUrl: 'https://pay.example', apiKey: 'sk_test_all' }),
 *   store: memoryStore(),
 *   on: { paid: ({ order, payment }) => console.log(`Order ${order} is paid by ${payment.ref}.`) },
 * })
 * await settlement.follow({ order: '1042', amount: 45.5 })
 * await settlement.runOnce({ deadlineMs: 10_000 })
 * ```
 */
export function settle<Tx>(options: SettleOptions<Tx>): Settlement {
  const { client, store, on, nowMs = () => Date.now(), orderOf = (payment) => payment.metadata['order'] } = options
  const { onError = (error) => console.error(error) } = options
  const service = createService(client, options)
  const book = openBook({ store, on, nowMs })
  const search = createSearch({ service, book, nowMs, orderOf })
  const going = { service, book, search, nowMs, onError }
  const round = createRound(going)

  async function runOnce({ deadlineMs = Number.POSITIVE_INFINITY } = {}): Promise<Run> {
    const endMs = nowMs() + deadlineMs
    const mayGoOn = (): boolean => nowMs() < endMs && nowMs() >= service.quietUntilMs()
    let looked = 0
    for (let taken = 1; taken > 0 && mayGoOn(); looked += taken) {
      const due = await book.due(batch)
      // Where others have taken all of them, others are at work.
      taken = due.length > 0 ? await round(due, mayGoOn) : 0
    }
    return { looked, isDone: mayGoOn() }
  }
  return {
    async follow(order) {
      while (!(await store.claim(followed(order, await book.read(order.order), nowMs()))));
    },
    async note(payment) {
      const entry = await book.read(orderOf(payment) ?? '')
      return entry ? stateOf(await book.note(entry, payment)) : 'open'
    },
    look: createLook({ ...going, orderOf }),
    runOnce,
    ...repeat(() => runOnce().catch(onError)),
  }
}

/** Does something again and again until it is stopped. */
function repeat(work: () => Promise<unknown>): Pick<Settlement, 'start' | 'stop'> {
  let running: Promise<void> | undefined
  let stop = (): void => {}
  async function loop(stopped: Promise<boolean>): Promise<void> {
    do await work()
    while (!(await Promise.race([stopped, sleepMs(tickMs)])))
  }
  return {
    start() {
      running ??= loop(
        new Promise((resolve) => {
          stop = () => resolve(true)
        }),
      )
    },
    async stop() {
      stop()
      await running
      running = undefined
    },
  }
}
