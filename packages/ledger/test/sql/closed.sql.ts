import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  BooksBusy,
  checkpointOf,
  createMemoryStore,
  hashText,
  type ListQuery,
  type MemoryStore,
  makePlan,
  type Plan,
  transact,
  verify,
} from '../../src/index.js'
import { openPostgres, openSqlStore, type SqlDriver, type SqlStore, StoreUnavailable } from '../../src/sql.js'
import { type BooksClosed, closeBooks } from '../../src/stores/sql/closed/close.js'
import { createWorld, type Numbers, numbers } from '../model.js'
import { setting } from '../setting.js'
import { shop } from '../shop.js'
import { freshDatabase } from './database.js'
import { emptyPglite } from './empty-pglite.js'

const steps = setting('CEDI_CLOSED_STEPS', 300)
const merchants = ['ama', 'kofi']
const ama = shop('ama')
const monthMs = (year: number, month: number) => Date.UTC(year, month - 1)
const [may, july] = [monthMs(2026, 5), monthMs(2026, 7)]

const opened: SqlDriver[] = []
async function opening(driver: SqlDriver): Promise<SqlDriver> {
  opened.push(driver)
  return driver
}
afterAll(async () => {
  for (const driver of opened) await driver.close()
})

/** A driver of each engine for all tests: to start one takes seconds. */
const made = new Map<string, Promise<SqlDriver>>()
const engines = [
  ['PostgreSQL', async () => openPostgres({ url: await freshDatabase('closed') })],
  ['PGlite', () => emptyPglite()],
] as const
async function emptied(engine: string, open: () => Promise<SqlDriver>): Promise<[SqlStore, SqlDriver]> {
  const making = made.get(engine) ?? open().then(opening)
  made.set(engine, making)
  const driver = await making
  const store = await openSqlStore(driver)
  await store.clear()
  return [store, driver]
}

async function all(closing: AsyncIterable<BooksClosed>): Promise<BooksClosed[]> {
  const done: BooksClosed[] = []
  for await (const one of closing) done.push(one)
  return done
}

const textOf = (value: unknown): string =>
  JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? `${each}n` : each))

/** Payments that were paid, one every three days from the first of May on: three months of entries. */
async function threeMonths(store: SqlStore | MemoryStore, count = 30, of = ama): Promise<void> {
  for (let at = 0; at < count; at++) {
    const [id, nowMs] = [`PAY_${String(at).padStart(3, '0')}`, may + at * 3 * 86_400_000]
    for (const planner of [of.payment({ id, nowMs, amountPesewas: 10_000n, network: 'visa' }), of.confirm(id, nowMs)])
      expect(await transact(store, planner)).toMatchObject({ ok: true })
  }
}

/** What any reader sees: each entry once, in its place. */
async function seen(store: SqlStore | MemoryStore) {
  const entries = await store.list('entries', null, { limit: 10_000, order: 'oldest' })
  return textOf([entries, await store.list('accounts', null, { limit: 1_000 })])
}

const count = async (driver: SqlDriver, table: string): Promise<number> =>
  Number((await driver.query(`SELECT COUNT(*) AS n FROM cedi.${table} LIMIT CAST($1 AS bigint)`, [1]))[0]?.['n'])

/** Some listings of entries, each with the same answer. */
async function sameListings(random: Numbers, store: SqlStore, plain: MemoryStore): Promise<void> {
  for (const merchant of [...merchants, null]) {
    const some = await plain.list('entries', merchant, { limit: 10_000 })
    for (let round = 0; round < 12; round++) {
      const { id, source, kind, at_ms: ms, merchant: owner } = random.pick(some)
      const [by, where] = [
        random.below(2) ? {} : { by: 'at_ms' as const },
        random.pick([{}, { where: { source } }, { where: { kind } }, { where: { kind, source } }]),
      ]
      const place = by.by ? { ms, id, merchant: owner } : { id, merchant: owner }
      const from = random.pick([{}, { before: id }, { after: id }, { past: place }])
      const order = random.pick(['newest', 'oldest'] as const)
      const query: ListQuery<'entries'> = { limit: 1 + random.below(40), order, ...by, ...where, ...from }
      const expected = await plain.list('entries', merchant, query)
      expect(textOf(await store.list('entries', merchant, query)), textOf([merchant, query])).toBe(textOf(expected))
      expect(textOf(await store.get('entries', merchant, id))).toBe(textOf(await plain.get('entries', merchant, id)))
    }
  }
}

