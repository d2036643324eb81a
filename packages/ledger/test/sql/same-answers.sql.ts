import { afterAll, describe, expect, test } from 'vitest'
import { createMemoryStore, hashText, type Store } from '../../src/index.js'
import { openPostgres, openSqlStore, type SqlStore } from '../../src/sql.js'
import { createWorld, interleave, numbers } from '../model.js'
import { setting } from '../setting.js'
import { freshDatabase } from './database.js'
import { emptyPglite } from './empty-pglite.js'

const operations = setting('CEDI_LEDGER_OPERATIONS', 2_500)
const opened: SqlStore[] = []

/** Runs the same commands in an order that depends on the seed, and returns one hash of all results. */
async function day(store: Store): Promise<string> {
  const random = numbers(2_026)
  const world = createWorld(store, ['ama', 'kofi'])
  let told = ''
  const tell = (value: unknown) => {
    told = hashText(told + JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? `${each}n` : each)))
  }
  const heard: Store = {
    ...store,
    commit: async (plan) => {
      const result = await store.commit(plan)
      tell(result)
      return result
    },
  }
  const telling = {
    ...world,
    run: async (...op: Parameters<typeof world.run>) => {
      const result = await world.run(...op)
      tell(result)
      return result
    },
  }
  await world.open()
  let checkedAt = 0
  for (let done = 0; done < operations; ) {
    const ops = Array.from({ length: 1 + random.below(8) }, () => world.nextOp(random))
    await interleave(heard, telling, random, ops)
    done += ops.length
    // Reads a listing at intervals while rows change.
    tell(await store.list('payments', 'ama', { limit: 1 + random.below(9), where: { status: 'succeeded' } }))
    if (done - checkedAt < 2_000 && done < operations) continue
    checkedAt = done
    for (const merchant of ['ama', 'kofi']) await world.checkBalances(merchant)
  }
  await world.checkAll(500)
  return told
}

describe(`after ${operations} random commands, any number of them at once,`, () => {
  const oracle = createMemoryStore()
  let told: Promise<string> | undefined
  const expected = () => {
    told ??= day(oracle)
    return told
  }

  test.each([
    ['PostgreSQL', async () => openPostgres({ url: await freshDatabase('answers') })],
    ['PGlite', () => emptyPglite()],
  ] as const)('%s has answered every one as memory does, and holds the same', async (_, open) => {
    const store = await openSqlStore(await open())
    opened.push(store)
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
  for (const store of opened) await store.close()
})
