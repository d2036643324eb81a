import { createClient } from '@cedi/client'
import { send } from '@cedi/client/fetch'
import { createSandbox } from '@cedi/sandbox'
import { runBuyer } from './buyer.js'
import { Invariants } from './invariants.js'
import { startMachine } from './machine.js'
import { installPlatform } from './platform.js'
import { type Service, startService } from './service.js'
import { createTransport, startStaff, startWebServer, startWorker } from './shop.js'
import { createShopDatabase } from './shop-database.js'
import { createWorld, type World } from './world.js'

/** Duration after the last fault: long enough for the last check of an order and for the availability of card payments. */
const recoveryMs = 3 * 86_400_000
/** Number of orders of the buyer. */
const orderCount = 8

/** Creates a product, before faults are injected. */
async function createProduct(world: World, service: Service): Promise<string> {
  const client = createClient({ baseUrl: world.baseUrl, apiKey: 'sk_test_ama' })
  const fetch = createTransport(world, startMachine(world, 'set-up'), service)
  const product = { name: 'Basket', type: 'physical', price: 45.5, stock: 30 } as const
  return (await send(client.products.create(product, { idempotencyKey: 'set-up' }), { fetch })).id
}

/** Starts the operator, who resolves refunds and late payments. Sometimes two operators disagree. */
function startOperator(world: World, service: Service, { refunds, payments }: Invariants): void {
  const { time } = world
  const machine = startMachine(world, 'operator')
  const results = (id: string): string[] => {
    const count = world.random(`operators of ${id} ${world.count(id)}`) < 0.5 ? 2 : 1
    return Array.from({ length: count }, (_, at) => (world.random(`${id} operator ${at}`) < 0.6 ? 'pay' : 'reject'))
  }
  const run = async (): Promise<void> => {
    for (const { id, status } of [...refunds.values()])
      if (status === 'pending')
        await Promise.all(results(id).map((result) => service.control(machine, `refunds/${id}/${result}`)))
    for (const { id, late_money: late } of [...payments.values()])
      if (late === 'held') await service.control(machine, `payments/${id}/return`)
    schedule()
  }
  const schedule = (): void => {
    const pauseMs = time.nowMs() < world.faultsEndMs ? 900_000 : 14_400_000
    time.at(time.nowMs() + pauseMs, run)
  }
  schedule()
}

/** Loads the code that the sandbox loads on demand. A file that is read during a scenario would change the order of events. */
async function preload(): Promise<void> {
  const sandbox = createSandbox({ seed: 'empty' })
  await sandbox.handle({ method: 'GET', url: 'https://pay.example/checkout/status' })
  await sandbox.control('GET', 'clock').catch(() => {})
}

/** Result of a scenario. */
export type ScenarioResult = Pick<World, 'violation' | 'steps' | 'rareInputs' | 'timeline'> & {
  readonly deliveries: number
}

/**
 * Runs the scenario of a seed: buyers pay while faults are injected, and the world runs until everything is settled.
 *
 * @param allowed - Names of the allowed faults and user actions. Defaults to all.
 */
export async function runScenario(seed: number, allowed?: ReadonlySet<string>): Promise<ScenarioResult> {
  await preload()
  const world = createWorld(seed, allowed)
  const { time, faultsEndMs, startMs } = world
  const onRejection = (error: Error): void => world.fail('only allowed errors occur', String(error?.stack ?? error))
  const restore = installPlatform(
    time,
    () => world.random(`Math.random ${world.count('Math.random')}`),
    (text) => world.log('console', text),
  )
  process.on('unhandledRejection', onRejection)
  try {
    const isOver = (): boolean => world.violation !== undefined
    const invariants = new Invariants(world)
    const service = startService(world, (plan) => invariants.recordCommit(plan))
    const database = createShopDatabase()
    const options = { service, invariants, database }
    let product = ''
    createProduct(world, service).then((id) => {
      product = id
    }, onRejection)
    await time.run(startMs + 1_000, isOver)
    const webServer = startWebServer(world, options)
    startWorker(world, options)
    startStaff(world, options)
    startOperator(world, service, invariants)
    let openBuyers = 0
    for (let number = 1; number <= orderCount; number++) {
      const order = `order-${number}`
      if (!world.act(order)) continue
      const hasPopup = world.random(`${order} popup`) < 0.5
      // The service lists orders of products only: without a product, a payment is found only by its ref.
      const hasProduct = hasPopup || world.random(`${order} product`) < 0.3
      const pesewas = hasProduct ? 4550n : BigInt(200 + Math.floor(world.random(`${order} amount`) * 20_000))
      database.orders.set(order, { pesewas, product: hasProduct ? product : undefined })
      openBuyers++
      const atMs = time.nowMs() + Math.floor(world.random(`${order} when`) * 3_600_000)
      time.at(atMs, () => runBuyer(world, { ...options, order, hasPopup, webServer }).then(() => openBuyers--))
    }
    await time.run(faultsEndMs + recoveryMs, isOver)
    if (!isOver() && openBuyers > 0) world.fail('everything ends', `${openBuyers} buyers have not finished`)
    if (!isOver()) await invariants.checkEnd(database, service)
    const { violation, steps, rareInputs, timeline } = world
    const deliveries = database.effects.filter(({ kind }) => kind === 'paid').length
    return { violation, steps, rareInputs, timeline, deliveries }
  } finally {
    process.off('unhandledRejection', onRejection)
    restore()
  }
}

/** Removes user actions and faults from a scenario while the same invariant is violated, in large parts first. */
export async function shrink(seed: number): Promise<ScenarioResult> {
  let result = await runScenario(seed)
  const invariant = result.violation?.invariant
  let required: readonly string[] = [...new Set(result.steps)]
  for (let size = Math.ceil(required.length / 2); invariant && size >= 1; size = Math.floor(size / 2))
    for (let index = 0; index < required.length; ) {
      const remaining = [...required.slice(0, index), ...required.slice(index + size)]
      const attempt = await runScenario(seed, new Set(remaining))
      if (attempt.violation?.invariant === invariant) [required, result] = [remaining, attempt]
      else index += size
    }
  return result
}
