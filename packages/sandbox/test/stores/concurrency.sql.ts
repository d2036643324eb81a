import { chartOfAccounts, createMemoryStore, makePlan, type Store, transact, verify } from '@cedi/mock-server/internal'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { numbers } from '../../../mock-server/test/ledger/model.js'
import { setting } from '../../../mock-server/test/ledger/setting.js'
import { shop } from '../../../mock-server/test/ledger/shop.js'
import {
  migrate,
  openPostgres,
  openSqlStore,
  type SqlDriver,
  SqlError,
  type SqlStore,
  StoreUnavailable,
  schemaVersion,
} from '../../src/stores/index.js'
import { createDatabase } from './database.js'
import { emptyPglite } from './empty-pglite.js'

const faults = setting('CEDI_LEDGER_FAULTS', 300)
const t0 = 1_700_000_000_000
const ama = shop('ama')
let url = ''

const openDrivers: SqlDriver[] = []
/** Opens a driver that waits as long as a busy machine needs, for a connection and for a statement. */
async function connect(connections = 10, database = url): Promise<SqlDriver> {
  const driver = await openPostgres({ url: database, connections, timeoutMs: 600_000 })
  const slowDriver = withHook(driver, async (run) => {
    for (;;) {
      try {
        return await run()
      } catch (error) {
        // Nothing was sent, so the statement can be sent again.
        if ((error as Partial<StoreUnavailable>).reason !== 'no connection free') throw error
      }
    }
  })
  openDrivers.push(slowDriver)
  return slowDriver
}

const range = (count: number) => Array.from({ length: count }, (_, index) => index)

/** Wraps a driver and injects errors by `fail`. */
const withHook = (driver: SqlDriver, fail: <T>(run: () => Promise<T>, isCommit: boolean) => Promise<T>): SqlDriver => ({
  ...driver,
  query: (text, values) => fail(() => driver.query(text, values), false),
  transaction: (run) => fail(() => driver.transaction(run), true),
})

async function trialBalance(store: Store, merchant: string): Promise<bigint> {
  const rows = await store.list('accounts', merchant, { limit: 20 })
  return rows.reduce(
    (sum, { id, balance_pesewas: balance }) => sum + (chartOfAccounts[id].nature === 'debit' ? balance : -balance),
    0n,
  )
}

async function receivePayment(store: Store, id: string, amountPesewas: bigint): Promise<void> {
  for (const planner of [ama.payment({ id, nowMs: t0, amountPesewas }), ama.confirm(id, t0)])
    expect(await transact(store, planner)).toMatchObject({ ok: true })
}

beforeAll(async () => {
  url = await createDatabase('concurrency')
})
afterAll(async () => {
  for (const driver of openDrivers) await driver.close()
})

