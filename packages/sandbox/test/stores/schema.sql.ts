import { createMemoryStore, makePlan, type Store } from '@cedi/mock-server/internal'
import { afterAll, expect, test } from 'vitest'
import type { Column } from '../../../mock-server/src/ledger/tables/table.js'
import { getDefinition } from '../../../mock-server/src/ledger/tables.js'
import {
  migrate,
  openPostgres,
  openSqlStore,
  type SqlDriver,
  schemaVersion,
  shardWithCitus,
} from '../../src/stores/index.js'
import { listColumns } from '../../src/stores/sql/columns.js'
import { runScripts } from '../../src/stores/sql/migrations.js'
import { schema } from '../../src/stores/sql/schema.js'
import { createDatabase } from './database.js'
import { emptyPglite } from './empty-pglite.js'

const drivers: SqlDriver[] = []
const engines = [
  ['PostgreSQL', async (name: string) => openPostgres({ url: await createDatabase(name) })],
  ['PGlite', () => emptyPglite()],
] as const

/** Returns one line for each column, constraint, index and version, sorted. */
async function describeSchema(driver: SqlDriver): Promise<readonly string[]> {
  const rows = await driver.query(
    `SELECT 'column ' || c.relname || '.' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod) || ' '
       || COALESCE(o.collname, '') || ' ' || a.attnotnull || ' ' || COALESCE(pg_get_expr(d.adbin, d.adrelid), '') AS line
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
     LEFT JOIN pg_collation o ON o.oid = a.attcollation LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
     WHERE c.relnamespace = 'cedi'::regnamespace AND c.relkind = 'r'
     UNION ALL SELECT 'constraint ' || conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid)
     FROM pg_constraint WHERE connamespace = 'cedi'::regnamespace AND contype <> 'n'
     UNION ALL SELECT 'index ' || indexdef FROM pg_indexes WHERE schemaname = 'cedi'
     UNION ALL SELECT 'version ' || version FROM cedi.migrations
     LIMIT CAST($1 AS bigint)`,
    [9_999],
  )
  return rows.map((row) => String(row['line'])).sort()
}

for (const [engine, open] of engines) {
  test(`on ${engine}, two processes that migrate a filled database run the next script once and keep its rows`, async () => {
    const driver = await open('schema_next')
    drivers.push(driver)
    const store = await openSqlStore(driver)
    const row = { merchant: 'ama', id: 'ama', name: 'Ama', handle: null, created_ms: 0 }
    await commit(store, { inserts: [{ table: 'merchants', row }] })
    const before = await describeSchema(driver)
    const scripts = [schema(), 'ALTER TABLE cedi.merchants ADD COLUMN motto text;']
    await Promise.all([runScripts(driver, scripts), runScripts(driver, scripts)])
    const addedParts = ['column merchants.motto text default false ', 'version 2']
    expect(await describeSchema(driver)).toEqual([...before, ...addedParts].sort())
    expect(await store.get('merchants', 'ama', 'ama')).toEqual(row)
    await expect(migrate(driver)).rejects.toThrow(
      `The database has version 2, and this package supports up to ${schemaVersion}. Update @cedi/sandbox; there are no down migrations. (decision 0032)`,
    )
  })

  test(`on ${engine}, a migration script that fails changes nothing`, async () => {
    const driver = await open('schema_fails')
    drivers.push(driver)
    await migrate(driver)
    const before = await describeSchema(driver)
    const scripts = [schema(), 'DROP TABLE cedi.events; ALTER TABLE cedi.nothing ADD COLUMN motto text;']
    await expect(runScripts(driver, scripts)).rejects.toMatchObject({ name: 'SqlError', code: '42P01' })
    expect(await describeSchema(driver)).toEqual(before)
  })

  test(`on ${engine}, processes that open a new database at the same time all find its tables`, async () => {
    const one = await open('schema_at_once')
    drivers.push(one)
    await Promise.all(Array.from({ length: 8 }, () => migrate(one)))
    expect((await describeSchema(one)).filter((line) => line.startsWith('version'))).toHaveLength(schemaVersion)
  })
}

for (const [engine, open] of engines) {
  test(`on ${engine} without Citus, sharding is rejected with instructions and creates nothing`, async () => {
    const driver = await open('schema_sharded')
    drivers.push(driver)
    await expect(shardWithCitus(driver)).rejects.toThrow(
      'The database has no Citus. Add it to shared_preload_libraries and run CREATE EXTENSION citus on each node.',
    )
    expect(await driver.query('SELECT tablename FROM pg_tables WHERE schemaname = CAST($1 AS text)', ['cedi'])).toEqual(
      [],
    )
  })
}

test('a new column in the definition of a table is inserted, updated, listed and saved by every store', async () => {
  const { columns } = getDefinition('merchants') as { readonly columns: Record<string, Column> }
  columns['motto'] = { kind: 'text', nullable: true }
  expect(listColumns('merchants')).toContain('motto')
  const databases = await Promise.all(engines.map(([, open]) => open('new_column')))
  drivers.push(...databases)
  for (const database of databases) await runScripts(database, [schema()])
  const stores = [createMemoryStore(), ...(await Promise.all(databases.map((database) => openSqlStore(database))))]
  for (const store of stores) {
    const row = { merchant: 'ama', id: 'ama', name: 'Ama', handle: null, created_ms: 0, motto: 'Kente for all' }
    await commit(store, { inserts: [{ table: 'merchants', row }] })
    expect(await store.get('merchants', 'ama', 'ama')).toEqual(row)
    const [expected, set]: readonly object[] = [{ motto: row.motto }, { motto: 'Adinkra' }]
    await commit(store, { updates: [{ table: 'merchants', id: 'ama', where: expected ?? {}, set: set ?? {} }] })
    expect(await store.list('merchants', null, { limit: 1 })).toEqual([{ ...row, ...set }])
    const snapshot = await store.snapshot()
    expect(snapshot.merchants['ama']?.tables['merchants']).toEqual([{ ...row, ...set }])
    await store.restore(JSON.parse(JSON.stringify(snapshot)))
    expect(await store.snapshot()).toEqual(snapshot)
    // An older snapshot lacks the column, which is nullable.
    const before = JSON.parse(JSON.stringify(snapshot))
    delete before.merchants.ama.tables.merchants[0].motto
    await store.restore(before)
    expect(await store.get('merchants', 'ama', 'ama')).toEqual({ ...row, motto: null })
  }
  delete columns['motto']
})

async function commit(store: Store, steps: Parameters<typeof makePlan>[1]): Promise<void> {
  expect(await store.commit(makePlan('ama', steps))).toMatchObject({ outcome: 'ok' })
}

afterAll(async () => {
  for (const driver of drivers) await driver.close()
})
