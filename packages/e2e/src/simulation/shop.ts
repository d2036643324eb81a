import { type Client, createClient, isApiError } from '@cedi/client'
import { type FetchLike, send } from '@cedi/client/fetch'
import { type OrderState, type Settlement, type Store, settle } from '@cedi/client/settle'
import type { Invariants } from './invariants.js'
import { type Machine, supervise } from './machine.js'
import type { VirtualSignal } from './platform.js'
import type { Service } from './service.js'
import { type Attempt, type Effect, type ShopDatabase, ShopDatabaseUnavailable } from './shop-database.js'
import type { World } from './world.js'

/** State that the machines of the shop share. */
export interface ShopOptions {
  readonly database: ShopDatabase
  readonly service: Service
  readonly invariants: Invariants
}

/** One machine of the shop: the real client and the real settlement over the simulated network. */
export interface Shop {
  readonly machine: Machine
  readonly client: Client
  readonly settlement: Settlement
  readonly fetch: FetchLike
  /** Sends a write that is stored with its key, so it survives a crash. */
  attempt(attempt: Attempt): Promise<Attempt>
}

/** Requests of a buyer's browser to the shop. */
export interface WebServer {
  /** Pays with a phone number in the shop's own form. A repeated click continues the stored attempt. */
  pay(order: string, click: string, phone: string): Promise<void>
  /** Returns the client token of a checkout intent; undefined without one. */
  createIntent(order: string, click: string): Promise<string | undefined>
  checkOrder(order: string, ref: string | undefined): Promise<OrderState>
}

const timeoutMs = 20_000
/** Duration of a checkout, with a margin for the clock skew. */
const checkoutMs = 2_100_000
/** Age after which a write is not retried, because the service deletes idempotency keys after 24 hours. */
const keyLifetimeMs = 80_000_000

/** Error codes that the writes of the shop may receive. */
const allowedCodes: Readonly<Record<string, readonly string[]>> = {
  payment: ['out_of_stock'],
  intent: ['out_of_stock'],
  refund: ['refund_exceeds_payment', 'insufficient_balance'],
}

/** Creates the transport of a machine. */
export const createTransport =
  (world: World, machine: Machine, service: Service): FetchLike =>
  async (url, { method, headers, body, signal }) => {
    const label = `${method} ${url.slice(world.baseUrl.length)} ${headers['Idempotency-Key'] ?? ''}`.trimEnd()
    const request = { method, url, headers, ...(body === undefined ? {} : { body }) }
    const response = await service.send({ from: machine, label, request, signal: signal as unknown as VirtualSignal })
    const names = new Map(Object.entries(response.headers).map(([name, value]) => [name.toLowerCase(), value]))
    return {
      status: response.status,
      headers: { get: (name) => names.get(name.toLowerCase()) ?? null },
      text: async () => response.body,
    }
  }

/** Checks that an error of the shop has an allowed cause: the service or its own database did not respond. */
function checkError(world: World, error: unknown): void {
  if (!isApiError(error) && !(error instanceof ShopDatabaseUnavailable))
    world.fail('only allowed errors occur', String((error as Error)?.stack ?? error))
}

/** Creates the settlement store of a machine. It commits an order and its effects atomically. */
function createStore(
  world: World,
  { tracked, effects, orders }: ShopDatabase,
  machine: Machine,
  invariants: Invariants,
): Store<Effect[]> {
  return {
    async find(query) {
      await machine.step('find', 40)
      if ('order' in query) return [tracked.get(query.order)].flatMap((order) => order ?? [])
      const due = [...tracked.values()].filter(({ dueMs }) => dueMs !== null && dueMs <= query.dueMs)
      return due.sort((one, other) => Number(one.dueMs) - Number(other.dueMs)).slice(0, query.limit)
    },
    async save(order, effect) {
      await machine.step('save', 40)
      const staged: Effect[] = []
      await effect?.(staged)
      await machine.step('commit', 40)
      const isWritten = (tracked.get(order.order)?.version ?? 0) === order.version - 1
      if (isWritten) {
        tracked.set(order.order, order)
        effects.push(...staged)
        for (const { kind, payment } of staged) {
          world.log(machine.name, `records that ${order.order} is ${kind}${payment ? ` (${payment.ref})` : ''}`)
          const pesewas = orders.get(order.order)?.pesewas ?? 0n
          if (kind === 'paid' && payment) invariants.recordDelivery(order.order, pesewas, payment)
          if (kind === 'review' && payment && BigInt(Math.round(payment.amount * 100)) !== pesewas)
            world.rareInputs.add('payment of another amount')
        }
      }
      if (world.inject('commit not acknowledged', machine.name)) throw new ShopDatabaseUnavailable()
      return isWritten
    },
  }
}

