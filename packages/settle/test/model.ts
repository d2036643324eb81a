// Random orders with random outcomes, workers that die anywhere, and the laws that must hold in the end.
import type { Product } from '@cedi/client'
import { send } from '@cedi/client/fetch'
import { delaysMs, returnPausesMs } from '../src/schedule.js'
import { client, createWorld, startWorker, type Worker, type World } from './crashes.js'

const minute = 60_000
const hour = 60 * minute

/** How the buyer of an order behaves, and how the payments end. */
const courses = [
  'paid',
  'declined',
  'never',
  'expired',
  'late',
  'twice',
  'second_try',
  'refunded',
  'slow',
  'nobody',
] as const
type Course = (typeof courses)[number]

/** `known`: the browser returns with the ref. `unknown`: it returns without one. `gone`: it does not return. */
type Way = 'known' | 'unknown' | 'gone'

interface Planned {
  readonly order: string
  readonly course: Course
  readonly way: Way
  readonly product: string
  readonly amount: number
  readonly atMs: number
  readonly refs: string[]
}

export interface Sizes {
  readonly seed: number
  readonly orders: number
  readonly workers: number
  readonly crashes: number
}

export interface Tally {
  readonly orders: number
  readonly paid: number
  readonly lost: string[]
  readonly twice: string[]
  readonly wrong: string[]
  readonly tooOften: string[]
  readonly mostReads: number
  readonly reads: number
  readonly crashes: number
  readonly mailsTwice: number
}

const scenario: Readonly<Partial<Record<Course, string>>> = {
  declined: 'fail',
  never: 'pending',
  slow: 'pending',
  expired: 'expire',
  late: 'late_money',
}
const fetchOf =
  ({ mock }: World) =>
  (url: string, init: object) =>
    mock.fetch(url, init)

async function pay(world: World, planned: Planned, outcome = 'succeed'): Promise<void> {
  const { product, order } = planned
  const { ref } = await send(
    client.payments.create({
      product_id: product,
      method: 'mobile_money',
      phone: '0244123789',
      metadata: { order, mock_scenario: outcome },
    }),
    { fetch: fetchOf(world) },
  )
  planned.refs.push(ref)
}

/** The first try of the buyer, and the second. */
async function act(world: World, planned: Planned): Promise<void> {
  const { course } = planned
  if (course === 'nobody') return
  await pay(world, planned, course === 'second_try' ? 'fail' : scenario[course])
  if (course === 'twice') await pay(world, planned)
}
async function actAgain(world: World, planned: Planned): Promise<void> {
  if (planned.course === 'second_try') await pay(world, planned)
  if (planned.course !== 'refunded') return
  const [ref = ''] = planned.refs
  const refund = await send(client.refunds.create({ payment_ref: ref }), { fetch: fetchOf(world) })
  await world.mock.control('POST', `refunds/${refund.ref}/pay`)
}

