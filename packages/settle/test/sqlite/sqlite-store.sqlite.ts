import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { type SqliteDatabase, sqliteStore } from '../../src/stores/sqlite.js'
import { followed } from '../followed.js'
import { conforms } from '../store-conformance.js'

/** The folder of better-sqlite3; without one, node:sqlite is used. */
const place = process.env['CEDI_BETTER_SQLITE3']
const require = createRequire(place ? join(place, 'package.json') : import.meta.url)
const driver = place ? 'better-sqlite3' : 'node:sqlite'
const Database: new (file: string) => SqliteDatabase = place
  ? require('better-sqlite3')
  : require('node:sqlite').DatabaseSync

const folder = mkdtempSync(join(tmpdir(), 'cedi-sqlite-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
let files = 0
const openFile = (): [SqliteDatabase, string] => {
  const file = join(folder, `${files++}.db`)
  return [new Database(file), file]
}

conforms(driver, async () => {
  const [database] = openFile()
  database.exec('CREATE TABLE given (order_id TEXT)')
  return {
    store: sqliteStore(database),
    give: (tx, order) => void tx.prepare('INSERT INTO given VALUES (?)').run(order),
    given: async () =>
      database
        .prepare('SELECT order_id FROM given')
        .all()
        .map((row) => (row as { order_id: string }).order_id),
  }
})

test(`${driver}: an asynchronous handler is refused, and its writes are undone`, async () => {
  const [database] = openFile()
  const store = sqliteStore(database)
  const entry = followed({ order: '1', amount: 5 }, undefined, 0)
  await store.claim(entry)
  await expect(store.done({ ...entry, version: 2 }, async () => {})).rejects.toThrow(
    'A handler on sqliteStore must not be asynchronous: write with tx and return.',
  )
  expect(await store.waiting({ order: '1' })).toEqual([entry])
  expect(await store.done({ ...entry, version: 2 }, () => {})).toBe(true)
})

test(`${driver}: two connections to one file write a version once, and read each other's writes`, async () => {
  const [database, file] = openFile()
  const stores = [sqliteStore(database), sqliteStore(new Database(file))] as const
  const entry = followed({ order: '1', amount: 5 }, undefined, 0)
  expect(await Promise.all(stores.map((store) => store.claim(entry)))).toEqual([true, false])
  expect(await stores[1].waiting({ order: '1' })).toEqual([entry])
  const ended = { ...entry, version: 2, dueMs: null }
  expect(await Promise.all(stores.map((store) => store.done(ended, () => {})))).toEqual([true, false])
})