export function createShop(world: World, machine: Machine, { database, service, invariants }: ShopOptions): Shop {
  const client = createClient({ baseUrl: world.baseUrl, apiKey: 'sk_test_ama' })
  const fetch = createTransport(world, machine, service)
  const handler =
    (kind: Effect['kind']) =>
    async ({ order, tx, payment }: { order: string; tx: Effect[]; payment?: Effect['payment'] }): Promise<void> => {
      await machine.step(`handler ${kind}`, 3)
      tx.push({ kind, order, payment })
    }
  const settlement = settle<Effect[]>({
    client,
    store: createStore(world, database, machine, invariants),
    fetch,
    nowMs: machine.nowMs,
    onError: (error) => checkError(world, error),
    on: {
      paid: handler('paid'),
      failed: handler('failed'),
      expired: handler('expired'),
      review: handler('review'),
      unpaid: handler('unpaid'),
    },
  })

  async function sendAttempt({ kind, key, body }: Attempt): Promise<string> {
    const keyOption = { idempotencyKey: key }
    const options = { fetch, timeoutMs, retries: 3, retryWrites: true }
    if (kind === 'payment') {
      const payment = await send(client.payments.create(body as never, keyOption), options)
      invariants.recordWrite(key, payment.ref)
      await settlement.record(payment)
      return payment.ref
    }
    if (kind === 'intent') {
      const { id, client_token: token } = await send(client.checkoutIntents.create(body as never, keyOption), options)
      invariants.recordWrite(key, id)
      return token
    }
    const { ref } = await send(client.refunds.create(body as never, keyOption), options)
    invariants.recordWrite(key, ref)
    return ref
  }

  return {
    machine,
    client,
    settlement,
    fetch,
    async attempt(attempt) {
      try {
        const result = await sendAttempt(attempt)
        await machine.step('store result', 4)
        Object.assign(attempt, { result })
      } catch (error) {
        if (!isApiError(error)) throw error
        await machine.step('store error', 4)
        // An error that a retry does not change.
        if (error.status >= 400 && error.status < 429 && error.code !== 'idempotency_in_progress') {
          if (!allowedCodes[attempt.kind]?.includes(error.code))
            world.fail('only allowed errors occur', `${attempt.kind} ${attempt.key}: ${error.code}`)
          Object.assign(attempt, { result: error.code, isRejected: true })
        }
      }
      return attempt
    },
  }
}

/** Starts the web server of the shop. */
export const startWebServer = (world: World, options: ShopOptions): (() => WebServer | undefined) =>
  supervise(world, 'web server', (machine) => {
    const { attempts, orders } = options.database
    const shop = createShop(world, machine, options)
    /** Tracks the order, stores the write before it is sent, and continues the stored one after a repeated click. */
    async function attemptOnce(kind: Attempt['kind'], order: string, key: string, data: object): Promise<Attempt> {
      const { pesewas = 0n, product } = orders.get(order) ?? {}
      const expiresAt = new Date(machine.nowMs() + checkoutMs).toISOString()
      await shop.settlement.track({ order, amount: Number(pesewas) / 100, expiresAt })
      await machine.step('store click', 4)
      // A faulty form sends another amount: settle must ask for a review.
      const isWrong = kind === 'payment' && !product && !attempts.has(key) && world.act(`${key}, another amount`, 0.15)
      const amount = Number(isWrong ? pesewas + 100n : pesewas) / 100
      const body = { ...data, ...(product ? { product_id: product } : { amount }), metadata: { order, click: key } }
      const attempt = attempts.get(key) ?? { kind, order, key, body, createdMs: world.time.nowMs() }
      attempts.set(key, attempt)
      return shop.attempt(attempt)
    }
    const guard = async <Result>(call: Promise<Result>): Promise<Result> =>
      call.catch((error) => {
        checkError(world, error)
        throw error
      })
    return {
      pay: (order, click, phone) =>
        guard(attemptOnce('payment', order, click, { method: 'mobile_money', phone }).then(() => {})),
      createIntent: (order, click) =>
        guard(
          attemptOnce('intent', order, click, { allowed_origins: ['https://shop.example'] }).then(
            ({ result, isRejected }) => (isRejected ? undefined : result),
          ),
        ),
      checkOrder: (order, ref) => guard(shop.settlement.check(order, ref)),
    }
  })

