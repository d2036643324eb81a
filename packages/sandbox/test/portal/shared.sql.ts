import { openPostgres, openSqlStore, type SqlStore } from '@cedi/sandbox/stores'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Postgres, startPostgres } from '../../scripts/postgres.mjs'
import { accessTokenStore } from '../../src/stores/access-tokens.js'
import { emptyPglite } from '../stores/empty-pglite.js'
import { expectCompleteLists } from './list-paging.js'
import { expectSharedSessions } from './shared-sessions.js'

let postgres: Postgres | undefined
afterAll(() => postgres?.end())

describe.each([
  ['PGlite', () => emptyPglite()],
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

  it('two servers on one database share invitations, sessions and keys, and use each invitation once', () =>
    expectSharedSessions(store))

  it('a session that several requests replace at once is replaced once', async () => {
    const [merchant, id] = ['demo', `session_${'0'.repeat(64)}`]
    const tokens = accessTokenStore({ ...store })
    const token = { merchant, id, area: 'portal', expiresMs: 9e12 }
    await tokens.create(token, 0)
    const responses = await Promise.all(
      Array.from({ length: 5 }, (_, index) => tokens.replace(id, { ...token, id: `session_next_${index}` })),
    )
    expect(responses.filter(Boolean)).toHaveLength(1)
  })

  it('every list can be paged in both directions, without a repeated or missing row', async () => {
    await store.clear()
    await expectCompleteLists(store)
  })
})
