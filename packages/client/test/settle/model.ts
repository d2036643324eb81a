// Random orders with random outcomes, workers that crash at random, and the invariants that hold at the end.
import type { Product } from '@cedi/client'
import { send } from '@cedi/client/fetch'
import { checkDelaysMs, minBuyerPausesMs } from '../../src/settle/schedule.js'
import { client, createWorld, startWorker, type Worker, type World } from './crashes.js'

const minute = 60_000
const hour = 60 * minute

/** Behaviour of a buyer, and the outcome of the payments. */
const scenarios = [
  'paid',
  'declined',
  'never',
  'expired',
  'late',
  'twice',
  'second_try',
  'refunded',
  'slow',
  'abandoned',
] as const
type Scenario = (typeof scenarios)[number]

/** `known`: the browser returns with the ref. `unknown`: it returns without one. `gone`: it does not return. */
type BuyerReturn = 'known' | 'unknown' | 'gone'

interface PlannedOrder {
  readonly order: string
  readonly scenario: Scenario
  readonly buyerReturn: BuyerReturn
  readonly product: string
  readonly amount: number
  readonly atMs: number
  readonly refs: string[]
}

export interface ModelOptions {
  readonly seed: number
  readonly orders: number
  readonly workers: number
  readonly crashes: number
}

export interface ModelResult {
  readonly orders: number
  readonly paidCount: number
  readonly notDelivered: string[]
  readonly deliveredTwice: string[]
  readonly wrongResults: string[]
  readonly readTooOften: string[]
  readonly maxReads: number
  readonly reads: number
  readonly crashes: number
  readonly emailsTwice: number
}

const mockScenarios: Readonly<Partial<Record<Scenario, string>>> = {
  declined: 'fail',
  never: 'pending',
  slow: 'pending',
  expired: 'expire',
  late: 'late_money',
}
const createTransport =
  ({ mock }: World) =>
  (url: string, init: object) =>
    mock.fetch(url, init)

async function pay(world: World, plannedOrder: PlannedOrder, outcome = 'succeed'): Promise<void> {
  const { product, order } = plannedOrder
  const { ref } = await send(
    client.payments.create({
      product_id: product,
      method: 'mobile_money',
      phone: '0244123789',
      metadata: { order, mock_scenario: outcome },
    }),
    { fetch: createTransport(world) },
  )
  plannedOrder.refs.push(ref)
}

/** Makes the buyer's first attempt. */
async function makeFirstAttempt(world: World, plannedOrder: PlannedOrder): Promise<void> {
  const { scenario } = plannedOrder
  if (scenario === 'abandoned') return
  await pay(world, plannedOrder, scenario === 'second_try' ? 'fail' : mockScenarios[scenario])
  if (scenario === 'twice') await pay(world, plannedOrder)
}
async function retryOrRefund(world: World, plannedOrder: PlannedOrder): Promise<void> {
  if (plannedOrder.scenario === 'second_try') await pay(world, plannedOrder)
  if (plannedOrder.scenario !== 'refunded') return
  const [ref = ''] = plannedOrder.refs
  const refund = await send(client.refunds.create({ payment_ref: ref }), { fetch: createTransport(world) })
  await world.mock.control('POST', `refunds/${refund.ref}/pay`)
}

