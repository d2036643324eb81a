import { keyIssued, makePlan, merchantCreated, type Plan, transact, verify } from '@cedi/mock-server/internal'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setting } from '../../../../mock-server/test/ledger/setting.js'
import { shop } from '../../../../mock-server/test/ledger/shop.js'
import { createShardedDatabase, inDatabase, startCitus } from '../../../scripts/citus.mjs'
import { openPostgres, openSqlStore, type SqlDriver, type SqlStore, shardWithCitus } from '../../../src/stores/index.js'

const rounds = setting('CEDI_CITUS_ROUNDS', 2)
const t0 = 1_700_000_000_000
/** Enough merchants to have some on each node. */
const names = Array.from({ length: 12 }, (_, index) => `shop${index}`)

/** A separate Citus, because this test kills its nodes. */
let citus: Awaited<ReturnType<typeof startCitus>>
let url = ''
const drivers: SqlDriver[] = []
beforeAll(async () => {
  citus = await startCitus({ isDurable: true })
  url = await createShardedDatabase(citus.urls, 'machines')
})
afterAll(async () => {
  for (const driver of drivers) await driver.close()
  await citus?.end()
})

async function connect(connections = 8, timeoutMs = 15_000): Promise<SqlDriver> {
  const driver = await openPostgres({ url, connections, timeoutMs })
  drivers.push(driver)
  return driver
}

function getPlan(result: ReturnType<typeof merchantCreated> | ReturnType<typeof keyIssued>): Plan {
  if (!result.ok) throw new Error(result.error.message)
  return result.value
}
const merchant = (id: string, handle: string = id) => getPlan(merchantCreated({ id, name: id, handle, nowMs: t0 }))

const count = async (driver: SqlDriver, from: string) =>
  Number((await driver.query(`SELECT COUNT(*) AS n FROM ${from} LIMIT CAST($1 AS bigint)`, [1]))[0]?.['n'])

describe('a database', () => {
  test('with merchants is sharded with all rows, and repeating it changes nothing', async () => {
    const driver = await connect(4, 60_000)
    const before = await openSqlStore(driver)
    for (const name of names) {
      expect(await before.commit(merchant(name))).toMatchObject({ outcome: 'ok' })
      const merchantShop = shop(name)
      await transact(before, merchantShop.payment({ id: 'PAY_1', nowMs: t0, amountPesewas: 10_000n }))
      await transact(before, merchantShop.confirm('PAY_1', t0))
    }
    const snapshotBefore = await before.snapshot()
    await shardWithCitus(driver)
    await shardWithCitus(driver)
    const after = await openSqlStore(await connect())
    expect(await after.snapshot()).toEqual(snapshotBefore)
    for (const name of names) expect(await verify(after, name)).toMatchObject({ ok: true, entries: 2 })
    expect(await after.commit(merchant('other', 'shop3'))).toMatchObject({ outcome: 'duplicate', column: 'handle' })
    const machines = await driver.query(
      "SELECT DISTINCT nodeport FROM citus_shards WHERE table_name = CAST('cedi.entries' AS regclass) LIMIT CAST($1 AS bigint)",
      [9],
    )
    expect(machines).toHaveLength(2)
  })
})

