import { beforeEach, describe, expect, test } from 'vitest'
import {
  type Checkpoint,
  ClosedError,
  type Closing,
  checkpointOf,
  createMemoryStore,
  type EntryRow,
  type MemoryStore,
  type Store,
  transact,
  verify,
} from '../src/index.js'
import { openBooks } from './forgeries.js'
import { shop } from './shop.js'

const merchant = 'ama'

/** Books of which the first half is closed, in a store that still has all entries, as a database has. */
interface Kept {
  readonly reader: Pick<Store, 'list' | 'closing' | 'closedBooks'>
  readonly memory: MemoryStore
  readonly entries: readonly EntryRow[]
  readonly closing: Closing
  /** How far the books went at an entry. */
  at(sequence: number): Checkpoint
}

async function keptBooks({ stray = null as string | null, changed = {} as Partial<Closing> } = {}): Promise<Kept> {
  const whole = createMemoryStore()
  await openBooks(whole)
  const entries = await whole.list('entries', merchant, { limit: 100, order: 'oldest' })
  const memory = createMemoryStore()
  memory.restore(whole.snapshot())
  const { closing } = memory.close(merchant, entries[6]?.at_ms ?? 0) as { closing: Closing }
  const reader: Kept['reader'] = {
    list: (table, of, query) =>
      table === 'accounts' || (table === 'entries' && !query.left)
        ? whole.list(table, of, query)
        : memory.list(table, of, query),
    closing: memory.closing,
    closedBooks: async () => ({
      closings: [{ ...closing, ...changed }],
      through: closing.sequence,
      unguarded: null,
      unnoted: null,
      stray,
    }),
  }
  const at = (sequence: number) => ({ merchant, sequence, hash: entries[sequence - 1]?.hash ?? '' })
  return { reader, memory, entries, closing, at }
}

describe('books of which the first half is closed', () => {
  let kept: Kept
  beforeEach(async () => {
    kept = await keptBooks()
  })

  test('have closed entries and others, or this file shows nothing', () => {
    expect(kept.closing.sequence).toBeGreaterThan(0)
    expect(kept.closing.sequence).toBeLessThan(kept.entries.length)
  })

  test.each([{}, { closed: true }])('hold with %o, to the last entry', async (options) => {
    const last = kept.entries.at(-1)
    expect(await verify(kept.reader, merchant, [], options)).toEqual({
      ok: true,
      entries: kept.entries.length,
      hash: last?.hash,
    })
  })

  test('hold against checkpoints of closed entries and of others, in any order', async () => {
    const all = kept.entries.map(({ sequence }) => kept.at(sequence)).reverse()
    expect(await verify(kept.reader, merchant, all)).toMatchObject({ ok: true })
  })

  test('are found out by a checkpoint of a closed entry that is not the same any more', async () => {
    const forged = { ...kept.at(2), hash: 'another' }
    expect(await verify(kept.reader, merchant, [kept.at(1), forged, kept.at(kept.entries.length)])).toEqual({
      ok: false,
      law: 'checkpoint',
      sequence: 2,
      expected: 'another',
      found: kept.at(2).hash,
      missing: { from: 2, to: kept.entries.length, areAll: false },
    })
  })

  test('are held against a checkpoint at the closing itself without a walk through what is closed', async () => {
    const { reader, closing, at } = kept
    const readsNothingClosed: Kept['reader'] = {
      ...reader,
      closedBooks: () => Promise.reject(new Error('The closed books were read.')),
    }
    expect(await verify(readsNothingClosed, merchant, at(closing.sequence))).toMatchObject({ ok: true })
    const forged = { ...at(closing.sequence), hash: 'another' }
    expect(await verify(readsNothingClosed, merchant, forged)).toMatchObject({
      ok: false,
      law: 'checkpoint',
      missing: { from: 1, to: closing.sequence, areAll: false },
    })
  })

  test('refuse to be walked from the first entry in a store that let go of it', async () => {
    const { memory, at, closing } = kept
    await expect(verify(memory, merchant, [], { closed: true })).rejects.toThrow(ClosedError)
    await expect(verify(memory, merchant, at(1))).rejects.toThrow(
      `The checkpoint names entry 1 of ama, but all entries up to ${closing.sequence} are closed. Compare it with the entries that were kept when the books were closed.`,
    )
    expect(await verify(memory, merchant, at(closing.sequence))).toMatchObject({ ok: true })
  })

  test('tell how far they went by the closing when no other entry is left', async () => {
    const { memory, entries } = kept
    memory.close(merchant, (entries.at(-1)?.at_ms ?? 0) + 1)
    expect(await checkpointOf(memory, merchant)).toEqual(kept.at(entries.length))
  })
})

