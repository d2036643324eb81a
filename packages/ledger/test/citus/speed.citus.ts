import { afterAll, beforeAll, expect, test } from 'vitest'
import { createShardedDatabase, startCitus } from '../../scripts/citus.mjs'
import { type Postgres, startPostgres } from '../../scripts/postgres.mjs'
import { transact } from '../../src/index.js'
import { openPostgres, openSqlStore, shardWithCitus } from '../../src/sql.js'
import { shop } from '../shop.js'

const t0 = 1_700_000_000_000
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Both wait for the disk, on the same processors, so that what is compared is the way and not the machines. */
let citus: Awaited<ReturnType<typeof startCitus>>
let alone: Postgres
beforeAll(async () => {
  alone = await startPostgres({ isDurable: true })
  citus = await startCitus({ isDurable: true })
})
afterAll(async () => {
  await alone?.end()
  await citus?.end()
})

let runs = 0
/** Commits in a second: payments of two hundred merchants are created and confirmed. */
async function commitsOf(url: string, connections: number): Promise<number> {
  const store = await openSqlStore(await openPostgres({ url, connections }))
  const run = ++runs
  let done = 0
  let isOver = false
  const hand = async (number: number) => {
    for (let at = 0; !isOver; at++) {
      const own = shop(`shop${(number * 37 + at) % 200}`)
      const id = `PAY_${run}_${number}_${at}`
      for (const planner of [own.payment({ id, nowMs: t0, amountPesewas: 500n }), own.confirm(id, t0)]) {
        expect(await transact(store, planner)).toMatchObject({ ok: true })
        done++
      }
    }
  }
  const hands = Promise.all(Array.from({ length: connections }, (_, number) => hand(number)))
  // Books are opened and statements prepared before anything is counted.
  await wait(4_000)
  const [before, fromMs] = [done, performance.now()]
  await wait(4_000)
  const rate = (done - before) / ((performance.now() - fromMs) / 1_000)
  isOver = true
  await hands
  await store.close()
  return rate
}

test('commits over three servers on one machine are at least a quarter as fast as on one server', async () => {
  const url = await createShardedDatabase(citus.urls, 'speed')
  const driver = await openPostgres({ url, connections: 1, timeoutMs: 60_000 })
  await shardWithCitus(driver)
  await driver.close()
  for (const connections of [1, 8]) {
    const ratios: number[] = []
    for (let round = 0; round < 3; round++) {
      const one = await commitsOf(alone.url, connections)
      const spread = await commitsOf(url, connections)
      ratios.push(spread / one)
      console.log(`${connections} connections: ${Math.round(one)} commits a second alone, ${Math.round(spread)} spread`)
    }
    const median = ratios.sort((first, second) => first - second)[1] as number
    console.log(`${connections} connections: ${median.toFixed(2)} of one server`)
    expect(median).toBeGreaterThan(0.25)
  }
})
