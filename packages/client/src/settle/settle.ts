import type { Client, Payment } from '@cedi/client'
import type { SignalLike } from '@cedi/client/fetch'
import { describeValue } from '@cedi/contract/options'
import { checkDueOrders, checkForBuyer } from './check-orders.js'
import type { Handlers } from './handlers.js'
import { checkRunOptions, checkSettleOptions, checkStartOptions } from './options.js'
import { isOrderId, parseOrderId } from './order-id.js'
import { createPollingClient, type PollingOptions } from './polling-client.js'
import { checkPayment, findOrder, readOrder, recordPayment, type SettlementContext, updateOrder } from './record.js'
import { type Store, withResultChecks } from './store.js'
import { checkTrackInput, startTracking, type TrackInput } from './track.js'
import { type OrderState, type TrackedOrder, toOrderState } from './tracked-order.js'

/** Options of {@link settle}. */
export interface SettleOptions<Tx> extends PollingOptions {
  /** The client. Its key needs `payments:read` and `orders:read`. */
  readonly client: Client
  /** Storage of the tracked orders. */
  readonly store: Store<Tx>
  /** Handlers of the shop. */
  readonly on: Handlers<Tx>
  /**
   * Returns the shop's order that a payment belongs to. Defaults to `metadata.order`. Shops that share a merchant use it
   * to select their own payments.
   */
  readonly getOrder?: ((payment: Payment) => string | undefined) | undefined
  /** Handles errors of background checks. A failed check is repeated. Defaults to `console.error`. */
  readonly onError?: ((error: unknown) => void) | undefined
}

/** Options of `settlement.runOnce`. */
export interface RunOptions {
  /** Time in ms after which no further order is checked. */
  readonly deadlineMs?: number | undefined
  /** Signal after which no further order is checked. */
  readonly signal?: SignalLike | undefined
}

/** Options of `settlement.start`. */
export interface StartOptions {
  /** Signal that stops the loop, as `stop` does. */
  readonly signal?: SignalLike | undefined
}

/** Result of one run. */
export interface RunResult {
  /** Number of checked orders. */
  readonly checked: number
  /** Whether all due orders are checked: neither the deadline nor a pause stopped the run. */
  readonly isDone: boolean
}

/** Tracks orders until their payments are final. */
export interface Settlement {
  /**
   * Tracks an order. Call it before the buyer can pay, and again for each new checkout of the order.
   *
   * @throws TypeError if the order, the amount or the time is invalid. Then nothing is stored.
   */
  track(order: TrackInput): Promise<void>
  /**
   * Records a payment that this server received from the service, for example from `payments.create`. Sends no request.
   *
   * @returns The state of its order; `open` if the order is not tracked.
   * @throws TypeError if the value is not a payment, if the payment is simulated, or if `getOrder` returns another type
   *   than a string.
   */
  record(payment: Payment): Promise<OrderState>
  /**
   * Checks an order while its buyer waits: on the return page and on the order's page.
   *
   * @param order - The shop's order. A string that cannot be an order id is `open`.
   * @param ref - The ref from the browser, if there is one. It counts only if the payment belongs to this order.
   * @returns The order's state. It may be the stored one, because few of a buyer's checks send a request.
   * @throws ApiError if a request fails. TypeError if the order or the ref is not a string.
   */
  check(order: string, ref?: string | null): Promise<OrderState>
  /**
   * Checks all due orders once, for cron jobs, serverless functions and queues.
   *
   * @param options - Deadline and signal of the run.
   */
  runOnce(options?: RunOptions): Promise<RunResult>
  /**
   * Starts checking due orders every five seconds, in a server.
   *
   * @param options - Signal that stops the loop.
   */
  start(options?: StartOptions): void
  /** Stops the loop, and waits for the current check. */
  stop(): Promise<void>
}

declare const console: { error(...values: readonly unknown[]): void }
declare const setInterval: (run: () => void, ms: number) => unknown
declare const clearInterval: (timer: unknown) => void

/** Number of orders that are read from the store at a time. */
const batchSize = 100
const intervalMs = 5_000

