import { openPglite, openPostgres, openSqlStore, type SqlStore } from '@cedi/ledger/sql'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { type Postgres, startPostgres } from '../../../ledger/scripts/postgres.mjs'
import { walkTheLists } from './paging.js'
import { shareTheDoors } from './two-servers.js'

let postgres: Postgres | undefined
afterAll(() => postgres?.end())

describe.each([
  ['PGlite', () => openPglite()],
  [
    'PostgreSQL',
    async () => {
      postgres = await startPostgres()
      return openPostgres({ url: postgres.url })
    },
  ],
] as const)('on %s', (_, open) => {
  let store: SqlStore
  beforeAll(async () => {
    store = await openSqlStore(await open())
  })
  afterAll(() => store?.close())

  it('two servers know the same invitations, sessions and keys, and take each only once', () => shareTheDoors(store))

  it('every list of the desk and of a portal leads to all of its pages and back, without a row twice or missing', async () => {
    await store.clear()
    await walkTheLists(store)
  })
})
