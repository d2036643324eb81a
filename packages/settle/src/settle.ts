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

/** The options of a settlement. */
export interface SettleOptions<Tx> extends Asking {
  /** The client. Its key needs `payments:read` and `orders:read`. */
  readonly client: Client
  /** Where waiting orders are stored. */
  readonly store: Store<Tx>
  /** What your shop does when a payment has ended. */
  readonly on: Handlers<Tx>
  /**
   * The shop's order that a payment names; by default `metadata.order`. Shops that share a merchant use it to find
   * their own.
   */
  readonly orderOf?: (payment: Payment) => string | undefined
  /** Called with background errors; by default the console. Nothing is lost by them: another check follows. */
  readonly onError?: (error: unknown) => void
}

/** The result of one run. */
export interface Run {
  /** How many orders were checked. */
  readonly looked: number
  /** Whether everything that was due is done: neither the deadline nor a pause stopped the run. */
  readonly isDone: boolean
}

/** Follows payments to their end. */
export interface Settlement {
  /** Waits for an order's money from now on. Call it before the buyer can pay, and again for another checkout. */
  follow(order: ToFollow): Promise<void>
  /**
   * Records a payment that this server got from the service, for example from `payments.create`. It sends no request.
   *
   * @returns The state of its order; `open` when nobody follows it.
   */
  note(payment: Payment): Promise<OrderState>
  /**
   * Checks an order because its buyer is here: on the page the buyer returns to, and on the order's page.
   *
   * @param order - The shop's order.
   * @param ref - The ref from the browser, if there is one. It counts only when the payment is for this order.
   * @returns The order's state. It may be the known one, because few of a buyer's checks ask the service.
   * @throws ApiError when the service was asked and did not answer.
   */
  look(order: string, ref?: string): Promise<OrderState>
  /**
   * Checks what is due, once: for cron, serverless and queues.
   *
   * @param options - `deadlineMs`: how long it may take, in ms. It starts no order after that.
   */
  runOnce(options?: { readonly deadlineMs?: number }): Promise<Run>
  /** Checks what is due, again and again: for a server. */
  start(): void
  /** Stops that, and waits for open requests. */
  stop(): Promise<void>
}

declare const console: { error(...values: readonly unknown[]): void }

/** How many orders are read from the store at a time. */
const batch = 100
/** How often a server checks what is due. */
const tickMs = 5_000

/**
 * Follows a shop's payments until they are final, by asking, because the service reports nothing. What `paid` writes
 * with `tx` takes effect once for each order, whatever crashes and however many workers there are.
 *
 * @param options - The client, the store, and what to do.
 * @returns The settlement. It sends nothing until you call it.
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
      // If others have taken all of them, others are working on them.
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

/** Repeats something until it is stopped. */
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
