import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createMemoryStore } from '../../src/ledger/index.js'
import { createWorld, interleave, numbers } from './model.js'
import { setting } from './setting.js'

const operations = setting('CEDI_LEDGER_OPERATIONS', 20_000)
const seeds = operations >= 1_000_000 ? 100 : 8
const perSeed = Math.ceil(operations / seeds)
const firstSeed = setting('CEDI_SEED', 1)

test.each(Array.from({ length: seeds }, (_, index) => firstSeed + index))(
  'the ledger does what a second bookkeeper does, whatever the order of events (seed %i)',
  async (seed) => {
    const random = numbers(seed * 7919)
    const store = createMemoryStore()
    const world = createWorld(store, ['ama', 'kofi'])
    await world.open()
    let checkedAt = 0
    for (let done = 0; done < perSeed; ) {
      const ops = Array.from({ length: 1 + random.below(8) }, () => world.nextOp(random))
      await interleave(store, world, random, ops)
      done += ops.length
      for (const merchant of new Set(ops.map((op) => op.merchant))) await world.checkBalances(merchant)
      if (done - checkedAt >= 5_000 || done >= perSeed) {
        checkedAt = done
        await world.checkAll(1 + random.below(200))
        const copy = createMemoryStore()
        copy.restore(JSON.parse(JSON.stringify(store.snapshot())))
        expect(copy.stateHash()).toBe(store.stateHash())
        store.restore(copy.snapshot())
      }
    }
  },
  600_000,
)

test('an injected error is detected in a short history, and the history is shrunk', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer(),
      fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: 40 }),
      async (seed, batches) => {
        const random = numbers(seed)
        const store = createMemoryStore()
        const world = createWorld(store, ['ama'])
        await world.open()
        for (const size of batches) {
          const ops = Array.from({ length: size }, () => world.nextOp(random))
          await interleave(store, world, random, ops)
          await world.checkBalances('ama')
        }
        await world.checkAll(3)
      },
    ),
    { numRuns: 100 },
  )
})
