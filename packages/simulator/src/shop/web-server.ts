import type { OrderState } from '@cedi/client/settle'
import { type SupervisedProgram, supervise } from '../world/machine.js'
import type { World } from '../world/world.js'
import { type Attempt, storeAttempt } from './database.js'
import { checkErrorReason, createShop, type Shop, type ShopOptions } from './shop.js'

/** Requests of a buyer's browser to a shop. */
export interface WebServer {
  /** Pays with a phone number from the shop's own form. A repeated click continues the stored attempt. */
  pay(order: string, click: string, phone: string): Promise<OrderState>
  /** Returns the client token of a checkout intent; an empty string without one. */
  intent(order: string, click: string): Promise<string>
  /** Checks an order and returns its state for the order page. */
  checkOrder(order: string, ref?: string): Promise<OrderState>
}

/** Starts the web server of a shop. */
export const startWebServer = (world: World, options: ShopOptions): SupervisedProgram<WebServer> =>
  supervise(world, `web of ${options.name}`, (machine) => {
    const server = createWebServer(world, createShop(world, machine, options), options)
    const rethrow = (error: unknown): never => {
      checkErrorReason(world, error)
      throw error
    }
    return {
      pay: (...args) => server.pay(...args).catch(rethrow),
      intent: (...args) => server.intent(...args).catch(rethrow),
      checkOrder: (...args) => server.checkOrder(...args).catch(rethrow),
    }
  })

function createWebServer(world: World, shop: Shop, { database, searches }: ShopOptions): WebServer {
  const { machine, settlement } = shop
  const { orders, attempts } = database

  /** Stores a write before it is sent. Returns the stored one for a repeated click. */
  async function storeOnce(key: string, build: () => Omit<Attempt, 'key' | 'createdMs'>): Promise<Attempt> {
    await machine.step('its database, click', 4)
    const stored = attempts.get(key)
    if (stored) return stored
    const attempt: Attempt = { ...build(), key, createdMs: world.time.nowMs() }
    storeAttempt(database, attempt)
    return attempt
  }

  return {
    async pay(order, click, phone) {
      await shop.track(order)
      const attempt = await storeOnce(click, () => ({
        kind: 'payment',
        order,
        body: buildPayment(order, click, phone),
      }))
      const { response, isRejected } = await shop.attempt(attempt)
      return response === undefined || isRejected ? 'open' : 'pending'
    },
    async intent(order, click) {
      await shop.track(order)
      const body = { ...getPrice(order), metadata: { order, click }, allowed_origins: ['https://shop.example'] }
      const { response, isRejected } = await shop.attempt(
        await storeOnce(click, () => ({ kind: 'intent', order, body })),
      )
      return isRejected ? '' : (response ?? '')
    },
    checkOrder: (order, ref) => searches.checkOrder(database.tracked, order, () => settlement.check(order, ref)),
  }

  function getPrice(order: string): object {
    const { product, quantity, pesewas } = orders.get(order) ?? { pesewas: 0n }
    return product ? { product_id: product, quantity } : { amount: Number(pesewas) / 100 }
  }
  function buildPayment(order: string, click: string, phone: string): Attempt['body'] {
    const { product, pesewas = 0n } = orders.get(order) ?? {}
    // A faulty form sends another amount: settle must ask for a review.
    const isWrong = !product && world.chance(`${click} has another amount`) < 0.1
    const price =
      isWrong && world.isAllowed(`${click} another amount`) ? { amount: Number(pesewas + 100n) / 100 } : getPrice(order)
    return { ...price, method: 'mobile_money', phone, metadata: { order, click } }
  }
}
