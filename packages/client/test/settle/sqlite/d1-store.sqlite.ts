import { createRequire } from 'node:module'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type D1Database, type D1Statement, d1Schema, d1Store } from '../../../src/settle/stores/d1.js'
import type { SqliteDatabase } from '../../../src/settle/stores/sqlite.js'
import { testStore } from '../store-conformance.js'
import { trackedOrder } from '../tracked-order.js'

const folder = process.env['CEDI_BETTER_SQLITE3']
const require = createRequire(folder ? join(folder, 'package.json') : import.meta.url)
const Database: new (file: string) => SqliteDatabase = folder
  ? require('better-sqlite3')
  : require('node:sqlite').DatabaseSync

interface Statement extends D1Statement {
  readonly sql: string
  readonly values: (string | number | null)[]
}

/** Emulates D1 on SQLite: a batch is one transaction, and errors contain the messages of SQLite. */
function openD1(): { readonly d1: D1Database<Statement>; readonly sqlite: SqliteDatabase } {
  const sqlite = new Database(':memory:')
  sqlite.exec(`${d1Schema()}\nCREATE TABLE deliveries (order_id TEXT NOT NULL)`)
  const prepare = (sql: string, values: (string | number | null)[] = []): Statement => ({
    sql,
    values,
    bind: (...bound) => prepare(sql, bound),
    all: async () => ({ results: sqlite.prepare(sql).all(...values) }),
  })
  const d1: D1Database<Statement> = {
    prepare,
    async batch(statements) {
      await Promise.resolve()
      sqlite.exec('BEGIN IMMEDIATE')
      try {
        const results = statements.map(({ sql, values }) => ({
          meta: { changes: Number(sqlite.prepare(sql).run(...values).changes) },
        }))
        sqlite.exec('COMMIT')
        return results
      } catch (error) {
        sqlite.exec('ROLLBACK')
        throw new Error(`D1_ERROR: ${(error as Error).message}: SQLITE_CONSTRAINT`)
      }
    },
  }
  return { d1, sqlite }
}
const listDeliveries = (sqlite: SqliteDatabase): string[] =>
  sqlite
    .prepare('SELECT order_id FROM deliveries')
    .all()
    .map((row) => (row as { order_id: string }).order_id)

testStore('D1', async () => {
  const { d1, sqlite } = openD1()
  return {
    store: d1Store(d1),
    insertDelivery: (tx, order) => tx.add(d1.prepare('INSERT INTO deliveries VALUES (?)').bind(order) as Statement),
    listDeliveries: async () => listDeliveries(sqlite),
  }
})

test('D1: a payment is not recorded if a statement of the shop fails', async () => {
  const { d1, sqlite } = openD1()
  const store = d1Store(d1)
  const tracked = trackedOrder({ order: '1', amount: 5 }, undefined, 0)
  await store.save(tracked)
  const failingSave = store.save({ ...tracked, version: 2 }, (tx) =>
    tx.add(d1.prepare('INSERT INTO deliveries VALUES (?)').bind(null) as Statement),
  )
  await expect(failingSave).rejects.toThrow('NOT NULL constraint failed: deliveries.order_id')
  expect(await store.find({ order: '1' })).toEqual([tracked])
  expect(listDeliveries(sqlite)).toEqual([])
})
