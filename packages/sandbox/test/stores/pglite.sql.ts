import { afterAll } from 'vitest'
import { testStore } from '../../../mock-server/test/ledger/store-conformance.js'
import { openPglite, openSqlStore, type SqlStore } from '../../src/stores/index.js'

let store: SqlStore | undefined

testStore('PGlite', async () => {
  store ??= await openSqlStore(await openPglite())
  await store.clear()
  return store
})

afterAll(() => store?.close())
