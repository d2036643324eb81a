import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  type ClosableTable,
  ClosedError,
  checkpointOf,
  createMemoryStore,
  entryId,
  firstHash,
  type ListQuery,
  type MemoryStore,
  makePlan,
  type Snapshot,
  scheduled,
  transact,
  verify,
} from '../src/index.js'
import { openSqlStore } from '../src/sql.js'
import { createWorld, type Numbers, numbers } from './model.js'
import type { Op } from './oracle.js'
import { shop } from './shop.js'
import { emptyPglite } from './sql/empty-pglite.js'

const merchants = ['ama', 'kofi']
const tables = ['payments', 'refunds', 'payouts'] as const
const textOf = (value: unknown): string =>
  JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? `${each}n` : each))
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** What was closed, by table or `entries`, merchant and id. */
type Gone = Map<string, unknown>
const key = (table: string, merchant: string, id: string) => `${table} ${merchant} ${id}`

/** Closes the books of a merchant at some moment, and keeps what was let go of. */
function close(store: MemoryStore, merchant: string, beforeMs: number, gone: Gone): void {
  const closed = store.close(merchant, beforeMs)
  if (!closed.ok) throw new Error(textOf(closed))
  const first = closed.closing.sequence - closed.entries.length
  for (const [at, [text, hash]] of closed.entries.entries())
    gone.set(key('entries', merchant, String(first + at + 1).padStart(12, '0')), `${text} ${hash}`)
  for (const table of tables) for (const row of closed.rows[table]) gone.set(key(table, merchant, row.id), row)
}

/** Whether a refusal is true: what it names was closed, or never was. */
async function isTrue(error: ClosedError, op: Op, plain: MemoryStore, gone: Gone): Promise<boolean> {
  const [, table, id] = /^(\w+) (\S+) of \w+ was closed/.exec(error.message) ?? []
  if (table && id)
    return gone.has(key(table, op.merchant, id)) || !(await plain.get(table as ClosableTable, op.merchant, id))
  return (
    op.kind === 'settle' &&
    (await plain.list('entries', op.merchant, { limit: 1, where: { source: op.id } })).length > 0
  )
}

/** A command on both: the same answer, unless it is about something closed. */
async function onBoth(op: Op, world: ReturnType<typeof createWorld>, [store, plain]: Twins, gone: Gone) {
  let answer: unknown
  try {
    answer = await world.run(op, store)
  } catch (error) {
    if (!(error instanceof ClosedError)) throw error
    expect(await isTrue(error, op, plain, gone), error.message).toBe(true)
    return false
  }
  expect(textOf(answer), textOf(op)).toBe(textOf(await world.run(op, plain)))
  return true
}
type Twins = readonly [store: MemoryStore, plain: MemoryStore]

/** A listing gives what the unclosed one gives, or refuses. */
async function sameListings(random: Numbers, [store, plain]: Twins, gone: Gone): Promise<number> {
  let refused = 0
  for (const merchant of [...merchants, null]) {
    for (const table of [...tables, 'entries', 'orders', 'accounts'] as const) {
      for (let round = 0; round < 6; round++) {
        const some = await plain.list(table, merchant, { limit: 300 })
        const { id = 'X' } = some[random.below(some.length || 1)] ?? {}
        const query = {
          limit: 1 + random.below(40),
          order: random.pick(['newest', 'oldest'] as const),
          ...random.pick([{}, { before: id }, { after: id }]),
          ...(table === 'entries'
            ? random.pick([{}, { by: 'at_ms' }, { where: { kind: 'refund_paid' } }])
            : table === 'accounts' || table === 'orders'
              ? {}
              : random.pick([
                  {},
                  { by: 'created_ms' },
                  { where: { status: 'pending' } },
                  { where: { status: 'paid' } },
                ])),
        } as ListQuery<'payments'>
        const expected = await plain.list(table as 'payments', merchant, query)
        const found = await store.list(table as 'payments', merchant, query).catch((error: unknown) => error)
        if (!(found instanceof ClosedError)) {
          expect(textOf(found), textOf([merchant, table, query])).toBe(textOf(expected))
          continue
        }
        refused++
        expect(tables.includes(table as ClosableTable) || table === 'entries').toBe(true)
        expect(query.where?.status).not.toBe('pending')
        const left = await store.list(table as 'payments', merchant, { ...query, limit: 10_000, left: true })
        const all = await plain.list(table as 'payments', merchant, { ...query, limit: 10_000 })
        expect(textOf(left)).toBe(textOf(all.filter((row) => !gone.has(key(table, row.merchant, row.id)))))
      }
    }
  }
  return refused
}

