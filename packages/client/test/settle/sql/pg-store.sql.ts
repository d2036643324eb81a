import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { pgSchema, pgStore } from '../../../src/settle/stores/pg.js'
import { testStore } from '../store-conformance.js'
import { trackedOrder } from '../tracked-order.js'
import { createDatabase } from './database.js'

const pool = new pg.Pool({ connectionString: await createDatabase('stores'), max: 12 })
afterAll(() => pool.end())
await pool.query('CREATE TABLE deliveries (table_name text, order_id text)')

let tables = 0
testStore('pg', async () => {
  const table = `tracked_orders_${tables++}`
  return {
    store: pgStore(pool, { table }),
    insertDelivery: (tx, order) => tx.query('INSERT INTO deliveries VALUES ($1, $2)', [table, order]),
    async listDeliveries() {
      const { rows } = await pool.query('SELECT order_id FROM deliveries WHERE table_name = $1', [table])
      return rows.map(({ order_id }: { order_id: string }) => order_id)
    },
  }
})

test('ten stores create their table concurrently without an error', async () => {
  const found = Array.from({ length: 10 }, () =>
    pgStore(pool, { table: 'concurrent' }).find({ dueMs: Date.now(), limit: 1 }),
  )
  expect(await Promise.all(found)).toEqual(Array(10).fill([]))
  for (let times = 0; times < 2; times++) await pool.query(pgSchema('concurrent'))
})

test('a table name that needs quotes is rejected', () => {
  for (const table of ['a; DROP TABLE deliveries', 'A', '', 'a.b.c', 'a"b'])
    expect(() => pgStore(pool, { table })).toThrow(TypeError)
})

test('an order is not saved if its handler caught the error of a failed statement', async () => {
  const store = pgStore(pool, { table: 'hidden' })
  const tracked = trackedOrder({ order: '1', amount: 5 }, undefined, 0)
  await store.save(tracked)
  const result = store.save({ ...tracked, version: 2 }, async (tx) => {
    await tx.query("INSERT INTO deliveries VALUES ('hidden', '1')")
    await tx.query('SELECT no_such_column FROM deliveries').catch(() => {})
  })
  await expect(result).rejects.toThrow('current transaction is aborted')
  expect(await store.find({ order: '1' })).toEqual([tracked])
  expect((await pool.query("SELECT 1 FROM deliveries WHERE table_name = 'hidden'")).rowCount).toBe(0)
})

test('a store works in an application that sets other type parsers', async () => {
  const types = [pg.types.builtins.JSONB, pg.types.builtins.JSON, pg.types.builtins.INT8, pg.types.builtins.BOOL]
  const parsers = types.map((type) => [type, pg.types.getTypeParser(type)] as const)
  try {
    for (const type of types) pg.types.setTypeParser(type, (text) => ({ text }))
    const store = pgStore(pool, { table: 'parsers' })
    const tracked = trackedOrder({ order: '1', amount: 5 }, undefined, 0)
    expect(await store.save(tracked)).toBe(true)
    expect(await store.find({ order: '1' })).toEqual([tracked])
    expect(await store.find({ dueMs: Date.now(), limit: 1 })).toEqual([tracked])
    // The table exists: a second store does not create it.
    expect(await pgStore(pool, { table: 'parsers' }).find({ order: '1' })).toEqual([tracked])
  } finally {
    for (const [type, parser] of parsers) pg.types.setTypeParser(type, parser as never)
  }
})

test('a connection that broke in a transaction is not returned to the pool', async () => {
  const own = new pg.Pool({
    connectionString: process.env['CEDI_POSTGRES_URL']?.replace(/postgres$/, 'stores'),
    max: 1,
  })
  own.on('error', () => {})
  const store = pgStore(own, { table: 'broken' })
  const tracked = trackedOrder({ order: '1', amount: 5 }, undefined, 0)
  await store.save(tracked)
  const result = store.save({ ...tracked, version: 2 }, async (tx) => {
    const { rows } = await tx.query('SELECT pg_backend_pid() AS pid')
    await pool.query('SELECT pg_terminate_backend($1)', [(rows[0] as { pid: number }).pid])
    // No statement is running, so the connection emits an event.
    await new Promise((resolve) => setTimeout(resolve, 50))
    await tx.query('SELECT 1')
  })
  await expect(result).rejects.toThrow()
  expect(await store.find({ order: '1' })).toEqual([tracked])
  await own.end()
})
