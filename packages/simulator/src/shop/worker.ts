import { isApiError, type Payment } from '@cedi/client'
import { items, send } from '@cedi/client/fetch'
import { formatBalance } from '../invariants/accounts.js'
import { supervise } from '../world/machine.js'
import type { World } from '../world/world.js'
import { type Effect, storeAttempt } from './database.js'
import { checkErrorReason, createShop, type Shop, type ShopOptions } from './shop.js'

/** Polling interval of a worker while orders are new. */
const busyPollMs = 20_000

/** Age after which a write is not retried, because the service deletes idempotency keys. @decision 0006 */
const keyLifetimeMs = 80_000_000

/** Starts a worker: it retries writes without a response, and settles due orders. */
export function startWorker(world: World, options: ShopOptions, number: number): void {
  const busyUntilMs = world.startMs + world.scale.busyMs
  supervise(world, `worker ${number} of ${options.name}`, (machine) => {
    const shop = createShop(world, machine, options)
    let runs = 0
    const scheduleNext = (): void => {
      if (machine.isStopped()) return
      const name = `${machine.name}/pause ${++runs}`
      const pauseMs = world.time.nowMs() < busyUntilMs ? busyPollMs : world.scale.slowPollMs
      world.time.at(world.time.nowMs() + Math.floor(pauseMs * (0.5 + world.chance(name))), () => void runOnce())
    }
    const runOnce = async (): Promise<void> => {
      try {
        await retryAttempts(world, shop, options)
        await shop.settlement.runOnce({ deadlineMs: 120_000 })
      } catch (error) {
        world.logDetail(machine.name, `ends its run: ${(error as Error).message}`)
        checkErrorReason(world, error)
      }
      scheduleNext()
    }
    scheduleNext()
  })
}

/** Retries stored writes without a response, with the same key. */
async function retryAttempts(world: World, shop: Shop, { database }: ShopOptions): Promise<void> {
  const nowMs = world.time.nowMs()
  for (const attempt of [...database.open]) {
    const ageMs = nowMs - attempt.createdMs
    if (ageMs > 60_000 && ageMs < keyLifetimeMs) await shop.attempt(attempt)
  }
}

/** Starts the staff of a shop: they read the balance, refund orders, and create and simulate products. */
export function startStaff(world: World, options: ShopOptions): void {
  const { time, chance } = world
  const { name, database, auditor } = options
  supervise(world, `staff of ${name}`, (machine) => {
    const shop = createShop(world, machine, options)
    let number = 0
    async function readBalance(): Promise<void> {
      const fromMs = time.nowMs()
      const { available, pending, reserved } = await send(shop.client.balance.read(), {
        fetch: shop.fetch,
        timeoutMs: 20_000,
      })
      const toPesewas = (cedis: number): bigint => BigInt(Math.round(cedis * 100))
      const balance = formatBalance(toPesewas(available), toPesewas(pending), toPesewas(reserved))
      if (!auditor.getBalancesBetween(`test-${name}`, fromMs, time.nowMs()).has(balance))
        world.fail('a balance is correct at some time during the read', `${name} reads ${balance}`)
    }
    /** Refunds a paid order. Sometimes three people refund the same order concurrently. */
    async function refundOrder(): Promise<void> {
      const index = Math.floor(chance(`${name} refunds ${number}`) * database.paid.length)
      const { order, payment } = database.paid[index] ?? {}
      if (!order || !payment) return
      const people = chance(`${name} refunds ${number} together`) < 0.5 ? [1, 2, 3] : [1]
      await Promise.all(people.map(() => refund(order, payment)))
    }
    /** Refunds an order again while a refund of it is pending. */
    async function refundAgain(): Promise<void> {
      const waiting = findPendingRefunds(options)
      const { order, payment } = waiting[Math.floor(chance(`${name} refunds again ${number}`) * waiting.length)] ?? {}
      if (order && payment) await refund(order, payment)
    }
    async function refund(order: string, payment: Payment): Promise<void> {
      const key = `${order}-refund-${world.count(`refund of ${order}`)}`
      if (!world.isAllowed(`refund ${key}`)) return
      // A part, or the whole remaining amount.
      const part = Math.round(payment.amount * (0.3 + chance(`${key} part`) * 0.6) * 100) / 100
      const amount = chance(`${key} whole`) < 0.5 ? {} : { amount: part }
      const body = { payment_ref: payment.ref, reason: key, ...amount }
      const attempt = { key, kind: 'refund', order, body, createdMs: time.nowMs() } as const
      await machine.step('its database, refund', 4)
      storeAttempt(database, attempt)
      world.log(`staff of ${name}`, `requests a refund of order ${order}`)
      await shop.attempt(attempt)
    }

    const tasks = [
      () => reuseKey(world, shop, options, number),
      readBalance,
      refundOrder,
      refundOrder,
      refundOrder,
      refundAgain,
      () => addProduct(world, shop, options),
      () => simulateProduct(world, shop, options),
      () => readList(world, shop, options, number),
    ]
    const runOnce = async (): Promise<void> => {
      number = world.count(`tasks of ${name}`)
      try {
        await tasks[Math.floor(chance(`${name} does ${number}`) * tasks.length)]?.()
      } catch (error) {
        if (!isApiError(error)) throw error
        world.logDetail(machine.name, error.message)
      }
      scheduleNext()
    }
    const scheduleNext = (): void => {
      if (machine.isStopped() || time.nowMs() > world.faultsEndMs) return
      time.at(
        time.nowMs() + Math.floor(600_000 * world.scale.rest * chance(`${name} rests ${number}`)),
        () => void runOnce(),
      )
    }
    scheduleNext()
  })
}