const seeds = Array.from({ length: Number(process.env['CEDI_CLOSING_SEEDS'] ?? 2) }, (_, at) => at + 1)
test.each(seeds)('books that are closed at any moment answer as the unclosed ones do (seed %i)', async (seed) => {
  const random = numbers(seed * 104_729)
  const plain = createMemoryStore()
  let store = createMemoryStore({ sha256 })
  const world = createWorld(plain, merchants)
  await world.open()
  store.restore(plain.snapshot())
  const gone: Gone = new Map()
  let [done, refused] = [0, 0]
  let now = 0
  for (let step = 0; step < 2_000; step++) {
    const op = world.nextOp(random)
    now = op.now
    if (await onBoth(op, world, [store, plain], gone)) done++
    if (random.below(60) === 0) close(store, random.pick(merchants), now - random.below(30_000_000), gone)
    if (random.below(300) === 0) {
      const copy = createMemoryStore({ sha256 })
      copy.restore(JSON.parse(JSON.stringify(store.snapshot())))
      expect(copy.stateHash()).toBe(store.stateHash())
      store = copy
    }
    if (step % 200 === 199) refused += await sameListings(random, [store, plain], gone)
  }
  expect(done).toBeGreaterThan(1_000)
  expect(refused).toBeGreaterThan(50)
  for (const merchant of merchants) {
    const verdict = await verify(plain, merchant)
    expect(verdict.ok).toBe(true)
    expect(await verify(store, merchant, await checkpointOf(plain, merchant))).toEqual(verdict)
    expect(await checkpointOf(store, merchant)).toEqual(await checkpointOf(plain, merchant))
    const closing = await store.closing(merchant)
    expect(closing?.sequence).toBeGreaterThan(100)
    for (const entry of await plain.list('entries', merchant, { limit: 100_000 }))
      if (entry.sequence <= (closing?.sequence ?? 0))
        expect(gone.get(key('entries', merchant, entry.id))).toContain(entry.hash)
    for (const table of tables)
      for (const row of await plain.list(table, merchant, { limit: 100_000 })) {
        const closed = gone.get(key(table, merchant, row.id))
        // What was closed is as it was then: nothing of it has changed since.
        expect(textOf(closed ?? (await store.get(table, merchant, row.id)))).toBe(textOf(row))
      }
  }
})

type Loose = { sequence: number; accounts: object; sums: object }

/** Six payments a minute apart, some of which are over. */
async function opened(options = {}): Promise<MemoryStore> {
  const store = createMemoryStore(options)
  const ama = shop('ama')
  for (const [at, network] of (['mtn', 'visa', 'mtn', 'telecel', 'mtn', 'mtn'] as const).entries())
    await transact(store, ama.payment({ id: `PAY_${at}`, nowMs: at * 60_000, amountPesewas: 5_000n, network }))
  for (const at of [0, 1, 2, 3]) await transact(store, ama.confirm(`PAY_${at}`, at * 60_000 + 1))
  await transact(store, ama.fail('PAY_4'))
  await transact(store, ama.refund('RFD_1', 'PAY_2', 250_000, 1_000n))
  await transact(store, ama.settle('SET_1', 'psp:mtn', 260_000))
  return store
}

test('what is still open stays: a payment that waits, whose money is not there yet, or of which a refund is open', async () => {
  const store = await opened()
  const closed = store.close('ama', 1_000_000)
  if (!closed.ok) throw new Error(closed.law)
  expect(closed.rows.payments.map(({ id }) => id)).toEqual(['PAY_0', 'PAY_3', 'PAY_4'])
  expect(closed.rows.refunds).toEqual([])
  expect(closed.entries).toHaveLength(closed.closing.sequence)
  expect((await store.list('payments', 'ama', { limit: 9, left: true })).map(({ id }) => id)).toEqual([
    'PAY_5',
    'PAY_2',
    'PAY_1',
  ])
  expect(await verify(store, 'ama')).toMatchObject({ ok: true, entries: closed.closing.sequence })
  // The refund is paid, and then it is over, and so is its payment.
  expect(await transact(store, shop('ama').payRefund('RFD_1', 2_000_000))).toMatchObject({ ok: true })
  const later = store.close('ama', 3_000_000)
  expect(later).toMatchObject({ ok: true, rows: { payments: [{ id: 'PAY_2' }], refunds: [{ id: 'RFD_1' }] } })
  if (!later.ok) throw new Error(later.law)
  expect(await verify(store, 'ama', later.closing)).toMatchObject({ ok: true })
})

