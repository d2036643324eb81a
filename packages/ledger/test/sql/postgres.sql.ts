import { afterAll } from 'vitest'
import { openPostgres, openSqlStore, type SqlStore } from '../../src/sql.js'
import { testStore } from '../store-conformance.js'
import { freshDatabase } from './database.js'

let store: SqlStore | undefined

testStore('PostgreSQL', async () => {
  store ??= await openSqlStore(await openPostgres({ url: await freshDatabase('conformance') }))
  await store.clear()
  return store
})

afterAll(() => store?.close())