describe('two processes on one PostgreSQL', () => {
  test('migrate an empty database at the same time, and reject a newer one', async () => {
    const drivers = await Promise.all(Array.from({ length: 8 }, () => connect(2)))
    await Promise.all(drivers.map((driver) => migrate(driver)))
    const [first] = drivers as [SqlDriver]
    const versions = await first.query('SELECT version FROM cedi.migrations ORDER BY version', [])
    expect(versions.map(({ version }) => Number(version))).toEqual(
      Array.from({ length: schemaVersion }, (_, before) => before + 1),
    )
    await first.query('INSERT INTO cedi.migrations VALUES (999)')
    await expect(openSqlStore(first)).rejects.toThrow(
      `The database has version 999, and this package supports up to ${schemaVersion}.`,
    )
    await first.query('DELETE FROM cedi.migrations WHERE version = 999')
  })

  test('read the same total at any time while others move money in both directions', async () => {
    const [writer, reader] = [await openSqlStore(await connect(24)), await openSqlStore(await connect(8))]
    await writer.clear()
    await receivePayment(writer, 'PAY_1', 1_000_000n)
    let isOver = false
    const sums = new Set<bigint>()
    const watch = async () => {
      while (!isOver) sums.add(await trialBalance(reader, 'ama'))
    }
    const readers = [watch(), watch()]
    await Promise.all(
      Array.from({ length: 24 }, async (_, index) => {
        const random = numbers(index)
        for (let step = 0; step < 12; step++) {
          const id = `PO_${index}_${step}`
          const result = await transact(writer, ama.payout(id, BigInt(1 + random.below(999)), t0))
          if (!result.ok) throw new Error(result.error.message)
          const end = random.below(2) ? ama.payPayout(id, t0) : ama.failPayout(id, t0)
          expect(await transact(writer, end)).toMatchObject({ ok: true })
        }
      }),
    )
    isOver = true
    await Promise.all(readers)
    expect([...sums]).toEqual([0n])
    expect(await verify(reader, 'ama')).toMatchObject({ ok: true, entries: 2 + 24 * 12 * 2 })
  })

  test('read either the old or the new data while a snapshot is restored', async () => {
    const [one, two] = [await openSqlStore(await connect(8)), await openSqlStore(await connect(8))]
    const fillStores = async (names: readonly string[], amountPesewas: bigint) => {
      const memory = createMemoryStore()
      for (const name of names) {
        const merchantShop = shop(name)
        for (const at of range(40)) {
          const id = `PAY_${String(at).padStart(3, '0')}`
          await transact(memory, merchantShop.payment({ id, nowMs: t0, amountPesewas }))
          await transact(memory, merchantShop.confirm(id, t0))
        }
      }
      return memory.snapshot()
    }
    const snapshots = [await fillStores(['ama', 'kofi', 'yaa'], 500n), await fillStores(['ama', 'esi'], 700n)] as const
    const texts = snapshots.map((snapshot) => JSON.stringify(snapshot))
    await one.restore(snapshots[0])
    const seen = new Set<string>()
    let isOver = false
    const watch = async () => {
      while (!isOver) seen.add(JSON.stringify(await two.snapshot()))
    }
    const sums = new Set<bigint>()
    const count = async () => {
      while (!isOver) sums.add(await trialBalance(two, 'ama'))
    }
    const ends: string[] = []
    const commitAll = async () => {
      for (let position = 0; !isOver; position++) {
        const result = await two.commit(makePlan('zoe', { counters: [{ name: `n${position}`, from: 0, to: 1 }] }))
        ends.push(result.outcome)
      }
    }
    const broken = JSON.parse(texts[1] ?? '')
    broken.merchants.esi.entries.push(broken.merchants.esi.entries[0])
    const restoreLoop = (async () => {
      for (let round = 0; round < 8; round++) {
        await one.restore(snapshots[(round + 1) % 2] as (typeof snapshots)[0])
        await expect(one.restore(broken)).rejects.toThrow(TypeError)
      }
    })()
    const done = restoreLoop.finally(() => {
      isOver = true
    })
    // Waits for all, so that none runs during the next test.
    const all = await Promise.allSettled([done, watch(), watch(), count(), commitAll()])
    expect(all.filter(({ status }) => status === 'rejected')).toEqual([])
    const snapshotsSeen = [...seen].map((text) => {
      const { zoe, ...merchants } = JSON.parse(text).merchants
      return JSON.stringify({ version: 1, merchants })
    })
    expect(new Set(snapshotsSeen)).toEqual(new Set(texts))
    expect([...sums]).toEqual([0n])
    expect(new Set(ends)).toEqual(new Set(['ok']))
    await one.clear()
  })

  test('never deadlock, for any order of rows and accounts in a plan', async () => {
    // A separate database, because restoring a snapshot may abort concurrent commits.
    const databaseUrl = await createDatabase('deadlock')
    const drivers = [await connect(16, databaseUrl), await connect(16, databaseUrl)] as const
    const [one, two] = [await openSqlStore(drivers[0]), await openSqlStore(drivers[1])]
    for (const id of ['PAY_1', 'PAY_2', 'PAY_3']) await receivePayment(one, id, 1_000_000n)
    const move = (id: string) =>
      ({ table: 'payments', id, where: {}, set: {}, add: { refund_reserved_pesewas: 1n } }) as const
    const codes: string[] = []
    const result = Array.from({ length: 400 }, (_, index) => {
      const order =
        [
          ['PAY_1', 'PAY_2', 'PAY_3'],
          ['PAY_3', 'PAY_2', 'PAY_1'],
          ['PAY_2', 'PAY_3', 'PAY_1'],
        ][index % 3] ?? []
      const postings =
        index % 2
          ? ([{ debit: 'merchant:available', credit: 'merchant:payouts_in_transit', amountPesewas: 1n }] as const)
          : ([{ debit: 'merchant:payouts_in_transit', credit: 'merchant:available', amountPesewas: 1n }] as const)
      const kind = index % 2 ? 'payout_requested' : 'payout_failed'
      const plan = makePlan('ama', {
        updates: order.map(move),
        entries: [{ kind, source: `PO_${index}`, postings, atMs: t0 }],
      })
      return (index % 4 < 2 ? one : two).commit(plan).catch((error) => codes.push(error.code))
    })
    const results = await Promise.all(result)
    expect(codes).toEqual([])
    const [check] = await drivers[0].query('SELECT deadlocks FROM pg_stat_database WHERE datname = CAST($1 AS text)', [
      'deadlock',
    ])
    expect(Number(check?.['deadlocks'])).toBe(0)
    const ok = results.filter((result) => (result as { outcome: string }).outcome === 'ok').length
    expect((await one.get('payments', 'ama', 'PAY_2'))?.refund_reserved_pesewas).toBe(BigInt(ok))
  })
})