test('a payment for which something is scheduled stays until that has happened', async () => {
  const store = await opened()
  const event = { merchant: 'ama', id: 'EVT_1', due_ms: 5_000_000, kind: 'confirm', ref: 'PAY_0', data: {} }
  const steps = { merchant: 'ama', inserts: [], moves: [], removes: [], counters: [], entries: [] }
  await store.commit({ ...steps, ...scheduled(event) })
  expect(store.close('ama', 1_000_000)).toMatchObject({ rows: { payments: [{ id: 'PAY_3' }, { id: 'PAY_4' }] } })
  expect(await store.get('payments', 'ama', 'PAY_0')).toMatchObject({ status: 'succeeded' })
  await store.commit({ ...steps, removes: [{ table: 'events', id: 'EVT_1' }] })
  expect(store.close('ama', 1_000_000)).toMatchObject({ rows: { payments: [{ id: 'PAY_0' }] } })
})

test('what is closed is refused with a sentence, and is not done a second time', async () => {
  const store = await opened()
  store.close('ama', 1_000_000)
  await expect(store.get('payments', 'ama', 'PAY_0')).rejects.toThrow(
    'payments PAY_0 of ama was closed or never existed: all entries up to 9 are closed. Read what was kept when the books were closed. (decision 0096)',
  )
  await expect(store.get('payments', null, 'PAY_0')).rejects.toThrow(ClosedError)
  await expect(store.get('entries', 'ama', '000000000001')).rejects.toThrow(ClosedError)
  await expect(store.list('entries', null, { limit: 5 })).rejects.toThrow(
    'This list (newest first, by id) reaches entries that are closed. Ask for fewer of the newest, set left: true to list only what is not closed, or read what was kept when the books were closed. (decision 0096)',
  )
  const ama = shop('ama')
  await expect(transact(store, ama.confirm('PAY_0', 2_000_000))).rejects.toThrow(ClosedError)
  await expect(transact(store, ama.settle('SET_1', 'psp:mtn', 2_000_000))).rejects.toThrow(ClosedError)
  const again = await transact(store, ama.payment({ id: 'PAY_0', nowMs: 0, amountPesewas: 5_000n }))
  expect(again).toMatchObject({ ok: false, code: 'invalid_state' })
  const entry = { kind: 'payment_received', source: 'PAY_1', atMs: 2_000_000 } as const
  const postings = [{ debit: 'psp:card', credit: 'merchant:pending', amountPesewas: 1n }] as const
  const plan = { merchant: 'ama', inserts: [], moves: [], removes: [], counters: [], entries: [{ ...entry, postings }] }
  expect(await store.commit(plan)).toMatchObject({ outcome: 'duplicate', column: 'source' })
  expect(await store.get('payments', 'ama', 'PAY_9')).toBeUndefined()
  expect(await store.get('payments', 'kofi', 'PAY_0')).toBeUndefined()
})

test('a page among all merchants that begins at a closed row is refused when another one has its id', async () => {
  const store = createMemoryStore()
  for (const merchant of merchants)
    for (const [at, id] of ['PAY_1', 'PAY_2', 'PAY_3'].entries()) {
      await transact(store, shop(merchant).payment({ id, nowMs: at, amountPesewas: 5_000n }))
      await transact(store, shop(merchant).confirm(id, at))
    }
  for (const merchant of merchants) store.close(merchant, 2)
  const page = (query: object) => store.list('payments', null, { limit: 9, ...query })
  await expect(page({ order: 'oldest', past: { id: 'PAY_2', merchant: 'ama' } })).rejects.toThrow(ClosedError)
  await expect(page({ past: { id: 'PAY_1', merchant: 'kofi' } })).rejects.toThrow(ClosedError)
  expect(await page({ order: 'oldest', past: { id: 'PAY_3', merchant: 'ama' } })).toMatchObject([{ merchant: 'kofi' }])
  expect(await page({ order: 'oldest', after: 'PAY_2' })).toHaveLength(2)
  expect(await page({ past: { id: 'PAY_0', merchant: 'ama' } })).toEqual([])
  expect(await page({ limit: 2 })).toHaveLength(2)
  expect(await page({ limit: 2, by: 'created_ms' })).toHaveLength(2)
  await expect(page({ limit: 3, by: 'created_ms' })).rejects.toThrow(ClosedError)
  expect(() => store.close('ama', Number.NaN)).toThrow(
    'The time before which books are closed must be whole milliseconds.',
  )
  // Nobody has anything closed after everything was forgotten.
  store.clear()
  expect(await page({})).toEqual([])
})

