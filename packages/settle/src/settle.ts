import type { Client, Payment } from '@cedi/client'
import { type Asking, createService } from './ask.js'
import { note, read, type Shop, write } from './book.js'
import { look, round } from './check.js'
import { asked, type ToFollow } from './entry.js'
import type { Handlers } from './handlers.js'
import type { Store } from './store.js'
import { type OrderState, stateOf, type Waiting } from './waiting.js'

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
  /**
   * Waits for an order's money from now on. Call it before the buyer can pay, and again for another checkout.
   *
   * @throws TypeError when the order, the amount or the time is of the wrong form. Then nothing is stored.
   */
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
  /** Stops that, and waits for the order that is being checked. */
  stop(): Promise<void>
}

declare const console: { error(...values: readonly unknown[]): void }
declare const setInterval: (run: () => void, ms: number) => unknown
declare const clearInterval: (timer: unknown) => void

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
  const service = createService(client, { ...options, nowMs })
  const shop: Shop = { ...service, store, on, nowMs, orderOf, onError, seen: new Set() }

  async function run(isTime: () => boolean): Promise<Run> {
    const mayGoOn = (): boolean => isTime() && !shop.isQuiet()
    let looked = 0
    let taken: number
    do {
      taken = await round(shop, await store.waiting({ dueMs: nowMs(), limit: batch }), mayGoOn)
      looked += taken
      // If others have taken all that is due, others are working on it.
    } while (taken > 0)
    return { looked, isDone: mayGoOn() }
  }
  return {
    async follow(toFollow) {
      let entry: Waiting
      do entry = await read(shop, toFollow.order)
      while (!(await write(shop, entry, asked(entry, toFollow, nowMs()))))
    },
    async note(payment) {
      await note(shop, payment)
      return stateOf(await read(shop, orderOf(payment)))
    },
    async look(order, ref = '') {
      await look(shop, await read(shop, order), ref)
      return stateOf(await read(shop, order))
    },
    runOnce({ deadlineMs = Number.POSITIVE_INFINITY } = {}) {
      const endMs = nowMs() + deadlineMs
      return run(() => nowMs() < endMs)
    },
    ...repeat((isStarted) => run(isStarted).catch(onError)),
  }
}

/** Repeats something until it is stopped. */
function repeat(work: (isStarted: () => boolean) => Promise<unknown>): Pick<Settlement, 'start' | 'stop'> {
  let timer: unknown
  let running: Promise<unknown> | undefined
  const tick = (): void => {
    running ??= work(() => timer !== undefined).finally(() => {
      running = undefined
    })
  }
  return {
    start() {
      if (timer) return
      timer = setInterval(tick, tickMs)
      tick()
    },
    async stop() {
      clearInterval(timer)
      timer = undefined
      await running
    },
  }
}