describe('when a statement fails', () => {
  test.each(['40001', '40P01'])('with %s the plan is retried without an error for the caller', async (code) => {
    const driver = await connect()
    let left = 0
    const store = await openSqlStore(
      withHook(driver, async (run) => {
        if (left-- > 0) throw new SqlError(code, 'could not serialize access')
        return run()
      }),
    )
    await store.clear()
    for (let step = 0; step < 20; step++) {
      await transact(store, ama.payment({ id: `PAY_${step}`, nowMs: t0, amountPesewas: 500n }))
      const result = await ama.confirm(`PAY_${step}`, t0)(store)
      if (!result.ok) throw new Error(result.error.message)
      left = step
      expect(await store.commit(result.value)).toMatchObject({ outcome: 'ok', sequence: 2 * (step + 1) })
    }
    left = 1_000
    await expect(store.commit(makePlan('ama', { counters: [{ name: 'n', from: 0, to: 1 }] }))).rejects.toMatchObject({
      code,
    })
    left = 0
    expect(await verify(store, 'ama')).toMatchObject({ ok: true, entries: 40 })
  })

  test.each(['40001', '40P01'])('with %s reads, restores and deletes are retried', async (code) => {
    for (const driver of [await connect(), await emptyPglite()]) {
      if (!openDrivers.includes(driver)) openDrivers.push(driver)
      let isFailing = false
      const store = await openSqlStore(
        withHook(driver, async (run) => {
          isFailing = !isFailing
          if (isFailing) throw new SqlError(code, 'deadlock detected')
          return run()
        }),
      )
      await store.clear()
      await receivePayment(store, 'PAY_1', 10_000n)
      const snapshots = await store.snapshot()
      await store.clear()
      expect(await store.get('payments', 'ama', 'PAY_1')).toBeUndefined()
      await store.restore(snapshots)
      expect(await store.snapshot()).toEqual(snapshots)
      expect(await store.list('entries', 'ama', { limit: 9 })).toHaveLength(2)
    }
  })

  test('after a commit whose response was lost, a retry with the same key has one effect and returns the stored response', async () => {
    for (const driver of [await connect(), await emptyPglite()]) {
      if (!openDrivers.includes(driver)) openDrivers.push(driver)
      let isCut = false
      const store = await openSqlStore(
        withHook(driver, async (run, isCommit) => {
          const rows = await run()
          // Only the response to a commit is lost.
          if (isCut && isCommit) {
            isCut = false
            throw new StoreUnavailable('ECONNRESET')
          }
          return rows
        }),
      )
      await store.clear()
      await receivePayment(store, 'PAY_1', 100_000_000n)
      const crashCount = faults / 2
      for (let step = 0; step < crashCount; step++) {
        const refund = (id: string) =>
          transact(store, ama.refund(id, 'PAY_1', t0, 7n), {
            idempotency: {
              merchant: 'ama',
              scope: 'refunds',
              key: `key-${step}`,
              fingerprint: 'f',
              nowMs: t0,
              toResponse: (result) => ({
                status: 201,
                body: result.ok ? result.value.refund.id : result.error.code,
              }),
            },
          })
        isCut = true
        await expect(refund(`RFD_${step}_a`)).rejects.toMatchObject({ code: 'store_unavailable' })
        const secondRefund = await refund(`RFD_${step}_b`)
        expect(secondRefund).toMatchObject({
          ok: true,
          value: { isReplay: true, response: { status: 201, body: `RFD_${step}_a` } },
        })
      }
      expect((await store.get('payments', 'ama', 'PAY_1'))?.refund_reserved_pesewas).toBe(BigInt(7 * crashCount))
      expect(await verify(store, 'ama')).toMatchObject({ ok: true, entries: 2 + crashCount })
    }
  })

  test('the error contains the cause and no values of the row', async () => {
    const driver = await connect()
    const store = await openSqlStore(driver)
    await store.clear()
    await receivePayment(store, 'PAY_1', 10_000n)
    const secret = 'sk_issued_0123456789abcdef'
    const insert =
      "INSERT INTO cedi.keys (merchant_id, id, hash, scopes, created_ms) VALUES ('ama', 'KEY_1', CAST($1 AS text), '[]', 0)"
    await driver.query(insert, [secret])
    const error = await driver.query(insert, [secret]).catch((reason: unknown) => reason)
    expect(error).toMatchObject({ name: 'SqlError', code: '23505' })
    const errorJson = JSON.stringify(error, Object.getOwnPropertyNames(error))
    expect(errorJson).not.toContain(secret)
  })

  test('because the connection is refused, the error contains no URL and no password', async () => {
    const driver = await openPostgres({ url: 'postgres://ama:sesame@127.0.0.1:1/cedi' })
    const error = await openSqlStore(driver).catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code: 'store_unavailable', reason: 'ECONNREFUSED' })
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain('sesame')
    await driver.close()
  })
})