test('books with a fault in them are not closed, and nothing has changed', async () => {
  const saved = JSON.parse(JSON.stringify((await opened()).snapshot()))
  const faults: Record<string, (entries: [string, string][]) => void> = {
    sequence: (entries) => entries.splice(3, 1),
    hash: (entries) => {
      entries[3] = [(entries[3] as [string, string])[0].replace(/=(\d)/, '=9$1'), (entries[3] as [string, string])[1]]
    },
  }
  for (const [law, plant] of Object.entries(faults)) {
    const planted = structuredClone(saved)
    plant(planted.merchants.ama.entries)
    const store = createMemoryStore()
    store.restore(planted as Snapshot)
    const before = store.stateHash()
    expect(store.close('ama', 1_000_000)).toMatchObject({ ok: false, law, sequence: 4 })
    expect(store.stateHash()).toBe(before)
  }
})

test('whatever is changed in a closing, verify finds it', async () => {
  const store = await opened()
  store.close('ama', 130_000)
  const saved = JSON.stringify(store.snapshot())
  const closing = await store.closing('ama')
  const changes: readonly [law: string, change: (closing: Loose) => void][] = [
    ['running balance', ({ accounts }) => Object.assign(accounts, { 'merchant:pending': ['1', 5] })],
    ['conservation', ({ sums }) => Object.assign(sums, { collected: '1' })],
    ['conservation', ({ sums }) => Object.assign(sums, { refunded: '1000' })],
    ['sequence', (loose) => Object.assign(loose, { sequence: loose.sequence - 1 })],
    ['hash', (loose) => Object.assign(loose, { hash: '0'.repeat(64) })],
  ]
  for (const [law, change] of changes) {
    const planted = JSON.parse(saved)
    change(planted.merchants.ama.closed.closing)
    const copy = createMemoryStore()
    copy.restore(planted as Snapshot)
    expect(await verify(copy, 'ama'), law).toMatchObject({ ok: false, law })
  }
  // The hash that the books begin with is held against the checkpoint that somebody kept.
  const other = createMemoryStore()
  const forged = JSON.parse(saved)
  forged.merchants.ama.closed.closing.hash = '0'.repeat(64)
  forged.merchants.ama.entries = []
  forged.merchants.ama.accounts = forged.merchants.ama.closed.closing.accounts
  other.restore(forged as Snapshot)
  expect(await verify(other, 'ama', closing ?? [])).toMatchObject({ law: 'checkpoint', sequence: closing?.sequence })
  const first = { merchant: 'ama', sequence: 2, hash: 'x' }
  await expect(verify(store, 'ama', first)).rejects.toThrow(
    'The checkpoint names entry 2 of ama, but all entries up to 5 are closed. Compare it with the entries that were kept when the books were closed.',
  )
  // What was let go of cannot be walked again.
  await expect(verify(store, 'ama', [], { closed: true })).rejects.toThrow(ClosedError)
  const sql = await openSqlStore(await emptyPglite())
  await expect(sql.restore(store.snapshot())).rejects.toThrow('a database needs all entries')
  await sql.close()
})

test('a snapshot with a closing that is none is refused, and so is a hash that is another one', async () => {
  const store = await opened()
  store.close('ama', 130_000)
  for (const wrong of [
    { merchant: 'kofi' },
    { sequence: -1 },
    { ids: null },
    { accounts: { cash: ['1', 1] } },
    { sums: {} },
  ]) {
    const saved = JSON.parse(JSON.stringify(store.snapshot()))
    Object.assign(saved.merchants.ama.closed.closing, wrong)
    expect(() => createMemoryStore().restore(saved as Snapshot), textOf(wrong)).toThrow(TypeError)
  }
  expect(() => createMemoryStore({ sha256: (text) => text })).toThrow('sha256 must give the hash of a text')
})

