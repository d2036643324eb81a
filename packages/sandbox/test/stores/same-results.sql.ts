import { createMemoryStore, hashText, type Store } from '@cedi/mock-server/internal'
import { afterAll, describe, expect, test } from 'vitest'
import { createWorld, interleave, numbers } from '../../../mock-server/test/ledger/model.js'
import { setting } from '../../../mock-server/test/ledger/setting.js'
import { openPostgres, openSqlStore, type SqlStore } from '../../src/stores/index.js'
import { createDatabase } from './database.js'
import { emptyPglite } from './empty-pglite.js'

const operations = setting('CEDI_LEDGER_OPERATIONS', 1_000)
const stores: SqlStore[] = []

/** Runs the same commands in an order that depends on the seed, and returns one hash of all results. */
async function day(store: Store): Promise<string> {
  const random = numbers(2_026)
  const world = createWorld(store, ['ama', 'kofi'])
  let log = ''
  const record = (value: unknown) => {
    log = hashText(log + JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? `${each}n` : each)))
  }
  const recordingStore: Store = {
    ...store,
    commit: async (plan) => {
      const result = await store.commit(plan)
      record(result)
      return result
    },
  }
  const recordingDriver = {
    ...world,
    run: async (...op: Parameters<typeof world.run>) => {
      const result = await world.run(...op)
      record(result)
      return result
    },
  }
  await world.open()
  let checkedAt = 0
  for (let done = 0; done < operations; ) {
    const ops = Array.from({ length: 1 + random.below(8) }, () => world.nextOp(random))
    await interleave(recordingStore, recordingDriver, random, ops)
    done += ops.length
    // Reads a listing at intervals while rows change.
    record(await store.list('payments', 'ama', { limit: 1 + random.below(9), where: { status: 'succeeded' } }))
    if (done - checkedAt < 2_000 && done < operations) continue
    checkedAt = done
    for (const merchant of ['ama', 'kofi']) await world.checkBalances(merchant)
  }
  await world.checkAll(500)
  return log
}

describe(`after ${operations} random commands, with any concurrency,`, () => {
  const oracle = createMemoryStore()
  let log: Promise<string> | undefined
  const expected = () => {
    log ??= day(oracle)
    return log
  }

  test.each([
    ['PostgreSQL', async () => openPostgres({ url: await createDatabase('answers') })],
    ['PGlite', () => emptyPglite()],
  ] as const)('%s returns the same results as memory, and has the same data', async (_, open) => {
    const store = await openSqlStore(await open())
    stores.push(store)
    await store.clear()
    expect(await day(store)).toBe(await expected())
    const snapshot = await store.snapshot()
    expect(hashText(JSON.stringify(snapshot))).toBe(oracle.stateHash())
    // A restored snapshot is unchanged, and the store continues from it.
    await store.restore(JSON.parse(JSON.stringify(snapshot)))
    expect(hashText(JSON.stringify(await store.snapshot()))).toBe(oracle.stateHash())
  })
})

afterAll(async () => {
  for (const store of stores) await store.close()
})