/** Runs some orders from start to end. */
export async function play({ seed, orders, workers: count, crashes }: Sizes): Promise<Tally> {
  const world = createWorld(seed)
  const { mock, random, nowMs, database, reads } = world
  const startMs = nowMs()
  const products: Product[] = []
  for (let index = 0; index < 60; index++)
    products.push(
      await send(client.products.create({ name: `P${index}`, type: 'service', price: 5 + index }), {
        fetch: fetchOf(world),
      }),
    )
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const plan = Array.from({ length: orders }, (_, index): Planned => {
    const { id: product, price: amount } = pick(products)
    const way = pick(['known', 'unknown', 'gone', 'gone'] as const)
    const atMs = startMs + Math.floor(random() * 20) * minute
    return { order: `o-${index}`, course: pick(courses), way, product, amount, atMs, refs: [] }
  })

  let deaths = 0
  const approved = new Set<string>()
  const workers: Worker[] = []
  const fill = (likely: number): void => {
    while (workers.length < count) workers.push(startWorker(world, likely))
  }
  /** Lets workers work, and replaces those that die. */
  async function work(likely: number, tasks: readonly ((worker: Worker) => Promise<unknown>)[]): Promise<void> {
    fill(likely)
    await Promise.all(
      tasks.map(async (task, index) => {
        const worker = workers[index % count] as Worker
        await Promise.race([task(worker), worker.died])
      }),
    )
    for (let index = workers.length - 1; index >= 0; index--)
      if (workers[index]?.isDead()) {
        deaths++
        workers.splice(index, 1)
      }
  }
  const run = (worker: Worker) => worker.settlement.runOnce()
  /** Follows an order, which a shop does before its buyer can pay. It does not die here, because then nobody could pay. */
  const shop = startWorker(world, 0)
  const meet = (planned: Planned) => (worker: Worker) =>
    worker.settlement.look(planned.order, planned.way === 'known' ? planned.refs.at(-1) : undefined)

  const stepsMs = [
    ...Array.from({ length: 80 }, () => 30_000),
    ...Array.from({ length: 30 }, () => 5 * minute),
    ...Array.from({ length: 30 }, () => hour),
    ...Array.from({ length: 6 }, () => 25 * hour),
  ]
  for (const [index, stepMs] of stepsMs.entries()) {
    const likely = index < 120 ? crashes : 0
    if (likely === 0 && index === 120) workers.length = 0
    const here: Planned[] = []
    const first: Planned[] = []
    for (const planned of plan) {
      if (planned.atMs <= nowMs() && planned.atMs > nowMs() - stepMs && index < 80) {
        const { order, amount } = planned
        await shop.settlement.follow({ order, amount, expiresAt: new Date(nowMs() + 30 * minute).toISOString() })
        await act(world, planned)
        first.push(planned)
      } else if (planned.atMs <= nowMs() && planned.atMs > nowMs() - 3 * minute && random() < 0.4) here.push(planned)
    }
    await mock.clock.advance(3_000)
    // Some payments are refunded before the shop looks, and some buyers try again.
    for (const planned of first) await actAgain(world, planned)
    here.push(...first)
    // The buyer approves long after the checkout is over.
    for (const planned of plan) {
      const isLater = planned.course === 'slow' && planned.refs.length > 0 && nowMs() > planned.atMs + 40 * minute
      if (!isLater || approved.has(planned.order)) continue
      approved.add(planned.order)
      await mock.control('POST', `payments/${planned.refs[0]}/approve`)
    }
    await mock.clock.advance(stepMs - 3_000)
    await work(likely, [...here.filter(({ way }) => way !== 'gone').map(meet), ...Array(count).fill(run)])
  }
  return tally(world, plan, deaths)

  function tally(_: World, planned: readonly Planned[], crashed: number): Tally {
    const given = new Map<string, number>()
    for (const { kind, order } of database.effects) if (kind === 'paid') given.set(order, (given.get(order) ?? 0) + 1)
    const isPaying = (course: Course): boolean => ['paid', 'twice', 'second_try', 'slow'].includes(course)
    const told = (order: string, ...kinds: string[]): boolean =>
      database.effects.some((effect) => effect.order === order && kinds.includes(effect.kind))
    const wrong = planned
      .filter(({ order, course }) =>
        isPaying(course) ? false : given.has(order) || !told(order, 'failed', 'expired', 'review', 'unpaid'),
      )
      .map(({ order, course, way }) => `${order} ${course} ${way}`)
    const tooOften = planned.flatMap(({ order, course, way, refs, atMs }) =>
      refs
        .filter((ref) => isTooOften(reads.get(ref) ?? [], atMs))
        .map((ref) => `${order} ${course} ${way} ${ref}: ${reads.get(ref)?.map((at) => (at - atMs) / 1000)}`),
    )
    const counts = [...reads.values()].map((times) => times.length)
    return {
      orders: planned.length,
      paid: given.size,
      lost: planned
        .filter(({ order, course }) => isPaying(course) && !given.has(order))
        .map(({ order, course, way }) => `${order} ${course} ${way}`),
      twice: [...given].filter(([, times]) => times > 1).map(([order]) => order),
      wrong,
      tooOften,
      mostReads: Math.max(0, ...counts),
      reads: counts.reduce((sum, one) => sum + one, 0),
      crashes: crashed,
      mailsTwice: database.mails.length - new Set(database.mails).size,
    }
  }
}

/** Whether a payment was read more often than the schedule allows up to that time. */
function isTooOften(times: readonly number[], sinceMs: number): boolean {
  const looks = delaysMs(0)
  return times.some((atMs, index) => {
    const slots = looks.filter((delayMs) => sinceMs + delayMs <= atMs).length
    const days = Math.max(0, Math.ceil((atMs - sinceMs - (looks.at(-1) ?? 0)) / (24 * hour)))
    // An expired payment is looked at once more.
    return index + 1 > returnPausesMs.length + slots + 1 + (index < 12 ? 0 : days)
  })
}