test('a closing says what the accounts held, what the closed records came to, and which ids are closed', async () => {
  const store = await opened()
  const ama = shop('ama')
  const before = store.close('ama', 130_000)
  const [fifth] = await store.list('entries', 'ama', { limit: 1, order: 'oldest', left: true })
  expect(before).toMatchObject({
    closing: {
      merchant: 'ama',
      sequence: 5,
      hash: fifth?.previous_hash,
      beforeMs: 130_000,
      atMs: 120_001,
      accounts: {
        'psp:mtn': ['10000', 4],
        'psp:card': ['5000', 3],
        'merchant:pending': ['4775', 5],
        'merchant:available': ['9550', 5],
        'fees:income': ['675', 4],
      },
      sums: { collected: '5000', returned: '0', refunded: '0', paidOut: '0' },
      ids: { payments: ['PAY_0', 'PAY_0'] },
    },
  })
  const steps = [
    ama.payRefund('RFD_1', 2_000_000),
    ama.payout('PO_1', 2_000n, 2_100_000),
    ama.payPayout('PO_1', 2_200_000),
    ama.payment({ id: 'PAY_L', nowMs: 2_300_000, amountPesewas: 700n }),
    ama.expire('PAY_L'),
    ama.late('PAY_L', 2_400_000),
    ama.returnLate('PAY_L', 2_400_000),
  ]
  for (const step of steps) expect(await transact<unknown>(store, step as never)).toMatchObject({ ok: true })
  const closed = store.close('ama', 3_000_000)
  if (!closed.ok) throw new Error(closed.law)
  expect(closed.entries).toHaveLength(9)
  expect(closed.closing).toEqual({
    merchant: 'ama',
    sequence: 14,
    hash: closed.entries.at(-1)?.[1],
    beforeMs: 3_000_000,
    atMs: 2_400_000,
    accounts: {
      'psp:mtn': ['0', 14],
      'psp:telecel': ['5000', 6],
      'psp:card': ['5000', 3],
      'bank:operating': ['7000', 12],
      'merchant:pending': ['4775', 7],
      'merchant:available': ['11325', 11],
      'merchant:refunds_payable': ['0', 10],
      'merchant:payouts_in_transit': ['0', 12],
      'fees:income': ['900', 6],
      suspense: ['0', 14],
    },
    sums: { collected: '15700', returned: '700', refunded: '1000', paidOut: '2000' },
    ids: { payments: ['PAY_0', 'PAY_L'], refunds: ['RFD_1', 'RFD_1'], payouts: ['PO_1', 'PO_1'] },
  })
  expect(await store.closing('ama')).toEqual(closed.closing)
  // Only of what its record does not tell it is remembered that it is closed: the card payment is not over, a settlement has no record.
  expect(store.snapshot().merchants['ama']?.closed?.places).toEqual([
    'payment_received PAY_1',
    'provider_settled SET_1',
  ])
  // Closing up to an earlier moment takes nothing back.
  expect(store.close('ama', 1_000)).toMatchObject({ ok: true, closing: closed.closing, entries: [] })
  // Once its record is closed too, that is all that is known of it.
  await transact(store, ama.available('PAY_1', 90_000_000))
  expect(store.close('ama', 100_000_000)).toMatchObject({ rows: { payments: [{ id: 'PAY_1' }] } })
  expect(store.snapshot().merchants['ama']?.closed?.places).toEqual(['provider_settled SET_1'])
})

test('what is closed is refused to the last entry and whoever asks, and what nobody had is not there', async () => {
  const store = createMemoryStore()
  await transact(store, shop('kofi').payment({ id: 'PAY_K', nowMs: 0, amountPesewas: 5_000n }))
  store.restore({ version: 1, merchants: { ...store.snapshot().merchants, ...(await opened()).snapshot().merchants } })
  expect(store.close('ama', 130_000)).toMatchObject({ closing: { sequence: 5, ids: { payments: ['PAY_0', 'PAY_0'] } } })
  await expect(store.get('entries', 'ama', entryId(5))).rejects.toThrow(ClosedError)
  expect(await store.get('entries', 'ama', entryId(6))).toMatchObject({ sequence: 6 })
  await expect(store.get('payments', null, 'PAY_0')).rejects.toThrow('payments PAY_0 of ama was closed')
  expect(await store.get('payments', null, 'PAY_X')).toBeUndefined()
  expect(await store.get('payments', null, 'A')).toBeUndefined()
  expect(await store.get('payments', null, 'PAY_K')).toMatchObject({ merchant: 'kofi' })
})

