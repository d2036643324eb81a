import { openPostgres, openSqlStore, type SqlStore } from '@cedi/sandbox/stores'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { day } from '../../../mock-server/test/day.js'
import { createPersistentMemory } from '../../../mock-server/test/service.js'
import { startPostgres } from '../../scripts/postgres.mjs'
import { createSandbox, type PersistentStore } from '../../src/index.js'
import { emptyPglite } from '../stores/empty-pglite.js'

let postgres: Awaited<ReturnType<typeof startPostgres>>
const openStores: SqlStore[] = []
beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(async () => {
  for (const store of openStores) await store.close()
  await postgres?.end()
})

const stores: Readonly<Record<string, () => Promise<PersistentStore>>> = {
  'memory that is given': async () => createPersistentMemory(),
  PGlite: async () => open(await openSqlStore(await emptyPglite())),
  PostgreSQL: async () => open(await openSqlStore(await openPostgres({ url: postgres.url }))),
}
const open = (store: SqlStore): SqlStore => {
  openStores.push(store)
  return store
}

describe('the same seed and the same requests', () => {
  it.each(Object.keys(stores))('return the same responses and the same state, byte for byte, on %s', async (name) => {
    const expected = await day(createSandbox({ randomSeed: 5 }))
    const store = (await stores[name]?.()) as PersistentStore
    const mock = createSandbox({ randomSeed: 5, store })
    expect(await day(mock)).toEqual(expected)
    await mock.reset()
    expect(await day(mock)).toEqual(expected)
  })
})

describe('a snapshot', () => {
  it('of one store can be restored in another, which continues from it', async () => {
    const memory = createSandbox()
    await memory.control('POST', 'clock/advance', { by: 'P3D' })
    await memory.control('POST', 'seed', {
      merchants: [{ id: 'esi', name: 'Esi', handle: 'esi', products: [{ name: 'Shea', price: 20 }] }],
    })
    const snapshot = memory.snapshot()
    const mock = createSandbox({ store: (await stores['PGlite']?.()) as PersistentStore })
    expect(await mock.control('PUT', 'snapshot', snapshot)).toEqual({ restored: true })
    expect(await mock.control('GET', 'snapshot')).toEqual(JSON.parse(JSON.stringify(snapshot)))
    expect(mock.clock.now().toISOString()).toBe(snapshot.now)
    expect(() => mock.snapshot()).toThrow("use control('GET', 'snapshot')")
    await expect(mock.control('PUT', 'snapshot', { version: 2 })).rejects.toThrow('This is no snapshot')
    expect(await mock.control('GET', 'snapshot')).toEqual(JSON.parse(JSON.stringify(snapshot)))
  })
})
