import { expect, test } from 'vitest'
import { createMemoryStore, LedgerBusy, type Snapshot, type Store, verify } from '../../src/ledger/index.js'
import { createWorld, numbers } from './model.js'

/** Books with some life in them, and a reader of theirs before whose readings something else happens. */
async function createBusyLedger(seed: number) {
  const random = numbers(seed)
  const store = createMemoryStore()
  const world = createWorld(store, ['ama'])
  await world.open()
  const runOp = async () => void (await world.run(world.nextOp(random), store))
  for (let done = 0; done < 300; done++) await runOp()
  const createReader = (onRead: (reading: number) => unknown) => {
    let readCount = 0
    const list: Store['list'] = async (table, merchant, query) => {
      readCount += 1
      await onRead(readCount)
      return store.list(table, merchant, query)
    }
    return { list }
  }
  return { store, runOp, createReader }
}

const seeds = Array.from({ length: 12 }, (_, index) => index + 1)

test.each(seeds)('verify reports no violation while others write (seed %i)', async (seed) => {
  const { store, runOp, createReader } = await createBusyLedger(seed)
  const reader = createReader(async (reading) => {
    for (let more = 0; more < 5 && reading < 30; more++) await runOp()
  })
  const before = (await verify(store, 'ama')) as { entries: number }
  const result = (await verify(reader, 'ama')) as typeof before
  expect(result).toMatchObject({ ok: true })
  expect(result.entries).toBeGreaterThan(before.entries)
})

test('verify reports a violation while others write', async () => {
  const { store, runOp, createReader } = await createBusyLedger(1)
  const snapshot = JSON.parse(JSON.stringify(store.snapshot()))
  const feesAccount = snapshot.merchants.ama.accounts['fees:income']
  feesAccount[0] = String(BigInt(feesAccount[0]) + 1n)
  store.restore(snapshot as Snapshot)
  const reader = createReader(async (reading) => {
    if (reading < 30) await runOp()
  })
  expect(await verify(reader, 'ama')).toMatchObject({ ok: false })
})

test('verify reports a busy ledger if entries are written before each reading', async () => {
  const { store, runOp, createReader } = await createBusyLedger(2)
  const count = async () => (await store.list('entries', 'ama', { limit: 10_000 })).length
  const reader = createReader(async () => {
    for (const before = await count(); (await count()) === before; ) await runOp()
  })
  await expect(verify(reader, 'ama')).rejects.toThrow(LedgerBusy)
  let comparisons = 0
  const countingReader: typeof reader = {
    list: (table, merchant, query) => {
      if (table === 'accounts') comparisons += 1
      return reader.list(table, merchant, query)
    },
  }
  await expect(verify(countingReader, 'ama')).rejects.toMatchObject({
    name: 'LedgerBusy',
    code: 'ledger_busy',
    message: 'The ledger of ama changed during every comparison. Verify it when there are fewer writes.',
  })
  expect(comparisons).toBe(20)
})
