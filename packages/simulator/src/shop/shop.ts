import { type Client, createClient, isApiError, type Payment } from '@cedi/client'
import { type FetchLike, send } from '@cedi/client/fetch'
import { type Settlement, settle } from '@cedi/settle'
import type { ScheduleLaw } from '../laws/schedule.js'
import type { Truth } from '../laws/truth.js'
import type { Servers } from '../service/servers.js'
import type { Machine } from '../world/machine.js'
import type { VirtualSignal } from '../world/platform.js'
import type { World } from '../world/world.js'
import { type Attempt, answered, type Effect, type ShopDatabase, ShopDatabaseAway, storeOf } from './database.js'

/** What the machines of a shop share. */
export interface ShopSetting {
  readonly name: string
  readonly database: ShopDatabase
  readonly servers: Servers
  readonly truth: Truth
  readonly schedule: ScheduleLaw
}

/** One machine of a shop: the real client and the real settlement, over the simulated network. */
export interface Shop {
  readonly machine: Machine
  readonly client: Client
  readonly settlement: Settlement
  readonly fetch: FetchLike
  /** Follows an order, before anybody can pay it. */
  follow(order: string): Promise<void>
  /** Sends a write, and repeats it where that is safe. The shop knows it by its key, even if this machine dies. */
  attempt(attempt: Attempt): Promise<Attempt>
}

/** A shop may fail only because the service or its own database did not answer. */
export function askReason(world: World, error: unknown): void {
  if (!isApiError(error) && !(error instanceof ShopDatabaseAway))
    world.fail('a shop fails for a reason', String((error as Error)?.stack ?? error))
}

/** How long the shop waits for the service, in ms. */
const timeoutMs = 20_000
/** A checkout ends after this long: an intent's `expires_at`, plus a little for differing clocks. */
const checkoutMs = 2_100_000

/** A machine's transport: the simulated network, with the schedule told of each payment that was read. */
const transportOf =
  (world: World, machine: Machine, { servers, schedule }: ShopSetting): FetchLike =>
  async (url, { method, headers, body, signal }) => {
    const path = url.slice(world.baseUrl.length)
    const key = headers['Idempotency-Key']
    const what = `${method} ${path.replace('/api/v1/', '')}${key ? ` ${key}` : ''}`
    const request = { method, url, headers, ...(body === undefined ? {} : { body }) }
    const answer = await servers.ask({ from: machine, what, request, signal: signal as unknown as VirtualSignal })
    if (answer.status === 200 && method === 'GET' && path.startsWith('/api/v1/payments/')) {
      const { ref, metadata } = (JSON.parse(answer.body) as { data: Payment }).data
      schedule.read(String(metadata['order']), ref, machine.nowMs())
    }
    return {
      status: answer.status,
      headers: { get: (header) => headerOf(answer.headers, header) },
      text: async () => answer.body,
    }
  }

/** Sets a machine of a shop up. */
export function openShop(world: World, machine: Machine, setting: ShopSetting): Shop {
  const { name, database, truth, schedule } = setting
  const client = createClient({ baseUrl: world.baseUrl, apiKey: `sk_test_${name}` })

  const fetch = transportOf(world, machine, setting)
  const note =
    (kind: Effect['kind']) =>
    async ({ order, tx, payment }: { order: string; tx: Effect[]; payment?: Payment }): Promise<void> => {
      await machine.point(`giving ${kind}`, 3)
      tx.push({ kind, order, payment })
    }
  const settlement = settle<Effect[]>({
    client,
    store: storeOf(world, database, machine, truth),
    fetch,
    nowMs: machine.nowMs,
    onError(error) {
      world.detail(machine.name, `could not look: ${(error as Error).message}`)
      askReason(world, error)
    },
    on: {
      paid: note('paid'),
      failed: note('failed'),
      expired: note('expired'),
      review: note('review'),
      unpaid: note('unpaid'),
    },
  })

  async function sendAttempt({ kind, key, body }: Attempt): Promise<{ id: string; told: string; payment?: Payment }> {
    const options = { idempotencyKey: key }
    const how = { fetch, timeoutMs, retries: 3, retryWrites: true }
    if (kind === 'payment') {
      const payment = await send(client.payments.create(body as never, options), how)
      truth.acknowledged('payments', payment.ref, key)
      return { id: payment.ref, told: payment.ref, payment }
    }
    if (kind === 'intent') {
      const intent = await send(client.checkoutIntents.create(body as never, options), how)
      truth.acknowledged('intents', intent.id, key)
      return { id: intent.id, told: intent.client_token }
    }
    const refund = await send(client.refunds.create(body as never, options), how)
    truth.acknowledged('refunds', refund.ref, key)
    return { id: refund.ref, told: refund.ref }
  }

  return {
    machine,
    client,
    settlement,
    fetch,
    async follow(order) {
      const { pesewas = 0n } = database.orders.get(order) ?? {}
      schedule.asked(order, machine.nowMs())
      const expiresAt = new Date(machine.nowMs() + checkoutMs).toISOString()
      await settlement.follow({ order, amount: Number(pesewas) / 100, expiresAt })
    },
    async attempt(attempt) {
      try {
        const { told, payment } = await sendAttempt(attempt)
        // Recorded first: an answered write is not sent again, and a payment without a product is in no list.
        if (payment) await settlement.note(payment)
        await machine.point('its database, attempt', 4)
        answered(database, attempt, told, false)
      } catch (error) {
        if (!isApiError(error)) throw error
        await machine.point('its database, refusal', 4)
        world.detail(machine.name, `gets no ${attempt.kind} for ${attempt.key}: ${error.code}`)
        // An error that no later try will change.
        if (error.status >= 400 && error.status < 429 && error.code !== 'idempotency_in_progress') {
          truth.refused(attempt.kind, attempt.key, error.code)
          answered(database, attempt, error.code, true)
        }
      }
      return attempt
    },
  }
}

const headerOf = (headers: Readonly<Record<string, string>>, wanted: string): string | null => {
  for (const name in headers) if (name.toLowerCase() === wanted) return headers[name] as string
  return null
}
