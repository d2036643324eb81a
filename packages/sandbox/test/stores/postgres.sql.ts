import { afterAll } from 'vitest'
import { testStore } from '../../../mock-server/test/ledger/store-conformance.js'
import { openPostgres, openSqlStore, type SqlDriver, type SqlStore } from '../../src/stores/index.js'
import { createDatabase } from './database.js'

let store: SqlStore | undefined
let driver: SqlDriver | undefined

testStore(
  'PostgreSQL',
  async () => {
    driver ??= await openPostgres({ url: await createDatabase('conformance') })
    store ??= await openSqlStore(driver)
    await store.clear()
    return store
  },
  { query: async (text) => driver?.query(text) },
)

afterAll(() => store?.close())