describe.each(engines)('on %s', (engine, open) => {
  test('books whose months are closed at any time answer as those of which nothing is closed', async () => {
    const random = numbers(99_041)
    const plain = createMemoryStore()
    const [store, driver] = await emptied(engine, open)
    const world = createWorld(plain, merchants)
    await world.open()
    await store.restore(plain.snapshot())
    const startMs = monthMs(2026, 1)
    let firstMs: number | undefined
    for (let step = 0; step < steps; step++) {
      const op = world.nextOp(random)
      firstMs ??= op.now
      // Time passes the more quickly the fewer steps there are, so that months go by.
      const late = { ...op, now: startMs + (op.now - firstMs) * Math.round(20_000 / steps) }
      expect(textOf(await world.run(late, store)), textOf(op)).toBe(textOf(await world.run(late, plain)))
      if (random.below(30) > 0) continue
      const now = new Date(late.now)
      const beforeMs = monthMs(now.getUTCFullYear(), now.getUTCMonth() + random.below(4) - 1)
      const before = textOf(await store.list('accounts', null, { limit: 99 }))
      for (const one of await all(closeBooks(driver, beforeMs, 7))) {
        if (!one.ok) throw new Error(textOf(one))
        expect(await store.closing(one.merchant)).toEqual(one.closing)
      }
      expect(textOf(await store.list('accounts', null, { limit: 99 }))).toBe(before)
      for (const { at_ms: atMs } of await store.list('entries', null, { limit: 9_999, left: true }))
        expect(atMs).toBeGreaterThanOrEqual(beforeMs)
      // A second time nothing is left to close.
      expect(await all(store.closeBooks(beforeMs))).toEqual([])
    }
    await sameListings(random, store, plain)
    expect(await count(driver, 'closed_entries')).toBeGreaterThan(steps / 10)
    expect(await count(driver, 'closings')).toBeGreaterThan(4)
    for (const merchant of merchants) {
      const verdict = await verify(plain, merchant)
      expect(verdict.ok).toBe(true)
      for (const closed of [false, true]) expect(await verify(store, merchant, [], { closed })).toEqual(verdict)
      expect(await checkpointOf(store, merchant)).toEqual(await checkpointOf(plain, merchant))
      // Closing balances and open entries make the balances.
      const { closings, through, unguarded } = await store.closedBooks(merchant)
      expect(through).toBe(closings.at(-1)?.sequence)
      expect(unguarded).toBeNull()
      for (const { sequence, hash } of closings)
        expect(
          await plain.list('entries', merchant, {
            limit: 1,
            after: String(sequence - 1).padStart(12, '0'),
            order: 'oldest',
          }),
        ).toMatchObject([{ sequence, hash }])
      for (const { kind, source, at_ms: atMs } of await plain.list('entries', merchant, { limit: 9_999 })) {
        const postings = [{ debit: 'psp:mtn', credit: 'suspense', amountPesewas: 1n }] as const
        const again = makePlan(merchant, { entries: [{ kind, source, postings, atMs }] })
        expect(await store.commit(again)).toEqual({
          outcome: 'duplicate',
          table: 'entries',
          id: source,
          column: 'source',
        })
      }
    }
    // A snapshot has every entry; where it is put back, all of them are open, and can be closed again.
    const snapshot = await store.snapshot()
    expect(hashText(JSON.stringify(snapshot))).toBe(plain.stateHash())
    await store.restore(JSON.parse(JSON.stringify(snapshot)))
    expect([
      await count(driver, 'closed_entries'),
      await count(driver, 'closed_sources'),
      await count(driver, 'closings'),
    ]).toEqual([0, 0, 0])
    expect(await store.closing('ama')).toBeUndefined()
    await sameListings(random, store, plain)
    expect(await all(store.closeBooks(monthMs(2100, 1)))).toMatchObject([{ ok: true }, { ok: true }])
    for (const merchant of merchants) expect((await verify(store, merchant, [], { closed: true })).ok).toBe(true)
    await store.clear()
    expect(await store.list('entries', null, { limit: 9 })).toEqual([])
  })

  test('each month has a partition of its own and a closing balance of each merchant', async () => {
    const [store, driver] = await emptied(engine, open)
    await threeMonths(store)
    const before = await seen(store)
    const checkpoint = await checkpointOf(store, 'ama')
    const done = await all(store.closeBooks(july))
    const months = await driver.query(
      'SELECT merchant_id, id, sequence, accounts FROM cedi.closings ORDER BY id LIMIT CAST($1 AS bigint)',
      [9],
    )
    expect(months.map(({ accounts, ...rest }) => ({ ...rest, ...JSON.parse(String(accounts)) }))).toEqual([
      {
        ...{ merchant_id: 'ama', id: '2026-05', sequence: '11', 'psp:card': ['110000', 11] },
        ...{ 'merchant:pending': ['105600', 11], 'fees:income': ['4400', 11] },
      },
      {
        ...{ merchant_id: 'ama', id: '2026-06', sequence: '21', 'psp:card': ['210000', 21] },
        ...{ 'merchant:pending': ['201600', 21], 'fees:income': ['8400', 21] },
      },
    ])
    expect(done).toMatchObject([{ merchant: 'ama', ok: true, entries: 21, closing: { sequence: 21 } }])
    expect([await count(driver, 'closed_entries_2026_05'), await count(driver, 'closed_entries_2026_06')]).toEqual([
      11, 10,
    ])
    expect([await count(driver, 'entries'), await count(driver, 'closed_sources')]).toEqual([9, 21])
    // Whoever lists them finds what was there before.
    expect(await seen(store)).toBe(before)
    expect(await verify(store, 'ama', checkpoint)).toMatchObject({ ok: true, entries: 30 })
  })

  test('a checkpoint of a closed entry is held against the entries, which are all still there', async () => {
    const [store] = await emptied(engine, open)
    await threeMonths(store, 12)
    const early = await checkpointOf(store, 'ama')
    for (let at = 12; at < 20; at++) {
      const [id, nowMs] = [`PAY_${at}`, may + at * 3 * 86_400_000]
      await transact(store, ama.payment({ id, nowMs, amountPesewas: 500n, network: 'visa' }))
      await transact(store, ama.confirm(id, nowMs))
    }
    await all(store.closeBooks(july))
    expect(await verify(store, 'ama', early)).toMatchObject({ ok: true, entries: 20 })
    const forged = { ...early, hash: '0'.repeat(64) }
    expect(await verify(store, 'ama', forged)).toMatchObject({ ok: false, law: 'checkpoint', sequence: 12 })
    expect(await verify(store, 'ama', { ...early, sequence: 99 })).toMatchObject({ ok: false, law: 'checkpoint' })
  })

  test('whatever is changed in closed books, verify finds it', async () => {
    const [store, driver] = await emptied(engine, open)
    await threeMonths(store)
    await all(store.closeBooks(july))
    expect(await verify(store, 'ama', [], { closed: true })).toMatchObject({ ok: true })
    const saved = await store.snapshot()
    const forgeries: readonly [law: string, sequence: number | null, text: string][] = [
      ['hash', 3, "UPDATE cedi.closed_entries SET postings = replace(postings, '9600', '9601') WHERE sequence = 3"],
      ['sequence', 4, 'DELETE FROM cedi.closed_entries WHERE sequence = 4'],
      ['sequence', 12, 'DROP TABLE cedi.closed_entries_2026_06'],
      ['sequence', 2, 'INSERT INTO cedi.entries SELECT * FROM cedi.closed_entries WHERE sequence = 1'],
      ['unique source', 7, "DELETE FROM cedi.closed_sources WHERE source = 'PAY_006'"],
      ['closing', 11, "UPDATE cedi.closings SET accounts = replace(accounts, '105600', '105601') WHERE id = '2026-05'"],
      [
        'closing',
        11,
        "UPDATE cedi.closings SET accounts = replace(accounts, '\"105600\",11', '\"105600\",10') WHERE id = '2026-05'",
      ],
      ['closing', 11, "UPDATE cedi.closings SET hash = repeat('0', 64) WHERE id = '2026-05'"],
      ['closing', 11, "UPDATE cedi.closings SET at_ms = at_ms + 1 WHERE id = '2026-05'"],
      ['closing', 21, "DELETE FROM cedi.closings WHERE id = '2026-06'"],
      ['closing', 99, "UPDATE cedi.closings SET sequence = 99 WHERE id = '2026-06'"],
      ['closing', 11, "DELETE FROM cedi.closings WHERE id = '2026-05'"],
      ['closing', 11, "UPDATE cedi.closings SET id = '2026-04' WHERE id = '2026-05'"],
      ['unique source', null, "INSERT INTO cedi.closed_sources VALUES ('ama', 'PAY_999', 'payment_received')"],
      ['unique source', 7, "UPDATE cedi.closed_sources SET source = 'PAY_X' WHERE source = 'PAY_006'"],
      [
        'unique source',
        null,
        `INSERT INTO cedi.entries SELECT * FROM cedi.closed_entries WHERE sequence = 4;
DELETE FROM cedi.closed_entries WHERE sequence = 4`,
      ],
      ['closing', 20, 'UPDATE cedi.books SET closed = 20'],
    ]
    for (const [law, sequence, text] of forgeries) {
      await store.restore(saved)
      // The partition that was dropped is made again.
      await all(store.closeBooks(july))
      expect(await verify(store, 'ama', [], { closed: true }), text).toMatchObject({ ok: true })
      await driver.query(text)
      expect(await verify(store, 'ama', [], { closed: true }), text).toMatchObject({ ok: false, law, sequence })
      if (text.includes('2026-06')) expect(await verify(store, 'ama'), text).toMatchObject({ ok: false })
    }
    // And nothing is closed on top of it.
    expect(await all(store.closeBooks(monthMs(2027, 1)))).toMatchObject([{ ok: false, law: 'closing', sequence: 20 }])
    await driver.query(`UPDATE cedi.closings SET accounts = '{"cash":1}'`)
    await expect(verify(store, 'ama')).rejects.toThrow('The closing of ama does not say what cash holds.')
  })

  test('books with a fault in them are not closed, and those of others are', async () => {
    const [store, driver] = await emptied(engine, open)
    await threeMonths(store)
    const kofi = shop('kofi')
    await transact(store, kofi.payment({ id: 'PAY_1', nowMs: may, amountPesewas: 500n, network: 'visa' }))
    await transact(store, kofi.confirm('PAY_1', may))
    await driver.query("UPDATE cedi.entries SET source = 'PAY_X' WHERE merchant_id = 'ama' AND sequence = 13")
    expect(await all(closeBooks(driver, july, 5))).toMatchObject([
      { merchant: 'ama', ok: false, law: 'hash', sequence: 13 },
      { merchant: 'kofi', ok: true, entries: 1 },
    ])
    // What came before the fault, in the moves before it, is closed.
    expect(await store.closing('ama')).toMatchObject({ sequence: 11 })
    expect(await verify(store, 'ama', [], { closed: true })).toMatchObject({ ok: false, law: 'hash', sequence: 13 })
  })

  test.each([
    [
      'an event that is closed already',
      'INSERT INTO cedi.closed_sources SELECT merchant_id, source, kind FROM cedi.entries WHERE sequence = 13 AND merchant_id = $$ama$$',
      { law: 'unique source', sequence: null },
    ],
    [
      'an entry that lies open before the last closed one',
      `INSERT INTO cedi.entries SELECT * FROM cedi.closed_entries WHERE sequence = 4 AND merchant_id = 'ama';
DELETE FROM cedi.closed_entries WHERE sequence = 4 AND merchant_id = 'ama'`,
      { law: 'closing', sequence: 12 },
    ],
    [
      'an entry under another id',
      "UPDATE cedi.entries SET id = '000000000021x' WHERE sequence = 21 AND merchant_id = 'ama'",
      { law: 'closing', sequence: 12 },
    ],
    [
      'an amount that cannot be read',
      "UPDATE cedi.entries SET postings = replace(postings, '9600', '96x') WHERE sequence = 13 AND merchant_id = 'ama'",
      { law: 'closing', sequence: null, found: 'Cannot convert 96x to a BigInt' },
    ],
    [
      'a closing that cannot be read',
      "UPDATE cedi.closings SET accounts = '{\"cash\":1}' WHERE merchant_id = 'ama'",
      {
        law: 'closing',
        sequence: null,
        found: 'The closing of ama does not say what cash holds. Restore the table closings.',
      },
    ],
  ])('books with %s are not closed, and those of others are', async (_, forgery, broken) => {
    const [store, driver] = await emptied(engine, open)
    for (const merchant of merchants) await threeMonths(store, 30, shop(merchant))
    await all(store.closeBooks(monthMs(2026, 6)))
    await driver.query(forgery)
    expect(await all(store.closeBooks(july))).toMatchObject([
      { merchant: 'ama', ok: false, ...broken },
      { merchant: 'kofi', ok: true, entries: 10 },
    ])
    expect(await count(driver, 'closed_entries_2026_06')).toBe(10)
  })

  test('who closes more slowly than another process goes on where that one has come to', async () => {
    const [store, driver] = await emptied(engine, open)
    await threeMonths(store)
    // Each time before it moves an entry, the other one has moved it.
    const slow: SqlDriver = {
      ...driver,
      async query(text, values) {
        if (text.startsWith('WITH sealed')) await all(closeBooks(once, july, 1)).catch(() => undefined)
        return driver.query(text, values)
      },
    }
    const once: SqlDriver = {
      ...driver,
      async query(text, values) {
        const rows = await driver.query(text, values)
        if (text.startsWith('WITH sealed')) throw new StoreUnavailable('ECONNRESET')
        return rows
      },
    }
    expect(await all(closeBooks(slow, july, 1))).toEqual([])
    expect(await store.closing('ama')).toMatchObject({ sequence: 21 })
    expect(await verify(store, 'ama', [], { closed: true })).toMatchObject({ ok: true, entries: 30 })
  })

  test('a month whose table is no partition any more is not closed, and the error says what to do', async () => {
    const [store, driver] = await emptied(engine, open)
    await threeMonths(store)
    await all(store.closeBooks(july))
    await store.restore(await store.snapshot())
    await driver.query('ALTER TABLE cedi.closed_entries DETACH PARTITION cedi.closed_entries_2026_06')
    await expect(all(store.closeBooks(july))).rejects.toThrow(
      `cedi.closed_entries_2026_06 is no partition of cedi.closed_entries. Attach it FOR VALUES FROM (${monthMs(2026, 6)}) TO (${july}), or rename it. Then close again.`,
    )
    expect(await store.closing('ama')).toMatchObject({ sequence: 11 })
    await driver.query('ALTER TABLE cedi.closed_entries_2026_06 RENAME TO elsewhere; DROP TABLE cedi.elsewhere')
    expect(await all(store.closeBooks(july))).toMatchObject([{ ok: true, entries: 10 }])
  })

  test('of a merchant whose name no database keeps, nothing is closed', async () => {
    const [store] = await emptied(engine, open)
    const plain = await verify(createMemoryStore(), 'a\0b')
    for (const closed of [false, true]) expect(await verify(store, 'a\0b', [], { closed })).toEqual(plain)
  })

  test.each([may + 1, may - 86_400_000, Number.NaN, -1, 8e15])(
    '%s is no moment before which books are closed',
    async (beforeMs) => {
      const [store] = await emptied(engine, open)
      await expect(all(store.closeBooks(beforeMs))).rejects.toThrow(RangeError)
    },
  )

  test('where tables are spread, closing is refused and nothing has changed', async () => {
    const [plain, driver] = await emptied(engine, open)
    await threeMonths(plain, 2)
    await driver.query('CREATE TABLE cedi.taken (place text, merchant_id text)')
    const store = await openSqlStore(driver)
    expect(() => store.closeBooks(july)).toThrow('Books cannot be closed where tables are spread over machines.')
    expect(await count(driver, 'entries')).toBe(2)
    await driver.query('DROP TABLE cedi.taken')
  })

  test('a closing that is cut off at any statement has moved a part whole or not at all, and goes on later', async () => {
    const [store, driver] = await emptied(engine, open)
    const memory = createMemoryStore()
    await threeMonths(memory)
    const before = await seen(memory)
    let wasWhole = false
    for (let cutAt = 1; !wasWhole; cutAt++) {
      await store.restore(memory.snapshot())
      let sent = 0
      const cut: SqlDriver = {
        ...driver,
        async query(text, values) {
          sent++
          if (sent === cutAt && cutAt % 2) throw new StoreUnavailable('ECONNRESET')
          const rows = await driver.query(text, values)
          // It was done, and nobody is told so.
          if (sent === cutAt) throw new StoreUnavailable('ECONNRESET')
          return rows
        },
      }
      const done = await all(closeBooks(cut, july, 4)).catch((error: unknown) => error)
      wasWhole = Array.isArray(done)
      if (!wasWhole) expect(done).toMatchObject({ code: 'store_unavailable' })
      expect(await seen(store)).toBe(before)
      expect(await count(driver, 'closed_sources')).toBe(await count(driver, 'closed_entries'))
      expect(await verify(store, 'ama', [], { closed: true })).toMatchObject({ ok: true, entries: 30 })
      await all(store.closeBooks(july))
      expect(await store.closing('ama')).toMatchObject({ sequence: 21 })
      expect(await verify(store, 'ama', [], { closed: true })).toMatchObject({ ok: true, entries: 30 })
    }
  })
})

