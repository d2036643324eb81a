import { afterAll } from 'vitest'
import { testStore } from '../../../mock-server/test/ledger/store-conformance.js'
import { openPglite, openSqlStore, type SqlDriver, type SqlStore } from '../../src/stores/index.js'

let store: SqlStore | undefined
let driver: SqlDriver | undefined

testStore(
  'PGlite',
  async () => {
    driver ??= await openPglite()
    store ??= await openSqlStore(driver)
    await store.clear()
    return store
  },
  { query: async (text) => driver?.query(text) },
)

afterAll(() => store?.close())
