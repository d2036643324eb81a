import type { OrderState } from '@cedi/settle'
import { keepRunning, type Service } from '../world/machine.js'
import type { World } from '../world/world.js'
import { type Attempt, begin } from './database.js'
import { askReason, openShop, type Shop, type ShopSetting } from './shop.js'

/** The requests of a buyer's browser to a shop. */
export interface Web {
  /** Pays with a phone number from the shop's own form. The same press is the same attempt. */
  pay(order: string, press: string, phone: string): Promise<OrderState>
  /** Returns a checkout intent's token; an empty text when there is none. */
  intent(order: string, press: string): Promise<string>
  /** The page of an order. */
  look(order: string, ref?: string): Promise<OrderState>
}

/** Starts the web server of a shop. */
export const startWeb = (world: World, setting: ShopSetting): Service<Web> =>
  keepRunning(world, `web of ${setting.name}`, (machine) => {
    const web = webOf(world, openShop(world, machine, setting), setting)
    const refuse = (error: unknown): never => {
      askReason(world, error)
      throw error
    }
    return {
      pay: (...press) => web.pay(...press).catch(refuse),
      intent: (...press) => web.intent(...press).catch(refuse),
      look: (...press) => web.look(...press).catch(refuse),
    }
  })

function webOf(world: World, shop: Shop, { database }: ShopSetting): Web {
  const { machine, settlement } = shop
  const { orders, attempts } = database

  /** Stores a write before it is sent. A press that was stored before is not a new one. */
  async function keep(key: string, make: () => Omit<Attempt, 'key' | 'madeMs'>): Promise<Attempt> {
    await machine.point('its database, press', 4)
    const found = attempts.get(key)
    if (found) return found
    const attempt: Attempt = { ...make(), key, madeMs: world.time.nowMs() }
    begin(database, attempt)
    return attempt
  }

  return {
    async pay(order, press, phone) {
      await shop.follow(order)
      const attempt = await keep(press, () => ({ kind: 'payment', order, body: paymentOf(order, press, phone) }))
      const { answer, isRefused } = await shop.attempt(attempt)
      return answer === undefined || isRefused ? 'open' : 'pending'
    },
    async intent(order, press) {
      await shop.follow(order)
      const { product, pesewas } = orders.get(order) ?? { pesewas: 0n }
      const price = product ? { product_id: product } : { amount: Number(pesewas) / 100 }
      const body = { ...price, metadata: { order, try: press }, allowed_origins: ['https://shop.example'] }
      const { answer, isRefused } = await shop.attempt(await keep(press, () => ({ kind: 'intent', order, body })))
      return isRefused ? '' : (answer ?? '')
    },
    look: (order, ref) => settlement.look(order, ref),
  }

  function paymentOf(order: string, press: string, phone: string): Attempt['body'] {
    const { product, pesewas } = orders.get(order) ?? { pesewas: 0n }
    const price = product ? { product_id: product } : { amount: Number(pesewas) / 100 }
    return { ...price, method: 'mobile_money', phone, metadata: { order, try: press } }
  }
}
