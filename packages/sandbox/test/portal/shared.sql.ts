import { makePlan } from '@cedi/ledger'
import { openPglite, openPostgres, openSqlStore, type SqlStore } from '@cedi/ledger/sql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Postgres, startPostgres } from '../../../ledger/scripts/postgres.mjs'
import { passesOf } from '../../src/stores/passes.js'
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

  it('sessions that the versions before kept among the scheduled events are carried over', async () => {
    const [merchant, id] = ['demo', `session_${'0'.repeat(64)}`]
    const row = { merchant, id, due_ms: 9e12, kind: 'session_end', ref: 'portal', data: {} }
    await store.commit(makePlan(merchant, { inserts: [{ table: 'events', row }] }))
    // Another process comes later: it knows nothing of the passes yet.
    const passes = passesOf({ ...store })
    expect(await passes.has(merchant, id)).toBe(true)
    expect(await store.get('events', merchant, id)).toBeUndefined()
    const next = { merchant, id: 'session_next', door: 'portal', endMs: 9e12 }
    const taken = await Promise.all(
      Array.from({ length: 5 }, (_, at) => passes.exchange(id, { ...next, id: `${next.id}_${at}` })),
    )
    expect(taken.filter(Boolean)).toHaveLength(1)
  })

  it('every list of the desk and of a portal leads to all of its pages and back, without a row twice or missing', async () => {
    await store.clear()
    await walkTheLists(store)
  })
})