/**
 * Creates a settlement, which polls a shop's payments until they are final, because the service sends no webhooks.
 * Writes that `paid` makes with `tx` take effect once for each order, with any number of workers and after any crash.
 *
 * @param options - The client, the store and the handlers.
 * @returns The settlement. It sends no request until it is called.
 * @throws TypeError if an option or a handler is missing, unknown or of the wrong type.
 * @source Events
 * @decision 0061
 * @example
 * ```ts
 * import { createClient } from '@cedi/client'
 * import { settle } from '@cedi/client/settle'
 * import { memoryStore } from '@cedi/client/settle/memory'
 *
 * const settlement = settle({
 *   client: createClient({ baseUrl: 'https://pay.example', apiKey: 'sk_test_all' }),
 *   store: memoryStore(),
 *   on: { paid: ({ order, payment }) => console.log(`Order ${order} is paid by ${payment.ref}.`) },
 * })
 * await settlement.track({ order: '1042', amount: 45.5 })
 * await settlement.runOnce({ deadlineMs: 10_000 })
 * ```
 */
export function settle<Tx>(options: SettleOptions<Tx>): Settlement {
  checkSettleOptions(options)
  const { client, on, nowMs = () => Date.now(), getOrder = getMetadataOrder } = options
  const { onError = (error) => console.error(error) } = options
  const store = withResultChecks(options.store)
  const polling = createPollingClient(client, { ...options, nowMs })
  const context: SettlementContext = { ...polling, store, on, nowMs, getOrder, onError, recordedRefs: new Set() }

  async function run(isInTime: () => boolean): Promise<RunResult> {
    const canContinue = (): boolean => isInTime() && !context.isPaused()
    let checked = 0
    let claimed: number
    do {
      claimed = await checkDueOrders(context, await store.find({ dueMs: nowMs(), limit: batchSize }), canContinue)
      checked += claimed
      // If other workers have claimed the whole batch, they check the due orders.
    } while (claimed > 0)
    return { checked, isDone: canContinue() }
  }
  return {
    async track(input) {
      checkTrackInput(input)
      let tracked: TrackedOrder
      do tracked = await readOrder(context, input.order)
      while (!(await updateOrder(context, tracked, startTracking(tracked, input, nowMs()))))
    },
    async record(payment) {
      checkPayment(payment)
      const order = findOrder(context, payment)
      await recordPayment(context, payment, order)
      return toOrderState(await readOrder(context, order))
    },
    async check(order, ref) {
      // A visitor may change the id in the URL of the order's page.
      if (typeof order === 'string' && !isOrderId(order)) return 'open'
      const id = parseOrderId(order)
      if (typeof (ref ?? '') !== 'string') throw new TypeError(`ref must be a string. Got ${describeValue(ref)}.`)
      await checkForBuyer(context, await readOrder(context, id), ref ?? '')
      return toOrderState(await readOrder(context, id))
    },
    async runOnce(options = {}) {
      checkRunOptions(options)
      const { deadlineMs = Number.POSITIVE_INFINITY, signal } = options
      const endMs = nowMs() + deadlineMs
      return run(() => nowMs() < endMs && !signal?.aborted)
    },
    ...createLoop((isStarted) => run(isStarted).catch(onError)),
  }
}

/** Returns `metadata.order`, the default order of a payment. */
const getMetadataOrder = ({ metadata }: Payment): string | undefined =>
  Object.hasOwn(metadata, 'order') ? metadata['order'] : undefined

/** Creates a loop that starts a run every `intervalMs` unless the previous run is still in progress. */
function createLoop(run: (isStarted: () => boolean) => Promise<unknown>): Pick<Settlement, 'start' | 'stop'> {
  let timer: unknown
  let running: Promise<unknown> | undefined
  const tick = (): void => {
    running ??= run(() => timer !== undefined).finally(() => {
      running = undefined
    })
  }
  const signals = new Set<SignalLike>()
  const stop = async (): Promise<void> => {
    for (const signal of signals) signal.removeEventListener('abort', stop)
    signals.clear()
    clearInterval(timer)
    timer = undefined
    await running
  }
  return {
    start(options = {}) {
      checkStartOptions(options)
      const { signal } = options
      if (signal?.aborted) return
      if (signal) signals.add(signal)
      signal?.addEventListener('abort', stop)
      if (timer) return
      timer = setInterval(tick, intervalMs)
      tick()
    },
    stop,
  }
}