/** Runs orders from start to end. */
export async function runModel({ seed, orders, workers: count, crashes }: ModelOptions): Promise<ModelResult> {
  const world = createWorld(seed)
  const { mock, random, nowMs, database, reads } = world
  const startMs = nowMs()
  const products: Product[] = []
  for (let index = 0; index < 60; index++)
    products.push(
      await send(client.products.create({ name: `P${index}`, type: 'service', price: 5 + index }), {
        fetch: createTransport(world),
      }),
    )
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const plan = Array.from({ length: orders }, (_, index): PlannedOrder => {
    const { id: product, price: amount } = pick(products)
    const buyerReturn = pick(['known', 'unknown', 'gone', 'gone'] as const)
    const atMs = startMs + Math.floor(random() * 20) * minute
    return { order: `o-${index}`, scenario: pick(scenarios), buyerReturn, product, amount, atMs, refs: [] }
  })

  let crashCount = 0
  const approved = new Set<string>()
  const workers: Worker[] = []
  const startWorkers = (crashRate: number): void => {
    while (workers.length < count) workers.push(startWorker(world, crashRate))
  }
  /** Runs tasks on the workers, and replaces workers that die. */
  async function runTasks(crashRate: number, tasks: readonly ((worker: Worker) => Promise<unknown>)[]): Promise<void> {
    startWorkers(crashRate)
    await Promise.all(
      tasks.map(async (task, index) => {
        const worker = workers[index % count] as Worker
        await Promise.race([task(worker), worker.death])
      }),
    )
    for (let index = workers.length - 1; index >= 0; index--)
      if (workers[index]?.isDead()) {
        crashCount++
        workers.splice(index, 1)
      }
  }
  const run = (worker: Worker) => worker.settlement.runOnce()
  /** Worker that tracks the orders. It does not die: otherwise the buyer could not pay. */
  const shop = startWorker(world, 0)
  const checkOrder = (plannedOrder: PlannedOrder) => (worker: Worker) =>
    worker.settlement.check(
      plannedOrder.order,
      plannedOrder.buyerReturn === 'known' ? plannedOrder.refs.at(-1) : undefined,
    )

  const stepsMs = [
    ...Array.from({ length: 80 }, () => 30_000),
    ...Array.from({ length: 30 }, () => 5 * minute),
    ...Array.from({ length: 30 }, () => hour),
    ...Array.from({ length: 6 }, () => 25 * hour),
  ]
  for (const [index, stepMs] of stepsMs.entries()) {
    const crashRate = index < 120 ? crashes : 0
    if (crashRate === 0 && index === 120) workers.length = 0
    const returningBuyers: PlannedOrder[] = []
    const newOrders: PlannedOrder[] = []
    for (const plannedOrder of plan) {
      if (plannedOrder.atMs <= nowMs() && plannedOrder.atMs > nowMs() - stepMs && index < 80) {
        const { order, amount } = plannedOrder
        await shop.settlement.track({ order, amount, expiresAt: new Date(nowMs() + 30 * minute).toISOString() })
        await makeFirstAttempt(world, plannedOrder)
        newOrders.push(plannedOrder)
      } else if (plannedOrder.atMs <= nowMs() && plannedOrder.atMs > nowMs() - 3 * minute && random() < 0.4)
        returningBuyers.push(plannedOrder)
    }
    await mock.clock.advance(3_000)
    // Some payments are refunded before the shop checks them, and some buyers try again.
    for (const plannedOrder of newOrders) await retryOrRefund(world, plannedOrder)
    returningBuyers.push(...newOrders)
    // The buyer approves long after the checkout has ended.
    for (const plannedOrder of plan) {
      const isLater =
        plannedOrder.scenario === 'slow' && plannedOrder.refs.length > 0 && nowMs() > plannedOrder.atMs + 40 * minute
      if (!isLater || approved.has(plannedOrder.order)) continue
      approved.add(plannedOrder.order)
      await mock.control('POST', `payments/${plannedOrder.refs[0]}/approve`)
    }
    await mock.clock.advance(stepMs - 3_000)
    await runTasks(crashRate, [
      ...returningBuyers.filter(({ buyerReturn }) => buyerReturn !== 'gone').map(checkOrder),
      ...Array(count).fill(run),
    ])
  }
  return summarize(world, plan, crashCount)

  function summarize(_: World, plannedOrders: readonly PlannedOrder[], crashCount: number): ModelResult {
    const deliveries = new Map<string, number>()
    for (const { kind, order } of database.effects)
      if (kind === 'paid') deliveries.set(order, (deliveries.get(order) ?? 0) + 1)
    const endsPaid = (scenario: Scenario): boolean => ['paid', 'twice', 'second_try', 'slow'].includes(scenario)
    const hasEffect = (order: string, ...kinds: string[]): boolean =>
      database.effects.some((effect) => effect.order === order && kinds.includes(effect.kind))
    const wrongResults = plannedOrders
      .filter(({ order, scenario }) =>
        endsPaid(scenario)
          ? false
          : deliveries.has(order) || !hasEffect(order, 'failed', 'expired', 'review', 'unpaid'),
      )
      .map(({ order, scenario, buyerReturn }) => `${order} ${scenario} ${buyerReturn}`)
    const readTooOften = plannedOrders.flatMap(({ order, scenario, buyerReturn, refs, atMs }) =>
      refs
        .filter((ref) => isTooOften(reads.get(ref) ?? [], atMs))
        .map((ref) => `${order} ${scenario} ${buyerReturn} ${ref}: ${reads.get(ref)?.map((at) => (at - atMs) / 1000)}`),
    )
    const counts = [...reads.values()].map((times) => times.length)
    return {
      orders: plannedOrders.length,
      paidCount: deliveries.size,
      notDelivered: plannedOrders
        .filter(({ order, scenario }) => endsPaid(scenario) && !deliveries.has(order))
        .map(({ order, scenario, buyerReturn }) => `${order} ${scenario} ${buyerReturn}`),
      deliveredTwice: [...deliveries].filter(([, times]) => times > 1).map(([order]) => order),
      wrongResults,
      readTooOften,
      maxReads: Math.max(0, ...counts),
      reads: counts.reduce((sum, one) => sum + one, 0),
      crashes: crashCount,
      emailsTwice: database.emails.length - new Set(database.emails).size,
    }
  }
}

/** Returns whether a payment was read more often than the schedule allows. */
function isTooOften(times: readonly number[], sinceMs: number): boolean {
  const delays = checkDelaysMs(0)
  return times.some((atMs, index) => {
    const slots = delays.filter((delayMs) => sinceMs + delayMs <= atMs).length
    const days = Math.max(0, Math.ceil((atMs - sinceMs - (delays.at(-1) ?? 0)) / (24 * hour)))
    // An expired payment is checked once more.
    return index + 1 > minBuyerPausesMs.length + slots + 1 + (index < 12 ? 0 : days)
  })
}