test.each([
  ['what the closing says', { changed: { hash: 'another' } }, { law: 'closing', found: 'another' }],
  ['an event of no entry', { stray: 'payment_received PAY_9' }, { law: 'unique source' }],
])('%s is only held against closed entries that are walked', async (_, fault, verdict) => {
  const { reader } = await keptBooks(fault)
  expect(await verify(reader, merchant)).toMatchObject({ ok: true })
  expect(await verify(reader, merchant, [], { closed: true })).toMatchObject({ ok: false, ...verdict })
})

test.each([
  [{ merchant: 'kofi', sequence: 1, hash: '' }, 'The checkpoint is of kofi. Give one of ama.'],
  [{ merchant, sequence: 1.5, hash: '' }, 'The sequence of a checkpoint must be a whole number from 0.'],
  [{ merchant, sequence: -1, hash: '' }, 'The sequence of a checkpoint must be a whole number from 0.'],
])('the checkpoint %o is refused', async (checkpoint, message) => {
  const { reader } = await keptBooks()
  await expect(verify(reader, merchant, checkpoint)).rejects.toThrow(new RangeError(message))
})

test('the checkpoint of a merchant without entries holds before the first one', async () => {
  const store = createMemoryStore()
  const nothing = await checkpointOf(store, merchant)
  expect(nothing).toMatchObject({ merchant, sequence: 0 })
  await openBooks(store)
  expect(await verify(store, merchant, nothing)).toMatchObject({ ok: true })
  expect(await verify(store, merchant, { ...nothing, hash: 'another' })).toMatchObject({
    ok: false,
    law: 'checkpoint',
    sequence: 0,
  })
})

test('a store that closes nothing tells how far the books went, and one of which nothing is closed is held against it', async () => {
  const store = createMemoryStore()
  expect(await checkpointOf({ list: store.list }, merchant)).toMatchObject({ sequence: 0 })
  await openBooks(store)
  const now = await checkpointOf({ list: store.list }, merchant)
  const nothingClosed = { closings: [], through: 0, unguarded: null, unnoted: null, stray: null }
  for (const reader of [{ list: store.list }, { list: store.list, closedBooks: async () => nothingClosed }])
    expect(await verify(reader, merchant, now)).toMatchObject({ ok: true, entries: now.sequence })
})

test('entries that were acknowledged and are not there are named to the last', async () => {
  const store = createMemoryStore()
  await openBooks(store)
  const { length } = await store.list('entries', merchant, { limit: 100 })
  const later = { merchant, sequence: length + 5, hash: 'later' }
  expect(await verify(store, merchant, later)).toEqual({
    ok: false,
    law: 'checkpoint',
    sequence: length + 1,
    expected: `entries up to ${length + 5}`,
    found: `entries up to ${length}`,
    missing: { from: length + 1, to: length + 5, areAll: true },
  })
})

test('more entries than one page holds are walked to the last', async () => {
  const store = createMemoryStore()
  await openBooks(store)
  const ama = shop(merchant)
  const [last] = await store.list('entries', merchant, { limit: 1 })
  for (let more = 1; more <= 10_500; more++)
    await transact(store, ama.settle(`SET_more_${more}`, 'psp:card', (last?.at_ms ?? 0) + more, 1n) as never)
  const count = (await store.list('entries', merchant, { limit: 20_000 })).length
  expect(count).toBeGreaterThan(10_500)
  expect(await verify(store, merchant)).toMatchObject({ ok: true, entries: count })
})
