import { beforeAll, expect, test } from 'vitest'
import {
  createMemoryStore,
  type ListQuery,
  type MemoryStore,
  makePlan,
  type RefundRow,
  type Row,
  toPlace,
} from '../../src/ledger/index.js'

// Compares the time of an operation among few rows and among a hundred times as many. It takes the minimum of many
// runs, and a full scan takes a hundred times as long, so a busy machine does not change the result.
const [smallSize, largeSize, maxFactor] = [150, 15_000, 12]
const stores: MemoryStore[] = []

const refund = (at: number): RefundRow => {
  // Some rows are older than their predecessors.
  const created = at % 3 ? at : at - 2
  return {
    ...{
      merchant: at % 2 ? `m${at}` : 'm0',
      id: `RFD_${String(at).padStart(8, '0')}`,
      payment_ref: `PAY_${at}`,
      order_ref: null,
    },
    ...{ amount_pesewas: 1n, currency: 'GHS', status: at % 1000 ? 'paid' : 'pending', reason: null, note: null },
    ...{ created_ms: created, resolved_ms: at % 1000 ? created : null },
  }
}

/** Half of the rows belong to one merchant; each other row belongs to another merchant. */
async function createFilledStore(rows: number): Promise<MemoryStore> {
  const store = createMemoryStore()
  for (let index = 0; index < rows; index++) {
    const row = refund(index)
    const event = { merchant: row.merchant, id: row.id, due_ms: index, kind: 'x', ref: row.id, data: {} }
    const inserts = [
      { table: 'refunds', row },
      { table: 'events', row: event },
    ] as const
    const postings = [{ debit: 'psp:mtn', credit: 'suspense', amountPesewas: 1n }] as const
    const entries = [{ kind: 'late_money_received', source: row.id, postings, atMs: index }] as const
    await store.commit(makePlan(row.merchant, { inserts, entries }))
  }
  return store
}

beforeAll(async () => {
  for (const rows of [smallSize, largeSize]) stores.push(await createFilledStore(rows))
}, 300_000)

type Operation = (store: MemoryStore, at: number) => Promise<unknown>

/** Microseconds that work takes when nothing is in its way. */
async function measureFastest(store: MemoryStore, operation: Operation): Promise<number> {
  let found = Number.POSITIVE_INFINITY
  for (let round = 0; round < 100; round++) {
    const startMs = performance.now()
    await operation(store, round)
    found = Math.min(found, performance.now() - startMs)
  }
  return found
}

const middle: Row<'refunds'> = refund(smallSize / 2)
const past = toPlace(middle, 'created_ms')
const page =
  (merchant: string | null, query: Omit<ListQuery<'refunds'>, 'limit'>): Operation =>
  (store) =>
    store.list('refunds', merchant, { limit: 20, ...query })

/** The second newest id of a store. */
const secondNewestId = (store: MemoryStore) => refund((store === stores[0] ? smallSize : largeSize) - 2).id

const operations: Record<string, Operation> = {
  'a page of all merchants by time, after a cursor': page(null, { by: 'created_ms', order: 'oldest', past }),
  'a page of one merchant by time, after a cursor': page('m0', { by: 'created_ms', past }),
  'a page of the few that wait, of one merchant': page('m0', { where: { status: 'pending' } }),
  'the newest of all merchants after an id': (store) =>
    store.list('refunds', null, { limit: 20, after: secondNewestId(store) }),
  'the events that are due': (store) => store.list('events', 'm0', { limit: 20, order: 'due', dueUntilMs: 6 }),
  'the entries of one source': (store) => store.list('entries', 'm0', { limit: 20, where: { source: 'RFD_00000002' } }),
  'a row that nobody has': (store) => store.get('refunds', null, 'RFD_9'),
  'entries of one merchant, after a cursor': (store) =>
    store.list('entries', 'm0', { limit: 2, past: { id: '000000000009', merchant: 'm0' } }),
  'what all merchants hold in an account': (store) =>
    store.list('accounts', null, { limit: 20, order: 'oldest', where: { id: 'suspense' } }),
  'a refund that is decided, and the page of those that wait': async (store, at) => {
    const [from, to] = at % 2 ? (['paid', 'pending'] as const) : (['pending', 'paid'] as const)
    const updates = [{ table: 'refunds', id: 'RFD_00000000', where: { status: from }, set: { status: to } }] as const
    await store.commit(makePlan('m0', { updates }))
    await store.list('refunds', null, { limit: 20, by: 'created_ms', where: { status: 'pending' } })
  },
}

test.each(Object.entries(operations))('%s takes the same time with many rows as with few', async (_, operation) => {
  const [short, long] = [
    await measureFastest(stores[0] as MemoryStore, operation),
    await measureFastest(stores[1] as MemoryStore, operation),
  ]
  // The resolution of the clock is a few microseconds.
  expect(long / Math.max(short, 0.005)).toBeLessThan(maxFactor)
})
