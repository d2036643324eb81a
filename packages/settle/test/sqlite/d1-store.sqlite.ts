import { createRequire } from 'node:module'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type D1Database, type D1Statement, d1Schema, d1Store } from '../../src/stores/d1.js'
import type { SqliteDatabase } from '../../src/stores/sqlite.js'
import { followed } from '../followed.js'
import { conforms } from '../store-conformance.js'

const place = process.env['CEDI_BETTER_SQLITE3']
const require = createRequire(place ? join(place, 'package.json') : import.meta.url)
const Database: new (file: string) => SqliteDatabase = place
  ? require('better-sqlite3')
  : require('node:sqlite').DatabaseSync

interface Statement extends D1Statement {
  readonly sql: string
  readonly values: (string | number | null)[]
}

/** Stands in for D1, which is SQLite with promises: a batch is one transaction, and errors have the text of SQLite. */
function openD1(): { readonly d1: D1Database<Statement>; readonly sqlite: SqliteDatabase } {
  const sqlite = new Database(':memory:')
  sqlite.exec(`${d1Schema()}\nCREATE TABLE given (order_id TEXT NOT NULL)`)
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
const given = (sqlite: SqliteDatabase): string[] =>
  sqlite
    .prepare('SELECT order_id FROM given')
    .all()
    .map((row) => (row as { order_id: string }).order_id)

conforms('D1', async () => {
  const { d1, sqlite } = openD1()
  return {
    store: d1Store(d1),
    give: (tx, order) => tx.add(d1.prepare('INSERT INTO given VALUES (?)').bind(order) as Statement),
    given: async () => given(sqlite),
  }
})

test('D1: when a statement of the shop fails, the payment is not recorded either, and the error is reported', async () => {
  const { d1, sqlite } = openD1()
  const store = d1Store(d1)
  const entry = followed({ order: '1', amount: 5 }, undefined, 0)
  await store.claim(entry)
  const fails = store.done({ ...entry, version: 2 }, (tx) =>
    tx.add(d1.prepare('INSERT INTO given VALUES (?)').bind(null) as Statement),
  )
  await expect(fails).rejects.toThrow('NOT NULL constraint failed: given.order_id')
  expect(await store.waiting({ order: '1' })).toEqual([entry])
  expect(given(sqlite)).toEqual([])
})