describe('statements', () => {
  test.each([
    ['PostgreSQL', () => connect(1)],
    ['PGlite', () => emptyPglite()],
  ] as const)('more texts than %s prepares, and long ones, are executed', async (name, open) => {
    const driver = await open()
    for (let shape = 0; shape < 600; shape++) {
      const text = `SELECT CAST($1 AS bigint) AS n${shape}, CAST($2 AS text) AS t`
      expect(await driver.query(text, [shape, null])).toEqual([{ [`n${shape}`]: `${shape}`, t: null }])
    }
    const long = `SELECT CAST($1 AS text) AS t ${'/* a comment */'.repeat(2_000)}`
    for (const value of ['one', 'two']) expect(await driver.query(long, [value])).toEqual([{ t: value }])
    await expect(driver.query(`${long} x`, ['one'])).rejects.toMatchObject({ name: 'SqlError', code: '42601' })
    expect(await driver.query('SELECT CAST($1 AS text) AS t', [name])).toEqual([{ t: name }])
    if (name === 'PGlite') await driver.close()
  })
})

describe('strings', () => {
  test('that a database would change are rejected, and match no row', async () => {
    const store: SqlStore = await openSqlStore(await connect())
    await store.clear()
    for (const name of ['a\0b', '\ud800']) {
      const planner = ama.payment({ id: 'PAY_1', nowMs: t0, amountPesewas: 500n, name })
      await expect(transact(store, planner)).rejects.toMatchObject({ name: 'PlanError' })
      expect(await store.get('payments', 'ama', name)).toBeUndefined()
      expect(await store.list('payments', 'ama', { limit: 1, before: name })).toEqual([])
    }
    const odd = {
      name: 'Ɛsi 👩🏾‍🌾 \u2028 %_\\',
      metadata: { b: '\0', a: "'; DROP TABLE cedi.payments; --", __proto__: 'x' } as object,
    }
    const planner = ama.payment({ id: "PAY_'1", nowMs: t0, amountPesewas: 500n, ...(odd as { name: string }) })
    expect(await transact(store, planner)).toMatchObject({ ok: true })
    const memory = createMemoryStore()
    await transact(memory, planner)
    const snapshotsSeen = await store.get('payments', 'ama', "PAY_'1")
    expect(JSON.stringify(snapshotsSeen, (_, value) => (typeof value === 'bigint' ? `${value}` : value))).toBe(
      JSON.stringify(await memory.get('payments', 'ama', "PAY_'1"), (_, value) =>
        typeof value === 'bigint' ? `${value}` : value,
      ),
    )
  })
})
