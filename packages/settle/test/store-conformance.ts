// The tests that every store must pass. The test file of each store calls them.
import { expect, test } from 'vitest'
import type { Store, Waiting } from '../src/index.js'
import { followed } from './followed.js'

/** A store for one test, and the rows written with `tx`. */
export interface OpenedStore<Tx> {
  readonly store: Store<Tx>
  /** Writes with `tx`. */
  give(tx: Tx, order: string): unknown
  given(): Promise<readonly string[]>
}

const nowMs = 1_000_000
const entryOf = (order: string, dueMs: number | null): Waiting => ({
  ...followed({ order, amount: '45.50' }, undefined, nowMs),
  dueMs,
})
const next = (entry: Waiting): Waiting => ({ ...entry, version: entry.version + 1, dueMs: null })

export function conforms<Tx>(name: string, open: () => Promise<OpenedStore<Tx>>): void {
  test(`${name}: an entry is read back unchanged, by its order and when it is due`, async () => {
    const { store } = await open()
    const entries = [30, 10.4, 20, null].map((dueMs, index) => entryOf(`o'${index}"`, dueMs))
    for (const entry of entries) expect(await store.claim(entry)).toBe(true)
    expect(await store.waiting({ order: `o'0"` })).toEqual([entries[0]])
    expect(await store.waiting({ order: 'none' })).toEqual([])
    const due = await store.waiting({ dueMs: 20.9, limit: 10 })
    expect(due.map(({ order }) => order)).toEqual([`o'1"`, `o'2"`])
    expect((await store.waiting({ dueMs: 1e15, limit: 2 })).map(({ dueMs }) => dueMs)).toEqual([10.4, 20])
  })

  test(`${name}: of many writers of one version, one succeeds`, async () => {
    const { store } = await open()
    const entry = entryOf('1', 1)
    const first = await Promise.all(Array.from({ length: 10 }, () => store.claim(entry)))
    expect(first.filter(Boolean).length).toBe(1)
    const second = await Promise.all(Array.from({ length: 10 }, () => store.claim(next(entry))))
    expect(second.filter(Boolean).length).toBe(1)
    expect(await store.claim({ ...entry, version: 7 })).toBe(false)
  })

  test(`${name}: an effect is stored together with its entry, once, and after an error neither is`, async () => {
    const { store, give, given } = await open()
    const entry = entryOf('1', 1)
    await store.claim(entry)
    const fails = store.done(next(entry), (tx) => {
      give(tx, 'lost')
      throw new Error('The printer is on fire.')
    })
    await expect(fails).rejects.toThrow('The printer is on fire.')
    expect(await store.waiting({ order: '1' })).toEqual([entry])
    const all = await Promise.all(Array.from({ length: 10 }, () => store.done(next(entry), (tx) => give(tx, 'kept'))))
    expect(all.filter(Boolean).length).toBe(1)
    expect(await given()).toEqual(['kept'])
    expect(await store.waiting({ dueMs: 1e15, limit: 10 })).toEqual([])
  })
}
