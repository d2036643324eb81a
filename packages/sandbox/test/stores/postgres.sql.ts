import { afterAll } from 'vitest'
import { testStore } from '../../../mock-server/test/ledger/store-conformance.js'
import { openPostgres, openSqlStore, type SqlStore } from '../../src/stores/index.js'
import { createDatabase } from './database.js'

let store: SqlStore | undefined

testStore('PostgreSQL', async () => {
  store ??= await openSqlStore(await openPostgres({ url: await createDatabase('conformance') }))
  await store.clear()
  return store
})

afterAll(() => store?.close())
