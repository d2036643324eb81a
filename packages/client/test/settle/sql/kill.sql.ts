// Worker processes on PostgreSQL are killed with SIGKILL at random times. The nightly run sets CEDI_SETTLE_ROUNDS=50.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '@cedi/client'
import { send } from '@cedi/client/fetch'
import { createMockServer } from '@cedi/mock-server'
import { build } from 'esbuild'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { settle } from '../../../src/settle/index.js'
import { pgStore } from '../../../src/settle/stores/pg.js'
import { createRandom } from '../crashes.js'
import { createDatabase } from './database.js'

const rounds = Number(process.env['CEDI_SETTLE_ROUNDS'] ?? 5)
const ordersPerRound = 24
const minute = 60_000
const hour = 60 * minute

const cache = join(import.meta.dirname, '../../../../.cache')
mkdirSync(cache, { recursive: true })
// The folder is inside the repository, so that module resolution finds the packages.
const folder = mkdtempSync(join(cache, 'settle-kill-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const worker = join(folder, 'worker.mjs')

async function bundle(): Promise<void> {
  await build({
    entryPoints: [join(import.meta.dirname, 'worker.ts')],
    outfile: worker,
    bundle: true,
    platform: 'node',
    format: 'esm',
    external: ['pg'],
    logLevel: 'error',
  })
}

test(`workers that are killed at least ${rounds} times deliver each order once`, async () => {
  await bundle()
  const databaseUrl = await createDatabase('kill')
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 4 })
  await pool.query('CREATE TABLE deliveries (order_id text); CREATE TABLE emails (key text)')
  const reads = new Map<string, number>()
  const mock = createMockServer({
    clock: 'manual',
    onRequest({ method, path, status }) {
      const [, ref] = /\/payments\/(\w+)$/.exec(path) ?? []
      if (method === 'GET' && ref && status === 200) reads.set(ref, (reads.get(ref) ?? 0) + 1)
    },
  })
  const service = await mock.listen(0)
  const client = createClient({ baseUrl: service.url, apiKey: 'sk_test_all' })
  const nowMs = (): number => mock.clock.now().getTime()
  const random = createRandom(7)
  const errors: string[] = []
  let kills = 0

  async function start(): Promise<ChildProcess> {
    const child = fork(worker, [service.url, databaseUrl])
    child.on('message', (message: { error?: string }) => message.error && errors.push(message.error))
    await once(child, 'message')
    return child
  }
  const nextReply = (child: ChildProcess): Promise<unknown> =>
    new Promise((resolve) => {
      child.on('message', (message: { run?: object }) => message.run && resolve(message.run))
      child.once('exit', resolve)
    })
  const kill = async (child: ChildProcess): Promise<void> => {
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  }
  /** Runs all workers once, and kills one of them during the run if requested. */
  async function step(workers: ChildProcess[], advanceMs: number, isKilling: boolean): Promise<void> {
    await mock.clock.advance(advanceMs)
    const work = workers.map(async (child) => {
      const end = nextReply(child)
      child.send({ nowMs: nowMs() })
      await end
    })
    if (isKilling) {
      await new Promise((resolve) => setTimeout(resolve, random() * 250))
      const index = Math.floor(random() * workers.length)
      await kill(workers[index] as ChildProcess)
      kills++
      workers[index] = await start()
    }
    await Promise.all(work)
  }

  const shop = settle({ client, store: pgStore(pool), nowMs, on: { paid: () => {} } })
  const paidOrders: string[] = []
  const product = await send(client.products.create({ name: 'Tote', type: 'service', price: 12 }))
  const workers = await Promise.all([start(), start()])
  for (let round = 0; round < rounds; round++) {
    for (let index = 0; index < ordersPerRound; index++) {
      const order = `r${round}-${index}`
      const outcome = ['succeed', 'succeed', 'fail', 'expire', 'pending'][index % 5] as string
      await shop.track({ order, amount: 12 })
      const payment = await send(
        client.payments.create({
          product_id: product.id,
          method: 'mobile_money',
          phone: '0244123789',
          metadata: { order, mock_scenario: outcome },
        }),
      )
      // For every second payment, a browser returns with the ref.
      if (index % 2 === 0) await shop.record(payment)
      if (outcome === 'succeed') paidOrders.push(order)
    }
    for (const minutes of [1.6, 1.5, 5, 8]) await step(workers, minutes * minute, true)
  }
  for (const hours of [1, 2, 6, 12, 25, 25, 25]) await step(workers, hours * hour, false)
  for (const child of workers) await kill(child)

  const { rows: deliveries } = await pool.query(
    'SELECT order_id, count(*)::int AS times FROM deliveries GROUP BY order_id',
  )
  const { rows: emails } = await pool.query('SELECT key, count(*)::int AS times FROM emails GROUP BY key')
  const times = new Map<string, number>(deliveries.map((row) => [row.order_id, row.times]))
  console.log(
    JSON.stringify({
      rounds,
      orders: rounds * ordersPerRound,
      paid: paidOrders.length,
      kills,
      emailsTwice: emails.filter((row) => row.times > 1).length,
      maxReads: Math.max(...reads.values()),
    }),
  )
  expect(errors).toEqual([])
  expect(
    paidOrders.filter((order) => !times.has(order)),
    'not delivered',
  ).toEqual([])
  expect(
    [...times].filter(([, count]) => count !== 1),
    'delivered twice',
  ).toEqual([])
  expect(times.size, 'delivered without a payment').toBe(paidOrders.length)
  expect(emails.length, 'emails').toBe(paidOrders.length)
  expect(kills).toBeGreaterThanOrEqual(rounds)
  expect(Math.max(...reads.values()), 'too many reads').toBeLessThanOrEqual(12)
  await pool.end()
  await service.close()
})