describe('globally unique values', () => {
  test('have one owner after concurrent claims on any nodes', async () => {
    const stores = [await openSqlStore(await connect(16)), await openSqlStore(await connect(16))] as const
    const results = await Promise.all(
      Array.from({ length: 64 }, (_, index) =>
        stores[index % 2]?.commit(merchant(`racer${String(index).padStart(2, '0')}`, `wanted${index % 10}`)),
      ),
    )
    const commits = results.filter((result) => result?.outcome === 'ok')
    expect(commits).toHaveLength(10)
    for (const result of results) expect(['ok', 'duplicate']).toContain(result?.outcome)
    expect(await count(stores[0].driver, "cedi.unique_values WHERE value LIKE 'merchants wanted%'")).toBe(10)
    expect(await count(stores[0].driver, "cedi.merchants WHERE handle LIKE 'wanted%'")).toBe(10)
  })

  test('are claimed atomically if a plan has several, in any order', async () => {
    const store = await openSqlStore(await connect(16))
    const plans = Array.from({ length: 48 }, (_, index) => {
      const owner = names[index % names.length] as string
      const inserts = [index, index + 1, index + 3].map((stock, place) => {
        const hash = `prize ${(index % 2 ? stock : index * 2 - stock + 9) % 7}`
        return getPlan(
          keyIssued({ merchant: owner, id: `KEY_${index}_${place}`, hash, scopes: [], label: null, nowMs: t0 }),
        ).inserts
      })
      return makePlan(owner, { inserts: inserts.flat() })
    })
    const results = await Promise.all(plans.map((plan) => store.commit(plan)))
    const commitCount = results.filter(({ outcome }) => outcome === 'ok').length
    expect(commitCount).toBeGreaterThan(0)
    expect(new Set(results.map(({ outcome }) => outcome))).toEqual(new Set(['ok', 'duplicate']))
    expect(await count(store.driver, "cedi.keys WHERE hash LIKE 'prize %'")).toBe(3 * commitCount)
    expect(await count(store.driver, "cedi.unique_values WHERE value LIKE 'keys prize %'")).toBe(3 * commitCount)
  })

  test('are released if the plan is rejected', async () => {
    const store = await openSqlStore(await connect())
    const plan = makePlan('shop1', {
      inserts: merchant('shop1', 'sought').inserts,
      counters: [{ name: 'ids', from: 7, to: 8 }],
    })
    expect(await store.commit(plan)).toMatchObject({ outcome: 'conflict', table: 'counters' })
    expect(await store.commit(merchant('newcomer', 'sought'))).toMatchObject({ outcome: 'ok' })
    const secondPlan = makePlan('shop2', {
      inserts: merchant('late', 'sought').inserts.map((it) => ({
        ...it,
        row: { ...it.row, merchant: 'shop2', id: 'late' },
      })) as Plan['inserts'],
    })
    expect(await store.commit(secondPlan)).toMatchObject({ outcome: 'duplicate', column: 'handle', id: 'late' })
  })

  test('are looked up in one shard, like all rows of a merchant', async () => {
    const texts: [string, readonly (string | null)[]][] = []
    const driver = await connect()
    const store = await openSqlStore({
      ...driver,
      query: (text, values) => {
        if (values) texts.push([text, values as (string | null)[]])
        return driver.query(text, values)
      },
    })
    const plan = keyIssued({ merchant: 'shop4', id: 'KEY_1', hash: 'f00d', scopes: [], label: null, nowMs: t0 })
    expect(await store.commit(getPlan(plan))).toMatchObject({ outcome: 'ok' })
    texts.length = 0
    expect(await store.list('keys', null, { limit: 1, where: { hash: 'f00d' } })).toMatchObject([{ merchant: 'shop4' }])
    expect(await store.list('merchants', null, { limit: 1, where: { handle: 'shop4' } })).toMatchObject([
      { id: 'shop4' },
    ])
    expect(await store.list('licenses', null, { limit: 1, where: { key_hash: 'none' } })).toEqual([])
    expect(await store.get('payments', 'shop4', 'PAY_1')).toMatchObject({ id: 'PAY_1' })
    expect(await store.list('entries', 'shop4', { limit: 9 })).toHaveLength(2)
    expect(texts).toHaveLength(7)
    for (const [text, values] of texts) {
      const expression = values.reduceRight<string>(
        (all, value, index) => all.replaceAll(`$${index + 1}`, value === null ? 'NULL' : `'${value}'`),
        text,
      )
      const rows = await driver.query(`EXPLAIN ${expression}`, [])
      expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toMatch(/Task Count: 1\b/)
    }
  })
})

