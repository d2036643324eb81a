import { type Client, createClient, isApiError, type Payment } from '@cedi/client'
import { type FetchLike, send } from '@cedi/client/fetch'
import { type Settlement, settle } from '@cedi/client/settle'
import type { Auditor } from '../invariants/auditor.js'
import type { Servers } from '../service/servers.js'
import type { Machine } from '../world/machine.js'
import type { VirtualSignal } from '../world/platform.js'
import type { World } from '../world/world.js'
import {
  type Attempt,
  createStore,
  type Effect,
  type ShopChecks,
  type ShopDatabase,
  ShopDatabaseUnavailable,
  storeResult,
} from './database.js'

/** Options that the machines of a shop share. */
export interface ShopOptions extends ShopChecks {
  readonly name: string
  readonly database: ShopDatabase
  readonly servers: Servers
  readonly auditor: Auditor
}

/** One machine of a shop: the real client and the real settlement over the simulated network. */
export interface Shop {
  readonly machine: Machine
  readonly client: Client
  readonly settlement: Settlement
  readonly fetch: FetchLike
  /** Tracks an order before the buyer can pay. */
  track(order: string): Promise<void>
  /** Sends a write, and retries it if that is safe. The write is stored with its key, so it survives a crash. */
  attempt(attempt: Attempt): Promise<Attempt>
}

/** Checks that an error of a shop has an allowed cause: the service or its own database did not respond. */
export function checkErrorReason(world: World, error: unknown): void {
  if (!isApiError(error) && !(error instanceof ShopDatabaseUnavailable))
    world.fail('a shop fails only with an allowed error', String((error as Error)?.stack ?? error))
}

/** Timeout of the shop's requests, in ms. */
const timeoutMs = 20_000
/** Maximum number of retries of a write. */
const maxRetries = 3
/** Duration of a checkout: an intent's `expires_at`, plus a margin for clock skew. */
const checkoutMs = 2_100_000

/** Creates the transport of a machine: the simulated network. It reports each read of a payment to the schedule check. */
const createTransport =
  (world: World, machine: Machine, { name, servers, schedule, auditor }: ShopOptions): FetchLike =>
  async (url, { method, headers, body, signal }) => {
    const path = url.slice(world.baseUrl.length)
    const key = headers['Idempotency-Key']
    const label = `${method} ${path.replace('/api/v1/', '')}${key ? ` ${key}` : ''}`
    const request = { method, url, headers, ...(body === undefined ? {} : { body }) }
    const checkRead = method === 'GET' ? auditor.startRead(`test-${name}`, path) : undefined
    const response = await servers.send({ from: machine, label, request, signal: signal as unknown as VirtualSignal })
    if (response.status === 200) checkRead?.(JSON.parse(response.body).data)
    if (response.status === 200 && method === 'GET' && path.startsWith('/api/v1/payments/')) {
      const { ref, metadata } = (JSON.parse(response.body) as { data: Payment }).data
      schedule.read(String(metadata['order']), ref, machine.nowMs(), machine.name.startsWith('worker'))
    }
    return {
      status: response.status,
      headers: { get: (header) => getHeader(response.headers, header) },
      text: async () => response.body,
    }
  }

/** Wraps the transport of one call: checks the number and the times of its requests. */
function checkRetries(world: World, fetch: FetchLike, key: string): FetchLike {
  const { time } = world
  const startMs = time.nowMs()
  let [requests, earliestMs] = [0, startMs]
  return async (url, init) => {
    if (++requests > 1 + maxRetries) world.fail('a call has a limited number of requests', `${key}: ${requests}`)
    // After the deadline, the client ends its delay, and the transport rejects the attempt.
    const isAborted = (init.signal as VirtualSignal).aborted
    if (time.nowMs() < earliestMs && !isAborted)
      world.fail('a retry waits as Retry-After says', `${key}: ${earliestMs - time.nowMs()} ms`)
    const response = await fetch(url, init)
    earliestMs = time.nowMs() + Number(response.headers.get('retry-after') ?? 0) * 1000
    return response
  }
}

/** Creates a machine of a shop. */
export function createShop(world: World, machine: Machine, options: ShopOptions): Shop {
  const { name, database, consistency, schedule } = options
  const client = createClient({ baseUrl: world.baseUrl, apiKey: `sk_test_${name}` })

  const fetch = createTransport(world, machine, options)
  const handler =
    (kind: Effect['kind']) =>
    async ({ order, tx, payment }: { order: string; tx: Effect[]; payment?: Payment }): Promise<void> => {
      await machine.step(`handler ${kind}`, 3)
      tx.push({ kind, order, payment })
    }
  const settlement = settle<Effect[]>({
    client,
    store: createStore(world, database, machine, options),
    fetch,
    nowMs: machine.nowMs,
    onError(error) {
      world.logDetail(machine.name, `failed to check: ${(error as Error).message}`)
      checkErrorReason(world, error)
    },
    on: {
      paid: handler('paid'),
      failed: handler('failed'),
      expired: handler('expired'),
      review: handler('review'),
      unpaid: handler('unpaid'),
    },
  })

  async function sendAttempt({ kind, key, order, body }: Attempt): Promise<string> {
    const requestOptions = { idempotencyKey: key }
    const sendOptions = { fetch: checkRetries(world, fetch, key), timeoutMs, retries: maxRetries, retryWrites: true }
    if (kind === 'payment') {
      const payment = await send(client.payments.create(body as never, requestOptions), sendOptions)
      consistency.recordWrite('payments', payment.ref, key)
      // Recorded first: a completed write is not sent again, and a payment without a product is in no list.
      if ((await settlement.record(payment)) === 'open')
        world.fail('a recorded payment is stored', `${payment.ref} of order ${order}`)
      return payment.ref
    }
    if (kind === 'intent') {
      const intent = await send(client.checkoutIntents.create(body as never, requestOptions), sendOptions)
      consistency.recordWrite('intents', intent.id, key)
      return intent.client_token
    }
    const refund = await send(client.refunds.create(body as never, requestOptions), sendOptions)
    consistency.recordWrite('refunds', refund.ref, key)
    return refund.ref
  }

  return {
    machine,
    client,
    settlement,
    fetch,
    async track(order) {
      const amount = Number(database.orders.get(order)?.pesewas ?? 0n) / 100
      schedule.recordTracking(order, machine.nowMs())
      await settlement.track({ order, amount, expiresAt: new Date(machine.nowMs() + checkoutMs).toISOString() })
      schedule.recordCheckout(order, checkoutMs)
    },
    async attempt(attempt) {
      try {
        const result = await sendAttempt(attempt)
        await machine.step('its database, attempt', 4)
        storeResult(database, attempt, result, false)
      } catch (error) {
        if (!isApiError(error)) throw error
        await machine.step('its database, error', 4)
        world.logDetail(machine.name, `gets no ${attempt.kind} for ${attempt.key}: ${error.code}`)
        // An error that a retry does not change.
        if (error.status >= 400 && error.status < 429 && error.code !== 'idempotency_in_progress') {
          consistency.recordRejection(attempt.kind, attempt.key, error.code)
          storeResult(database, attempt, error.code, true)
        }
      }
      return attempt
    },
  }
}

const getHeader = (headers: Readonly<Record<string, string>>, header: string): string | null => {
  for (const name in headers) if (name.toLowerCase() === header) return headers[name] as string
  return null
}
