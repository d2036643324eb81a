import { afterAll } from 'vitest'
import { openPglite, openSqlStore, type SqlStore } from '../../src/sql.js'
import { testStore } from '../store-conformance.js'

let store: SqlStore | undefined

testStore('PGlite', async () => {
  store ??= await openSqlStore(await openPglite())
  await store.clear()
  return store
})

afterAll(() => store?.close())
