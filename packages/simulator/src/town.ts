import { createClient } from '@cedi/client'
import { send } from '@cedi/client/fetch'
import { type BuyerSetting, buy } from './buyer/buyer.js'
import type { Auditor } from './laws/auditor.js'
import { createShopDatabase, type ShopDatabase } from './shop/database.js'
import type { ShopSetting } from './shop/shop.js'
import { startWeb } from './shop/web.js'
import { startStaff, startWorker } from './shop/worker.js'
import { startMachine } from './world/machine.js'
import type { VirtualSignal } from './world/platform.js'
import type { World } from './world/world.js'

/** What all shops and buyers share. */
export interface TownSetting extends Omit<ShopSetting, 'name' | 'database'> {
  readonly auditor: Auditor
}

/** What a shop sells. */
export interface Sold {
  readonly id: string
  readonly pesewas: bigint
}

/** Somebody who went out to buy. */
export interface Shopper {
  readonly order: string
  isHome: boolean
}

/** The last who come have time to decide. */
const lastMinutesMs = 1_200_000

/** Opens the shops, and lets buyers come. */
export function openTown(
  world: World,
  setting: TownSetting,
  sold: ReadonlyMap<string, readonly Sold[]>,
): { readonly buyers: readonly Shopper[]; readonly shops: ReadonlyMap<string, ShopDatabase> } {
  const { time, chance, scale } = world
  const buyers: Shopper[] = []
  const shops = new Map<string, ShopDatabase>()
  for (const name of scale.shops) {
    const database = createShopDatabase()
    shops.set(name, database)
    const shop: ShopSetting = { ...setting, name, database }
    const web = startWeb(world, shop)
    for (let number = 1; number <= 2; number++) startWorker(world, shop, number)
    startStaff(world, shop, setting.auditor)
    for (let number = 1; number <= scale.orders(chance, name); number++) {
      const order = `${name}-${number}`
      if (!world.has(`order ${order}`)) continue
      const buyer = { order, isHome: false }
      buyers.push(buyer)
      const way = writeOrder(world, database, order, sold.get(name) ?? [])
      const refOfAnother = (): string | undefined => anotherThan(world, order, setting)
      const wish: BuyerSetting = { ...setting, order, way, web, refOfAnother }
      const atMs = time.nowMs() + Math.floor(chance(`${order} when`) * (scale.stormMs - lastMinutesMs))
      time.at(atMs, () => void buy(world, wish).then(() => Object.assign(buyer, { isHome: true })))
    }
  }
  return { buyers, shops }
}

/** What somebody wants, and for how much. @returns How they will pay. */
function writeOrder(world: World, { orders }: ShopDatabase, order: string, sold: readonly Sold[]): 'form' | 'popup' {
  const { chance } = world
  const way = chance(`${order} way`) < 0.35 ? 'form' : 'popup'
  const product = sold[Math.floor(chance(`${order} product`) * sold.length)]
  // The service lists payments of products only. Without a product, only a ref finds a payment.
  const isNamed = way === 'popup' || chance(`${order} named`) < 0.5
  const pesewas = isNamed ? (product?.pesewas ?? 0n) : BigInt(100 + Math.floor(chance(`${order} amount`) * 20_000))
  orders.set(order, { order, pesewas, product: isNamed ? (product?.id ?? null) : null })
  return way
}

/** The ref of somebody else's payment, as in a shared address. */
function anotherThan(world: World, order: string, { auditor, schedule }: TownSetting): string | undefined {
  const { ofOrder } = auditor
  const orders = [...ofOrder.keys()].slice(-20)
  const other = orders[Math.floor(world.chance(`${order} finds ${world.count(`finds of ${order}`)}`) * orders.length)]
  const [ref] = other === undefined || other === order ? [] : (ofOrder.get(other) ?? [])
  if (ref !== undefined) schedule.brought(ref)
  return ref
}

/** Sets the stock, before anything fails. */
export async function stockShelves(
  world: World,
  { servers, truth }: TownSetting,
): Promise<Map<string, readonly Sold[]>> {
  const machine = startMachine(world, 'set-up')
  const shelves = new Map<string, readonly Sold[]>()
  for (const name of world.scale.shops) {
    const client = createClient({ baseUrl: world.baseUrl, apiKey: `sk_test_${name}` })
    const made: Sold[] = []
    for (const price of [14.43, 45.5, 100]) {
      const stock = world.scale.stock
      const product = `${name} ${price} stock ${stock}`
      const idempotencyKey = product.replaceAll(' ', '-')
      const { id } = await send(client.products.create({ name: product, price, stock }, { idempotencyKey }), {
        fetch: async (url, { method, headers, body = '', signal }) => {
          const request = { method, url, headers, body }
          const asked = { from: machine, what: `set-up of ${product}`, request, signal: signal as VirtualSignal }
          const answer = await servers.ask(asked)
          return { status: answer.status, headers: { get: () => null }, text: async () => answer.body }
        },
      })
      truth.acknowledged('products', id, product)
      made.push({ id, pesewas: BigInt(Math.round(price * 100)) })
    }
    shelves.set(name, made)
  }
  return shelves
}
