import { afterAll } from 'vitest'
import { openPglite, openSqlStore, type SqlDriver, type SqlStore } from '../../src/sql.js'
import { testStore } from '../store-conformance.js'

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
