import { expect, test } from 'vitest'
import { BooksBusy, createMemoryStore, type Snapshot, type Store, verify } from '../src/index.js'
import { createWorld, numbers } from './model.js'

/** Books with some life in them, and a reader of theirs before whose readings something else happens. */
async function busyBooks(seed: number) {
  const random = numbers(seed)
  const store = createMemoryStore()
  const world = createWorld(store, ['ama'])
  await world.open()
  const work = async () => void (await world.run(world.nextOp(random), store))
  for (let done = 0; done < 300; done++) await work()
  const readBehind = (meanwhile: (reading: number) => unknown) => {
    let readings = 0
    const list: Store['list'] = async (table, merchant, query) => {
      readings += 1
      await meanwhile(readings)
      return store.list(table, merchant, query)
    }
    return { list }
  }
  return { store, work, readBehind }
}

const seeds = Array.from({ length: 12 }, (_, at) => at + 1)

test.each(seeds)('books that others write to while they are read are not called broken (seed %i)', async (seed) => {
  const { store, work, readBehind } = await busyBooks(seed)
  const reader = readBehind(async (reading) => {
    for (let more = 0; more < 5 && reading < 30; more++) await work()
  })
  const before = (await verify(store, 'ama')) as { entries: number }
  const verdict = (await verify(reader, 'ama')) as typeof before
  expect(verdict).toMatchObject({ ok: true })
  expect(verdict.entries).toBeGreaterThan(before.entries)
})

test('a fault is found in books that others write to', async () => {
  const { store, work, readBehind } = await busyBooks(1)
  const saved = JSON.parse(JSON.stringify(store.snapshot()))
  const held = saved.merchants.ama.accounts['fees:income']
  held[0] = String(BigInt(held[0]) + 1n)
  store.restore(saved as Snapshot)
  const reader = readBehind(async (reading) => {
    if (reading < 30) await work()
  })
  expect(await verify(reader, 'ama')).toMatchObject({ ok: false })
})

test('verify reports a busy ledger if entries are written before each reading', async () => {
  const { store, work, readBehind } = await busyBooks(2)
  const count = async () => (await store.list('entries', 'ama', { limit: 10_000 })).length
  const reader = readBehind(async () => {
    for (const before = await count(); (await count()) === before; ) await work()
  })
  await expect(verify(reader, 'ama')).rejects.toThrow(BooksBusy)
  let comparisons = 0
  const counting: typeof reader = {
    list: (table, merchant, query) => {
      if (table === 'accounts') comparisons += 1
      return reader.list(table, merchant, query)
    },
  }
  await expect(verify(counting, 'ama')).rejects.toMatchObject({
    name: 'BooksBusy',
    code: 'books_busy',
    message: 'The books of ama were written to each time they were compared. Verify them when fewer write.',
  })
  expect(comparisons).toBe(20)
})