let loadCount = 0
/** Shops that receive payments continuously and record the acknowledged ones. */
function startLoad(store: SqlStore, workers: number) {
  const acknowledgedRefs = new Map<string, string[]>(names.map((name) => [name, []]))
  const hashes: string[] = []
  const lastMs = new Map<string, number>(names.map((name) => [name, performance.now()]))
  const longestMs = new Map<string, number>(names.map((name) => [name, 0]))
  const load = `${++loadCount}`
  const errors: unknown[] = []
  let isOver = false
  const runWorker = async (number: number) => {
    for (let index = 0; !isOver; index++) {
      const name = names[(number + index * 5) % names.length] as string
      const merchantShop = shop(name)
      const id = `PAY_${load}_${number}_${String(index).padStart(6, '0')}`
      const plans = [merchantShop.payment({ id, nowMs: t0, amountPesewas: 500n }), merchantShop.confirm(id, t0)]
      try {
        for (const planner of plans) {
          const result = await transact(store, planner)
          if (!result.ok) throw new Error(`${id} of ${name}: ${result.error.code}`)
        }
        // The claim may be on another node, so this commit often spans both.
        const hash = `hash of ${id}`
        const key = keyIssued({ merchant: name, id: `KEY_${id}`, hash, scopes: [], label: null, nowMs: t0 })
        const keyResult = index % 3 === 0 && (await store.commit(getPlan(key)))
        if (keyResult && keyResult.outcome !== 'ok') throw new Error(`${hash}: ${JSON.stringify(keyResult)}`)
        if (keyResult) hashes.push(hash)
        acknowledgedRefs.get(name)?.push(id)
        const nowMs = performance.now()
        longestMs.set(name, Math.max(longestMs.get(name) ?? 0, nowMs - (lastMs.get(name) ?? nowMs)))
        lastMs.set(name, nowMs)
      } catch (error) {
        if ((error as { code?: string }).code !== 'store_unavailable') errors.push(error)
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    }
  }
  const all = Promise.all(Array.from({ length: workers }, (_, number) => runWorker(number)))
  return {
    acknowledged: acknowledgedRefs,
    hashes,
    errors,
    lastMs,
    /** The longest time without a successful payment of a shop. */
    longestMs,
    async end() {
      isOver = true
      await all
    },
  }
}

async function expectLedgers(
  store: SqlStore,
  { acknowledged, hashes }: Pick<ReturnType<typeof startLoad>, 'acknowledged' | 'hashes'>,
): Promise<number> {
  let found = 0
  expect(hashes.length).toBeGreaterThan(0)
  for (const hash of hashes) expect(await store.list('keys', null, { limit: 9, where: { hash } })).toHaveLength(1)
  // Every claim belongs to an existing key, and every key has a claim. Prepared transactions of a crashed node are
  // completed soon after it restarts.
  const differ = async () =>
    (await count(store.driver, "cedi.unique_values WHERE value LIKE 'keys %'")) -
    (await count(store.driver, 'cedi.keys'))
  await expect.poll(differ, { timeout: 30_000 }).toBe(0)
  for (const [name, ids] of acknowledged) {
    expect(await verify(store, name)).toMatchObject({ ok: true })
    for (const id of ids) {
      const entries = await store.list('entries', name, { limit: 9, where: { source: id } as never })
      expect([name, id, entries.filter(({ kind }) => kind === 'payment_received').length]).toEqual([name, id, 1])
      found++
    }
  }
  return found
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

describe('under load', () => {
  test.each(Array.from({ length: rounds }, (_, index) => index + 1))(
    'a machine is killed and comes back, and nothing is lost that was acknowledged: round %i',
    async (round) => {
      const store = await openSqlStore(await connect(8))
      const load = startLoad(store, 8)
      await wait(3_000)
      const machine = citus.servers[1 + (round % 2)] as (typeof citus.servers)[1]
      await machine.stop('immediate')
      const stoppedMs = performance.now()
      await wait(3_000)
      const alive = names.filter((name) => (load.lastMs.get(name) ?? 0) > stoppedMs + 1_000)
      const longestMs = Math.max(...alive.map((name) => load.longestMs.get(name) ?? 0))
      await machine.start()
      const backMs = performance.now()
      while ([...load.lastMs.values()].some((ms) => ms < backMs)) {
        await wait(20)
        if (performance.now() - backMs > 60_000) throw new Error('Not all shops are paid again after a minute.')
      }
      console.log(
        `round ${round}: all are paid again after ${Math.round(performance.now() - backMs)} ms; ${alive.length} of ${names.length} were paid while it was dead, each of them at least every ${Math.round(longestMs)} ms`,
      )
      await load.end()
      expect(load.errors).toEqual([])
      expect(alive.length).toBeGreaterThan(0)
      console.log(`round ${round}: ${await expectLedgers(store, load)} acknowledged, all there once`)
    },
  )

  test.each(['block_writes', 'force_logical'])(
    'shards move from one machine to the other and back by %s, and nothing is lost',
    async (mode) => {
      const store = await openSqlStore(await connect(8))
      const admin = await connect(1, 120_000)
      const load = startLoad(store, 8)
      await wait(1_000)
      const ports = citus.urls.slice(1).map((item) => Number(new URL(inDatabase(item, '')).port))
      let moveCount = 0
      for (let round = 0; round < rounds; round++) {
        const shards = await admin.query(
          "SELECT shardid, nodeport FROM citus_shards WHERE table_name = CAST('cedi.books' AS regclass) ORDER BY shardid LIMIT CAST($1 AS bigint)",
          [9],
        )
        for (const { shardid, nodeport } of shards) {
          const [from, to] = Number(nodeport) === ports[0] ? ports : [ports[1], ports[0]]
          await admin.query(
            `SELECT citus_move_shard_placement(${shardid}, '127.0.0.1', ${from}, '127.0.0.1', ${to}, shard_transfer_mode := '${mode}')`,
          )
          moveCount++
        }
      }
      await wait(1_000)
      await load.end()
      expect(load.errors).toEqual([])
      console.log(
        `${moveCount} moves by ${mode}, no shop stopped for longer than ${Math.round(Math.max(...load.longestMs.values()))} ms: ${await expectLedgers(store, load)} acknowledged, all there once`,
      )
    },
  )
})
