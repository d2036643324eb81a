// Tests that every store must pass, called by the test file of each store.
import { expect, test } from 'vitest'
import type { Store, TrackedOrder } from '../../src/settle/index.js'
import { trackedOrder } from './tracked-order.js'

/** Store for one test, and access to the rows written with `tx`. */
export interface StoreUnderTest<Tx> {
  readonly store: Store<Tx>
  /** Writes a delivery with `tx`. */
  insertDelivery(tx: Tx, order: string): unknown
  listDeliveries(): Promise<readonly string[]>
}

const nowMs = 1_000_000
const buildOrder = (order: string, dueMs: number | null): TrackedOrder => ({
  ...trackedOrder({ order, amount: '45.50' }, undefined, nowMs),
  dueMs,
})
const nextVersion = (tracked: TrackedOrder): TrackedOrder => ({ ...tracked, version: tracked.version + 1, dueMs: null })

export function testStore<Tx>(name: string, open: () => Promise<StoreUnderTest<Tx>>): void {
  test(`${name}: find returns stored orders by id and by due time`, async () => {
    const { store } = await open()
    const entries = [30, 10.4, 20, null].map((dueMs, index) => buildOrder(`o'${index}"`, dueMs))
    for (const tracked of entries) expect(await store.save(tracked)).toBe(true)
    expect(await store.find({ order: `o'0"` })).toEqual([entries[0]])
    expect(await store.find({ order: 'none' })).toEqual([])
    const due = await store.find({ dueMs: 20.9, limit: 10 })
    expect(due.map(({ order }) => order)).toEqual([`o'1"`, `o'2"`])
    expect((await store.find({ dueMs: 1e15, limit: 2 })).map(({ dueMs }) => dueMs)).toEqual([10.4, 20])
  })

  test(`${name}: one of many concurrent writers of a version succeeds`, async () => {
    const { store } = await open()
    const tracked = buildOrder('1', 1)
    const first = await Promise.all(Array.from({ length: 10 }, () => store.save(tracked)))
    expect(first.filter(Boolean).length).toBe(1)
    const second = await Promise.all(Array.from({ length: 10 }, () => store.save(nextVersion(tracked))))
    expect(second.filter(Boolean).length).toBe(1)
    expect(await store.save({ ...tracked, version: 7 })).toBe(false)
  })

  test(`${name}: an effect is stored with its order once, and an error stores neither`, async () => {
    const { store, insertDelivery, listDeliveries } = await open()
    const tracked = buildOrder('1', 1)
    await store.save(tracked)
    const failingSave = store.save(nextVersion(tracked), (tx) => {
      insertDelivery(tx, 'lost')
      throw new Error('The printer is on fire.')
    })
    await expect(failingSave).rejects.toThrow('The printer is on fire.')
    expect(await store.find({ order: '1' })).toEqual([tracked])
    const all = await Promise.all(
      Array.from({ length: 10 }, () => store.save(nextVersion(tracked), (tx) => insertDelivery(tx, 'stored'))),
    )
    expect(all.filter(Boolean).length).toBe(1)
    expect(await listDeliveries()).toEqual(['stored'])
    expect(await store.find({ dueMs: 1e15, limit: 10 })).toEqual([])
  })
}