describe('several connections to one PostgreSQL', () => {
  let url = ''
  beforeAll(async () => {
    url = await freshDatabase('closed_many')
  })
  const connect = async (connections = 8) => opening(await openPostgres({ url, connections }))

  test('close once between them, while payments go on and others read and verify', async () => {
    const [one, two] = [await openSqlStore(await connect()), await openSqlStore(await connect())]
    const driver = await connect()
    await threeMonths(one)
    const first = textOf(await one.list('entries', 'ama', { limit: 21, order: 'oldest' }))
    let isOver = false
    const paying = (async () => {
      let made = 0
      for (; !isOver || made < 20; made++) {
        const [id, nowMs] = [`PAY_${String(500 + made)}`, july + 40 * 86_400_000 + made]
        for (const planner of [
          ama.payment({ id, nowMs, amountPesewas: 10_000n, network: 'visa' }),
          ama.confirm(id, nowMs),
        ])
          expect(await transact(two, planner)).toMatchObject({ ok: true })
      }
      return made
    })()
    const reading = (async () => {
      while (!isOver) expect(textOf(await two.list('entries', 'ama', { limit: 21, order: 'oldest' }))).toBe(first)
    })()
    const verifying = (async () => {
      for (let closed = false; !isOver; closed = !closed) {
        const verdict = await verify(two, 'ama', [], { closed }).catch((error: unknown) => error)
        if (!(verdict instanceof BooksBusy)) expect(verdict).toMatchObject({ ok: true })
      }
    })()
    const closers = [driver, one.driver, two.driver, driver].map((each) => all(closeBooks(each, july, 1)))
    const done = (await Promise.all(closers)).flat()
    isOver = true
    const made = await paying
    await Promise.all([reading, verifying])
    const closed = done.reduce((sum, each) => sum + (each.ok ? each.entries : Number.NaN), 0)
    expect(closed).toBe(21)
    expect([await count(driver, 'closed_entries'), await count(driver, 'closed_sources')]).toEqual([21, 21])
    expect(await verify(one, 'ama', [], { closed: true })).toMatchObject({ ok: true, entries: 30 + made })
  })

  test('end in the middle of it, and what was moved is closed while the rest is open', async () => {
    const store = await openSqlStore(await connect())
    await store.clear()
    await threeMonths(store)
    const before = await seen(store)
    for (let kills = 0; kills < 12; kills++) {
      const driver = await openPostgres({ url, connections: 1 })
      const [{ pid } = {}] = await driver.query('SELECT pg_backend_pid() AS pid LIMIT CAST($1 AS bigint)', [1])
      const closing = all(closeBooks(driver, july, 1)).catch((error: unknown) => error)
      await new Promise((go) => setTimeout(go, kills * 3))
      await store.driver.query('SELECT pg_terminate_backend(CAST($1 AS int)) AS ended', [Number(pid)])
      await closing
      await driver.close()
      expect(await seen(store)).toBe(before)
      expect(await verify(store, 'ama', [], { closed: true })).toMatchObject({ ok: true, entries: 30 })
    }
    await all(store.closeBooks(july))
    expect(await verify(store, 'ama', [], { closed: true })).toMatchObject({ ok: true, entries: 30 })
  })

  test('move nothing into a new partition while somebody reads who began before it was there', async () => {
    const store = await openSqlStore(await connect())
    await store.clear()
    await threeMonths(store)
    await store.driver.query('DROP TABLE IF EXISTS cedi.closed_entries_2026_05, cedi.closed_entries_2026_06')
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    // What a statement holds that is planned, and has not begun to read.
    await client.query('BEGIN; LOCK TABLE cedi.closed_entries IN ACCESS SHARE MODE')
    const closing = all(store.closeBooks(july))
    for (let found = 0; found === 0; ) {
      const [row] = await store.driver.query(
        'SELECT COUNT(*) AS n FROM pg_inherits WHERE inhrelid = to_regclass(CAST($1 AS text))',
        ['cedi.closed_entries_2026_05'],
      )
      found = Number(row?.['n'])
    }
    await new Promise((go) => setTimeout(go, 300))
    expect(await count(store.driver, 'entries')).toBe(30)
    // Others, who know the partition, wait for nobody.
    expect(await store.list('entries', 'ama', { limit: 99 })).toHaveLength(30)
    expect(await transact(store, ama.payment({ id: 'PAY_W', nowMs: july, amountPesewas: 500n }))).toMatchObject({
      ok: true,
    })
    await client.query('COMMIT')
    await client.end()
    expect(await closing).toMatchObject([{ ok: true, entries: 21 }])
    expect(await store.list('entries', 'ama', { limit: 99 })).toHaveLength(30)
  })

  test('do not wait for ever for somebody who reads', async () => {
    const driver = await connect(1)
    const store = await openSqlStore(driver)
    await store.clear()
    await threeMonths(store)
    const busy: SqlDriver = {
      ...driver,
      query: async (text, values) => (text.includes('pg_locks') ? [{ readers: '7/12' }] : driver.query(text, values)),
    }
    await expect(all(closeBooks(busy, july))).rejects.toThrow(
      'Transactions from before cedi.closed_entries_2026_05 still read closed entries (7/12 in pg_locks). End them, or wait. Then close again.',
    )
    expect(await count(driver, 'entries')).toBe(30)
  })

  test('an event that was recorded and closed while a second recording of it waited is recorded once', async () => {
    const store = await openSqlStore(await connect())
    await store.clear()
    await threeMonths(store, 3)
    const postings = [{ debit: 'psp:mtn', credit: 'suspense', amountPesewas: 700n }] as const
    const plan: Plan = makePlan('ama', {
      entries: [{ kind: 'late_money_received', source: 'PAY_L', postings, atMs: may }],
    })
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    // Everything of this store is one transaction.
    const held = await openSqlStore({
      query: async (text, values) => (await client.query({ text, ...(values && { values: [...values] }) })).rows,
      close: async () => undefined,
    })
    await client.query("BEGIN; SELECT FROM cedi.books WHERE merchant_id = 'ama' FOR UPDATE")
    const second = store.commit(plan)
    for (let waiting = 0; waiting === 0; ) {
      const [row] = await held.driver.query(
        "SELECT COUNT(*) AS n FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = CAST($1 AS text)",
        ['closed_many'],
      )
      waiting = Number(row?.['n'])
    }
    expect(await held.commit(plan)).toMatchObject({ outcome: 'ok' })
    expect(await all(held.closeBooks(july))).toMatchObject([{ ok: true, entries: 4 }])
    await client.query('COMMIT')
    await client.end()
    expect(await second).toEqual({ outcome: 'duplicate', table: 'entries', id: 'PAY_L', column: 'source' })
    expect(await store.list('entries', 'ama', { limit: 9, where: { source: 'PAY_L' } })).toHaveLength(1)
  })
})