test('a plan that changes what is closed is refused with a sentence, and one that changes what never was is a conflict', async () => {
  const store = await opened()
  store.close('ama', 1_000_000)
  const change = (merchant: string, table: 'payments' | 'products', id: string) =>
    store.commit(makePlan(merchant, { moves: [{ table, id, expect: {}, set: {} } as never] }))
  await expect(change('ama', 'payments', 'PAY_0')).rejects.toThrow('payments PAY_0 of ama was closed')
  expect(await change('ama', 'payments', 'PAY_9')).toEqual({ outcome: 'conflict', table: 'payments', id: 'PAY_9' })
  expect(await change('ama', 'products', 'PAY_0')).toEqual({ outcome: 'conflict', table: 'products', id: 'PAY_0' })
  expect(await change('kofi', 'payments', 'PAY_0')).toEqual({ outcome: 'conflict', table: 'payments', id: 'PAY_0' })
})

test('an entry of the very moment before which books are closed stays', async () => {
  const store = await opened()
  expect(store.close('ama', 120_001)).toMatchObject({ closing: { sequence: 3, atMs: 60_001 } })
  expect(store.close('ama', 120_002)).toMatchObject({ closing: { sequence: 5, atMs: 120_001 } })
})

test('of a source with entries on both sides of a closing, the later ones are found, and none is recorded again', async () => {
  const store = createMemoryStore()
  const steps = [
    ['payment_received', 'psp:mtn', 'merchant:pending', 10],
    ['payment_available', 'merchant:pending', 'merchant:available', 20],
    ['refund_requested', 'merchant:available', 'merchant:refunds_payable', 30],
  ] as const
  const entriesOf = ([kind, debit, credit, atMs]: (typeof steps)[number]) => [
    { kind, source: 'X_1', atMs, postings: [{ debit, credit, amountPesewas: 5n }] },
  ]
  for (const step of steps)
    expect(await store.commit(makePlan('ama', { entries: entriesOf(step) }))).toMatchObject({ outcome: 'ok' })
  store.close('ama', 20)
  const left = await store.list('entries', 'ama', { limit: 9, order: 'oldest', where: { source: 'X_1' }, left: true })
  expect(left.map(({ sequence }) => sequence)).toEqual([2, 3])
  for (const step of steps)
    expect(await store.commit(makePlan('ama', { entries: entriesOf(step) }))).toMatchObject({ outcome: 'duplicate' })
})

test.each(['ama', null])(
  'a listing of entries by kind of %s, made before a closing, goes on after it',
  async (merchant) => {
    const store = await opened()
    const query = { limit: 99, order: 'oldest', where: { kind: 'payment_received' }, left: true } as const
    const before = await store.list('entries', merchant, query)
    store.close('ama', 130_000)
    const after = await store.list('entries', merchant, query)
    expect(after.length).toBeGreaterThan(0)
    expect(after).toEqual(before.filter(({ sequence }) => sequence > 5))
  },
)

test.each([
  ['ama', 0],
  ['nobody', 5],
])('closing %s before the first entry closes nothing, and says so', async (merchant, beforeMs) => {
  const store = await opened()
  const before = await checkpointOf(store, merchant)
  const nothing = { payments: [], refunds: [], payouts: [] }
  expect(store.close(merchant, beforeMs)).toEqual({
    ok: true,
    closing: {
      merchant,
      sequence: 0,
      hash: firstHash(merchant),
      beforeMs,
      atMs: null,
      accounts: {},
      sums: { collected: '0', returned: '0', refunded: '0', paidOut: '0' },
      ids: {},
    },
    entries: [],
    rows: nothing,
  })
  expect(await checkpointOf(store, merchant)).toEqual(before)
})

test('listings of entries that were made before something is closed hold only what is left', async () => {
  const store = await opened()
  const lists = [
    { merchant: null, where: { kind: 'payment_received' } },
    { merchant: 'ama', where: { kind: 'payment_received' } },
    { merchant: null, by: 'at_ms' },
    { merchant: 'ama', where: { source: 'PAY_2' } },
  ] as const
  const sequences = async (which: 'all' | 'left') => {
    const found: number[][] = []
    for (const { merchant, ...query } of lists) {
      const rows = await store.list('entries', merchant, {
        limit: 99,
        order: 'oldest',
        ...query,
        ...(which === 'left' && { left: true }),
      })
      found.push(rows.map(({ sequence }) => sequence))
    }
    return found
  }
  const all = await sequences('all')
  expect(all.map(({ length }) => length)).toEqual([4, 4, 9, 2])
  expect(store.close('ama', 130_000)).toMatchObject({ closing: { sequence: 5 } })
  expect(await sequences('left')).toEqual(all.map((list) => list.filter((sequence) => sequence > 5)))
})
