import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { type SqliteDatabase, sqliteStore } from '../../../src/settle/stores/sqlite.js'
import { testStore } from '../store-conformance.js'
import { trackedOrder } from '../tracked-order.js'

/** Folder of better-sqlite3. Defaults to node:sqlite. */
const driverFolder = process.env['CEDI_BETTER_SQLITE3']
const require = createRequire(driverFolder ? join(driverFolder, 'package.json') : import.meta.url)
const driver = driverFolder ? 'better-sqlite3' : 'node:sqlite'
const Database: new (file: string) => SqliteDatabase = driverFolder
  ? require('better-sqlite3')
  : require('node:sqlite').DatabaseSync

const folder = mkdtempSync(join(tmpdir(), 'cedi-sqlite-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
let files = 0
const openFile = (): [SqliteDatabase, string] => {
  const file = join(folder, `${files++}.db`)
  return [new Database(file), file]
}

testStore(driver, async () => {
  const [database] = openFile()
  database.exec('CREATE TABLE deliveries (order_id TEXT)')
  return {
    store: sqliteStore(database),
    insertDelivery: (tx, order) => void tx.prepare('INSERT INTO deliveries VALUES (?)').run(order),
    listDeliveries: async () =>
      database
        .prepare('SELECT order_id FROM deliveries')
        .all()
        .map((row) => (row as { order_id: string }).order_id),
  }
})

test(`${driver}: an asynchronous handler is rejected and rolled back`, async () => {
  const [database] = openFile()
  const store = sqliteStore(database)
  const tracked = trackedOrder({ order: '1', amount: 5 }, undefined, 0)
  await store.save(tracked)
  await expect(store.save({ ...tracked, version: 2 }, async () => {})).rejects.toThrow(
    'A handler of sqliteStore must be synchronous, and must not return a promise.',
  )
  expect(await store.find({ order: '1' })).toEqual([tracked])
  expect(await store.save({ ...tracked, version: 2 }, () => {})).toBe(true)
})

test(`${driver}: two connections to one file write a version once, and read the same data`, async () => {
  const [database, file] = openFile()
  const stores = [sqliteStore(database), sqliteStore(new Database(file))] as const
  const tracked = trackedOrder({ order: '1', amount: 5 }, undefined, 0)
  expect(await Promise.all(stores.map((store) => store.save(tracked)))).toEqual([true, false])
  expect(await stores[1].find({ order: '1' })).toEqual([tracked])
  const endedOrder = { ...tracked, version: 2, dueMs: null }
  expect(await Promise.all(stores.map((store) => store.save(endedOrder, () => {})))).toEqual([true, false])
})
