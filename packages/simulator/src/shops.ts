import { createClient } from '@cedi/client'
import { send } from '@cedi/client/fetch'
import { type BuyerOptions, runBuyer } from './buyer/buyer.js'
import type { WindowCheck } from './invariants/windows.js'
import { createShopDatabase, type ShopDatabase } from './shop/database.js'
import type { ShopOptions } from './shop/shop.js'
import { startWebServer } from './shop/web-server.js'
import { startStaff, startWorker } from './shop/worker.js'
import { startMachine } from './world/machine.js'
import type { VirtualSignal } from './world/platform.js'
import type { World } from './world/world.js'

/** Options of all shops and buyers. */
export interface ShopsOptions extends Omit<ShopOptions, 'name' | 'database'> {
  readonly windows: WindowCheck
}

/** Product in stock. */
export interface StockedProduct {
  readonly id: string
  readonly pesewas: bigint
}

/** Progress of a buyer. */
export interface BuyerStatus {
  readonly order: string
  isFinished: boolean
}

/** Products of each shop. */
const catalogue = [
  { type: 'digital', price: 14.43 },
  { type: 'physical', price: 45.5 },
  { type: 'digital', price: 100 },
  { type: 'license', price: 20 },
  { type: 'service', price: 60 },
] as const

/** Time before the end of the faults in which no buyer starts. */
const lastPurchaseMarginMs = 1_200_000

/** Maximum durations of a statement in the database of a shop, in ms. */
const [statementMs, slowStatementMs] = [4, 800]

/** Starts the shops and their buyers. */
export function startShops(
  world: World,
  options: ShopsOptions,
  products: ReadonlyMap<string, readonly StockedProduct[]>,
): { readonly buyers: readonly BuyerStatus[]; readonly shops: ReadonlyMap<string, ShopDatabase> } {
  const { time, chance, scale } = world
  const buyers: BuyerStatus[] = []
  const shops = new Map<string, ShopDatabase>()
  for (const name of scale.shops) {
    const database = createShopDatabase(chance(`database of ${name} is slow`) < 0.3 ? slowStatementMs : statementMs)
    shops.set(name, database)
    const shop: ShopOptions = { ...options, name, database }
    const web = startWebServer(world, shop)
    for (let number = 1; number <= 2; number++) startWorker(world, shop, number)
    startStaff(world, shop)
    for (let number = 1; number <= scale.orders(chance, name); number++) {
      const order = `${name}-${number}`
      if (!world.isAllowed(`order ${order}`)) continue
      const buyer = { order, isFinished: false }
      buyers.push(buyer)
      const method = createOrder(world, database, order, products.get(name) ?? [])
      const pickOtherPayment = (): string | undefined => findOtherPayment(world, order, options)
      const buyerOptions: BuyerOptions = { ...options, order, method, web, pickOtherPayment }
      const atMs = time.nowMs() + Math.floor(chance(`${order} when`) * (scale.faultsMs - lastPurchaseMarginMs))
      time.at(atMs, () => void runBuyer(world, buyerOptions).then(() => Object.assign(buyer, { isFinished: true })))
    }
  }
  return { buyers, shops }
}

/** Creates an order in the database of the shop. @returns The payment method of the buyer. */
function createOrder(
  world: World,
  { orders }: ShopDatabase,
  order: string,
  products: readonly StockedProduct[],
): 'form' | 'popup' {
  const { chance } = world
  const method = chance(`${order} method`) < 0.35 ? 'form' : 'popup'
  const product = products[Math.floor(chance(`${order} product`) * products.length)]
  // The service lists orders of products only. Without a product, a payment is found only by its ref.
  const hasProduct = method === 'popup' || chance(`${order} has product`) < 0.5
  const quantity = chance(`${order} quantity`) < 0.3 ? 2 : 1
  const pesewas = hasProduct
    ? (product?.pesewas ?? 0n) * BigInt(quantity)
    : BigInt(100 + Math.floor(chance(`${order} amount`) * 20_000))
  orders.set(order, { order, pesewas, product: hasProduct ? (product?.id ?? null) : null, quantity })
  return method
}

/** Returns the ref of another buyer's payment, as in a shared URL. */
function findOtherPayment(world: World, order: string, { auditor, schedule }: ShopsOptions): string | undefined {
  const { paymentsByOrder } = auditor
  const orders = [...paymentsByOrder.keys()].slice(-20)
  const other =
    orders[Math.floor(world.chance(`${order} other ref ${world.count(`other refs of ${order}`)}`) * orders.length)]
  const [ref] = other === undefined || other === order ? [] : (paymentsByOrder.get(other) ?? [])
  if (ref !== undefined) schedule.recordForeignRef(ref)
  return ref
}

/** Creates the products of the shops, before faults are injected. */
export async function createProducts(
  world: World,
  { servers, consistency }: ShopsOptions,
): Promise<Map<string, readonly StockedProduct[]>> {
  const machine = startMachine(world, 'set-up')
  const products = new Map<string, readonly StockedProduct[]>()
  for (const name of world.scale.shops) {
    const client = createClient({ baseUrl: world.baseUrl, apiKey: `sk_test_${name}` })
    const stocked: StockedProduct[] = []
    for (const { type, price } of catalogue) {
      const stock = world.scale.stock
      const product = `${name} ${price} stock ${stock}`
      const idempotencyKey = product.replaceAll(' ', '-')
      const { id } = await send(client.products.create({ name: product, type, price, stock }, { idempotencyKey }), {
        fetch: async (url, { method, headers, body = '', signal }) => {
          const request = { method, url, headers, body }
          const serverRequest = {
            from: machine,
            label: `set-up of ${product}`,
            request,
            signal: signal as VirtualSignal,
          }
          const response = await servers.send(serverRequest)
          return { status: response.status, headers: { get: () => null }, text: async () => response.body }
        },
      })
      consistency.recordWrite('products', id, product)
      stocked.push({ id, pesewas: BigInt(Math.round(price * 100)) })
    }
    products.set(name, stocked)
  }
  return products
}
