import { isApiError, type Payment } from '@cedi/client'
import { send } from '@cedi/client/fetch'
import type { Auditor } from '../laws/auditor.js'
import { keepRunning } from '../world/machine.js'
import type { World } from '../world/world.js'
import { begin } from './database.js'
import { askReason, openShop, type Shop, type ShopSetting } from './shop.js'

/** How often a shop's worker checks what is due while orders are new, and later. */
const youngPauseMs = 20_000

/** After this long no write is sent again with its key, because the service has forgotten it. @decision 0006 */
const keyLastsMs = 80_000_000

/** Starts a shop's worker: it repeats unanswered writes and settles what is due. */
export function startWorker(world: World, setting: ShopSetting, number: number): void {
  const youngUntilMs = world.startMs + world.scale.youngMs
  keepRunning(world, `worker ${number} of ${setting.name}`, (machine) => {
    const shop = openShop(world, machine, setting)
    let round = 0
    const next = (): void => {
      if (machine.isDead()) return
      const name = `${machine.name}/pause ${++round}`
      const pauseMs = world.time.nowMs() < youngUntilMs ? youngPauseMs : world.scale.lookMs
      world.time.at(world.time.nowMs() + Math.floor(pauseMs * (0.5 + world.chance(name))), () => void turn())
    }
    const turn = async (): Promise<void> => {
      try {
        await sendAgain(world, shop, setting)
        await shop.settlement.runOnce({ deadlineMs: 120_000 })
      } catch (error) {
        world.detail(machine.name, `ends its round: ${(error as Error).message}`)
        askReason(world, error)
      }
      next()
    }
    next()
  })
}

/** Sends stored writes without an answer again, with the same key. */
async function sendAgain(world: World, shop: Shop, { database }: ShopSetting): Promise<void> {
  const nowMs = world.time.nowMs()
  for (const attempt of [...database.open]) {
    const ageMs = nowMs - attempt.madeMs
    if (ageMs > 60_000 && ageMs < keyLastsMs) await shop.attempt(attempt)
  }
}

/** What a shop's staff does: reads the balance, refunds, and simulates a product. */
export function startStaff(world: World, setting: ShopSetting, auditor: Auditor): void {
  const { time, chance } = world
  const { name, database, truth } = setting
  const merchant = `test-${name}`
  keepRunning(world, `staff of ${name}`, (machine) => {
    const shop = openShop(world, machine, setting)
    let number = 0

    async function readBalance(): Promise<void> {
      const fromMs = time.nowMs()
      const { available } = await send(shop.client.balance.read(), { fetch: shop.fetch, timeoutMs: 20_000 })
      const told = BigInt(Math.round(available * 100))
      if (!auditor.availableBetween(merchant, fromMs, time.nowMs()).has(told))
        world.fail('a balance is one that was there', `${name} reads ${told} pesewas`)
    }
    /** Sometimes two of the staff do the same at once. */
    async function giveBack(): Promise<void> {
      const { paid } = database
      const { order, payment } = paid[Math.floor(chance(`${name} refunds ${number}`) * paid.length)] ?? {}
      if (!order || !payment) return
      const people = chance(`${name} refunds ${number} together`) < 0.5 ? 3 : 1
      await Promise.all(Array.from({ length: people }, () => refund(order, payment)))
    }
    async function refund(order: string, payment: Payment): Promise<void> {
      const key = `${order}-refund-${world.count(`refund of ${order}`)}`
      if (!world.has(`refund ${key}`)) return
      // A part, or all that is left.
      const part = Math.round(payment.amount * (0.3 + chance(`${key} part`) * 0.6) * 100) / 100
      const amount = chance(`${key} whole`) < 0.5 ? {} : { amount: part }
      const body = { payment_ref: payment.ref, reason: key, ...amount }
      const attempt = { key, kind: 'refund', order, body, madeMs: time.nowMs() } as const
      await machine.point('its database, refund', 4)
      begin(database, attempt)
      world.story(`staff of ${name}`, `asks for a refund of order ${order}`)
      await shop.attempt(attempt)
    }
    /** Without a key: the client must not repeat it by itself. */
    async function addProduct(): Promise<void> {
      const product = `${name} new ${world.count(`products of ${name}`)} stock 5`
      const request = shop.client.products.create({ name: product, price: 3, stock: 5 })
      const { id } = await send(request, { fetch: shop.fetch, timeoutMs: 20_000, retryWrites: true })
      truth.acknowledged('products', id, product)
    }
    async function tryProduct(): Promise<void> {
      const product = `${name} simulated ${world.count(`simulations of ${name}`)}`
      await send(shop.client.products.create({ name: product, price: 3 }, { simulate: true }), { fetch: shop.fetch })
      for (const row of auditor.shadow.products.values())
        if (row.name === product) world.fail('what is simulated is not written', product)
    }

    const deeds = [readBalance, giveBack, giveBack, giveBack, addProduct, tryProduct]
    const turn = async (): Promise<void> => {
      number = world.count(`deeds of ${name}`)
      try {
        await (deeds[Math.floor(chance(`${name} does ${number}`) * deeds.length)] as () => Promise<void>)()
      } catch (error) {
        if (!isApiError(error)) throw error
        world.detail(machine.name, error.message)
      }
      next()
    }
    const next = (): void => {
      if (machine.isDead() || time.nowMs() > world.calmFromMs) return
      time.at(
        time.nowMs() + Math.floor(600_000 * world.scale.rest * chance(`${name} rests ${number}`)),
        () => void turn(),
      )
    }
    next()
  })
}
