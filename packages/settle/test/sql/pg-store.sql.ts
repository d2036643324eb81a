import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { pgSchema, pgStore } from '../../src/stores/pg.js'
import { conforms } from '../store-conformance.js'
import { freshDatabase } from './database.js'

const pool = new pg.Pool({ connectionString: await freshDatabase('stores'), max: 12 })
afterAll(() => pool.end())
await pool.query('CREATE TABLE given (table_name text, order_id text)')

let tables = 0
conforms('pg', async () => {
  const table = `waiting_${tables++}`
  return {
    store: pgStore(pool, { table }),
    give: (tx, order) => tx.query('INSERT INTO given VALUES ($1, $2)', [table, order]),
    async given() {
      const { rows } = await pool.query('SELECT order_id FROM given WHERE table_name = $1', [table])
      return rows.map(({ order_id }: { order_id: string }) => order_id)
    },
  }
})

test('ten stores that create their table at once all succeed', async () => {
  const found = Array.from({ length: 10 }, () =>
    pgStore(pool, { table: 'at_once' }).waiting({ dueMs: Date.now(), limit: 1 }),
  )
  expect(await Promise.all(found)).toEqual(Array(10).fill([]))
  for (let times = 0; times < 2; times++) await pool.query(pgSchema('at_once'))
})

test('a table name that is not a plain name is refused', () => {
  for (const table of ['a; DROP TABLE given', 'A', '', 'a.b.c', 'a"b'])
    expect(() => pgStore(pool, { table })).toThrow(TypeError)
})

test('a handler that hides the error of a statement is not taken for done: the caller learns of it, and nothing is kept', async () => {
  const store = pgStore(pool, { table: 'hidden' })
  const { followed } = await import('../followed.js')
  const entry = followed({ order: '1', amount: 5 }, undefined, 0)
  await store.claim(entry)
  const hides = store.done({ ...entry, version: 2 }, async (tx) => {
    await tx.query("INSERT INTO given VALUES ('hidden', '1')")
    await tx.query('SELECT no_such_column FROM given').catch(() => {})
  })
  await expect(hides).rejects.toThrow('current transaction is aborted')
  expect(await store.waiting({ order: '1' })).toEqual([entry])
  expect((await pool.query("SELECT 1 FROM given WHERE table_name = 'hidden'")).rowCount).toBe(0)
})

test('a connection that breaks in a transaction is not returned to the pool', async () => {
  const own = new pg.Pool({
    connectionString: process.env['CEDI_POSTGRES_URL']?.replace(/postgres$/, 'stores'),
    max: 1,
  })
  own.on('error', () => {})
  const store = pgStore(own, { table: 'broken' })
  const { followed } = await import('../followed.js')
  const entry = followed({ order: '1', amount: 5 }, undefined, 0)
  await store.claim(entry)
  const breaks = store.done({ ...entry, version: 2 }, async (tx) => {
    const { rows } = await tx.query('SELECT pg_backend_pid() AS pid')
    await pool.query('SELECT pg_terminate_backend($1)', [(rows[0] as { pid: number }).pid])
    // The connection reports its end by an event, because no statement is running.
    await new Promise((resolve) => setTimeout(resolve, 50))
    await tx.query('SELECT 1')
  })
  await expect(breaks).rejects.toThrow()
  expect(await store.waiting({ order: '1' })).toEqual([entry])
  await own.end()
})