/** Returns the paid orders with a pending refund. */
function findPendingRefunds({ auditor, database }: ShopOptions): readonly Effect[] {
  const refs = new Set([...auditor.pendingRefunds].map((id) => auditor.shadow.refunds.get(id)?.payment_ref))
  return database.paid.filter(({ payment }) => payment && refs.has(payment.ref))
}

/** Creates a product without an idempotency key: the client must not retry it. */
async function addProduct(world: World, shop: Shop, { name, consistency }: ShopOptions): Promise<void> {
  const product = `${name} new ${world.count(`products of ${name}`)} stock 5`
  const request = shop.client.products.create({ name: product, price: 3, stock: 5 })
  const { id } = await send(request, { fetch: shop.fetch, timeoutMs: 20_000, retryWrites: true })
  consistency.recordWrite('products', id, product)
}

/** Sends a completed payment again with its key and another amount, or with another note. */
async function reuseKey(world: World, shop: Shop, { name, database }: ShopOptions, number: number): Promise<void> {
  const completed = [...database.attempts.values()].filter(
    ({ kind, response, isRejected, createdMs }) =>
      kind === 'payment' && response !== undefined && !isRejected && world.time.nowMs() - createdMs < keyLifetimeMs,
  )
  const { key, body } = completed[Math.floor(world.chance(`${name} reuses ${number}`) * completed.length)] ?? {}
  if (!key || !body) return
  const { metadata, amount, quantity } = body as { metadata: object; amount?: number; quantity?: number }
  const otherPrice = amount === undefined ? { quantity: (quantity ?? 1) + 1 } : { amount: amount + 1 }
  const isOtherPrice = world.chance(`${name} reuses ${number} with another amount`) < 0.5
  const change = isOtherPrice ? otherPrice : { metadata: { ...metadata, note: 'changed' } }
  const request = shop.client.payments.create({ ...body, ...change } as never, { idempotencyKey: key })
  const code = await send(request, { fetch: shop.fetch, timeoutMs: 20_000 }).then(
    ({ ref }) => `created ${ref}`,
    (error: unknown) => (isApiError(error) && error.status >= 400 && error.status < 500 ? error.code : undefined),
  )
  if (code !== undefined && code !== 'idempotency_key_reused' && code !== 'rate_limited')
    world.fail('a key with another body is rejected', `${key}: ${code}`)
}

/** Reads all pages of a list. */
async function readList(world: World, shop: Shop, { name, auditor }: ShopOptions, number: number): Promise<void> {
  const limit = String(1 + Math.floor(world.chance(`${name} reads pages ${number}`) * 4))
  const list = world.chance(`${name} reads orders ${number}`) < 0.5 ? 'orders' : 'products'
  const check = auditor.startList(`test-${name}`, list)
  const ids: string[] = []
  const options = { fetch: shop.fetch, timeoutMs: 20_000 }
  if (list === 'orders') for await (const { ref } of items(shop.client.orders.list({ limit }), options)) ids.push(ref)
  else for await (const { id } of items(shop.client.products.list({ limit }), options)) ids.push(id)
  check(ids)
}

/** Simulates a product, which must not be stored. */
async function simulateProduct(world: World, shop: Shop, { name, auditor }: ShopOptions): Promise<void> {
  const product = `${name} simulated ${world.count(`simulations of ${name}`)}`
  await send(shop.client.products.create({ name: product, price: 3 }, { simulate: true }), { fetch: shop.fetch })
  for (const row of auditor.shadow.products.values())
    if (row.name === product) world.fail('a simulated write is not stored', product)
}