/** Repeats a task of a machine with random pauses. An error ends the task, not the machine. */
function repeat(
  world: World,
  machine: Machine,
  getPauseMs: () => number | undefined,
  task: () => Promise<unknown>,
): void {
  const pauseMs = getPauseMs()
  if (machine.isStopped() || pauseMs === undefined) return
  const share = 0.5 + world.random(`${machine.name} pause ${world.count(`${machine.name} pauses`)}`)
  world.time.at(world.time.nowMs() + Math.floor(pauseMs * share), async () => {
    await task().catch((error) => checkError(world, error))
    repeat(world, machine, getPauseMs, task)
  })
}

/** Starts the worker, which retries writes without a response and settles due orders. */
export function startWorker(world: World, options: ShopOptions): void {
  supervise(world, 'worker', (machine) => {
    const shop = createShop(world, machine, options)
    const isBusy = (): boolean => world.time.nowMs() < world.faultsEndMs + 3_600_000
    repeat(
      world,
      machine,
      () => (isBusy() ? 20_000 : 900_000),
      async () => {
        const nowMs = world.time.nowMs()
        for (const attempt of [...options.database.attempts.values()]) {
          const ageMs = nowMs - attempt.createdMs
          if (attempt.result === undefined && ageMs > 60_000 && ageMs < keyLifetimeMs) await shop.attempt(attempt)
        }
        await shop.settlement.runOnce({ deadlineMs: 120_000 })
      },
    )
  })
}

/** Starts the staff of the shop, who refund orders, also while a refund is pending, and reuse idempotency keys. */
export function startStaff(world: World, options: ShopOptions): void {
  const { database, invariants } = options
  const { time, random } = world
  supervise(world, 'staff', (machine) => {
    const shop = createShop(world, machine, options)
    const pick = <Item>(items: readonly Item[], name: string): Item | undefined =>
      items[Math.floor(random(`${name} ${world.count(name)}`) * items.length)]

    async function refund({ order, payment }: Effect): Promise<void> {
      const ref = payment?.ref ?? ''
      const key = `${order}-refund-${world.count(`refunds of ${order}`)}`
      if (!world.act(key)) return
      // A part, or the whole remaining amount.
      const part = Math.round((payment?.amount ?? 0) * (0.2 + random(key) * 0.5) * 100) / 100
      const body = { payment_ref: ref, reason: key, ...(random(`${key} whole`) < 0.3 ? {} : { amount: part }) }
      const attempt: Attempt = { key, kind: 'refund', order, body, createdMs: time.nowMs() }
      database.attempts.set(key, attempt)
      const isSecond = [...invariants.refunds.values()].some(
        (row) => row.payment_ref === ref && row.status === 'pending',
      )
      const { result } = await shop.attempt(attempt)
      if (isSecond && result !== undefined) world.rareInputs.add('refund while one is pending')
    }

    /** Sends a completed payment again with its key and another amount. */
    async function reuseKey(): Promise<void> {
      const payments = [...database.attempts.values()].filter(
        ({ kind, result, isRejected }) => kind === 'payment' && result !== undefined && !isRejected,
      )
      const { key, body } = pick(payments, 'reused key') ?? {}
      if (!key || !body || !world.act(`${key}, reuse ${world.count(`reuse of ${key}`)}`)) return
      const changed = 'amount' in body ? { amount: Number(body['amount']) + 1 } : { quantity: 2 }
      const request = shop.client.payments.create({ ...body, ...changed } as never, { idempotencyKey: key })
      const outcome = await send(request, { fetch: shop.fetch, timeoutMs }).then(
        ({ ref }) => `created ${ref}`,
        (error: unknown) => (isApiError(error) && error.status >= 400 && error.status < 500 ? error.code : undefined),
      )
      if (outcome === 'idempotency_key_reused') world.rareInputs.add('key reused with another amount')
      else if (outcome !== undefined) world.fail('a key has one effect', `${key}: ${outcome}`)
    }

    repeat(
      world,
      machine,
      () => (time.nowMs() < world.faultsEndMs ? 400_000 : undefined),
      async () => {
        if (random(`task ${world.count('tasks')}`) < 0.3) return reuseKey()
        const paid = pick(
          database.effects.filter(({ kind }) => kind === 'paid'),
          'refund',
        )
        if (!paid) return
        // Sometimes three people refund the same order concurrently.
        const people = random(`people ${world.count('people')}`) < 0.4 ? 3 : 1
        await Promise.all(Array.from({ length: people }, () => refund(paid)))
      },
    )
  })
}
