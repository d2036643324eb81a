import { describe, expect, it } from 'vitest'
import { createMemoryStore, type EventRow, makePlan, type Store, scheduleEvents } from '../src/ledger/index.js'
import type { Context } from '../src/service/context.js'
import { runDueEvents } from '../src/service/outcomes/events.js'
import { createQueue } from '../src/service/queue.js'
import { card, createPersistentMemory, createService, wallet } from './service.js'

/** A server on a store, with what events need of it. */
const serverOn = (store: Store) =>
  ({ store, inTurn: createQueue(), seed: 1, secret: 'of the service' }) as unknown as Context

const createEvent = (kind: string, ref: string, at = 1): EventRow => ({
  merchant: 'demo',
  id: `evt_${at}`,
  due_ms: at,
  kind,
  ref,
  data: {},
})

async function storeWith(...events: readonly EventRow[]) {
  const store = createMemoryStore()
  await store.commit(makePlan('demo', scheduleEvents(...events)))
  return store
}

describe('an event', () => {
  it('is executed by one of several servers on one store', async () => {
    const store = createPersistentMemory()
    const [one, two] = [createService({ store }), createService({ store })]
    const { ref } = (await one.post('/api/v1/payments', wallet)).data
    const due = Date.UTC(2026, 0, 5, 9, 0, 2)
    const executed = await Promise.all([store, store, store].map((store) => runDueEvents(serverOn(store), null, due)))
    expect(executed.flat()).toEqual([{ at: '2026-01-05T09:00:02.000Z', kind: 'confirm', ref, merchant: 'demo' }])
    await two.advance('PT2S')
    expect((await two.get(`/api/v1/payments/${ref}`)).data.status).toBe('succeeded')
    expect((await two.control('GET', 'ledger/verify')).data).toMatchObject({ ok: true, entries: 2 })
  })

  it('of something that does not exist, or of a kind that the server does not know, is dropped', async () => {
    const kinds = ['confirm', 'fail', 'expire', 'available', 'intent_expire', 'delivery_forget', 'payout_pay']
    const all = [...kinds, 'payout_fail', 'of_a_newer_server']
    const store = await storeWith(...all.map((kind, index) => createEvent(kind, 'none', index + 1)))
    const executed = await runDueEvents(serverOn(store), 'demo', 100)
    expect(executed.map(({ kind }) => kind)).toEqual(all)
    expect(store.snapshot().merchants).toEqual({})
  })

  it('that is no longer possible changes nothing', async () => {
    const service = createService({ approvalDelayMs: 10 * 60_000 })
    const { ref } = (await service.post('/api/v1/payments', { ...wallet, phone: '0244123039' })).data
    const executed = await service.advance('PT1H')
    expect(executed.map(({ kind }) => kind)).toEqual(['expire', 'fail'])
    expect((await service.get(`/api/v1/payments/${ref}`)).data.status).toBe('expired')
    expect((await service.control('GET', 'events')).data).toEqual([])
  })

  it('an event that the store keeps rejecting is reported with its record', async () => {
    const baseStore = await storeWith(createEvent('expire', 'pay_1'))
    let remainingFailures = 300
    const store: Store = {
      ...baseStore,
      commit: async (plan) =>
        remainingFailures-- > 0 ? { outcome: 'conflict', table: 'events', id: 'evt_1' } : baseStore.commit(plan),
    }
    await expect(runDueEvents(serverOn(store), 'demo', 1)).rejects.toThrow(
      new Error('The event expire of pay_1 could not be executed. evt_1 in events kept changing. Try again.'),
    )
  })
})

it('expired checkout intents are executed in batches, and at most 500 in one request', async () => {
  const store = createPersistentMemory()
  let commits = 0
  const countingStore: Store = {
    ...store,
    commit: (plan) => {
      commits++
      return store.commit(plan)
    },
  }
  const service = createService({ store })
  for (let at = 0; at < 620; at++) await service.post('/api/v1/checkout/intent', { amount: 5 })
  const nowMs = Date.UTC(2026, 0, 5, 10)
  const counts = []
  for (let request = 0; request < 3; request++)
    counts.push((await runDueEvents(serverOn(countingStore), 'demo', nowMs)).length)
  expect([counts, commits]).toEqual([[500, 120, 0], 7])
  expect(await store.list('intents', 'demo', { limit: 1000, where: { status: 'expired' } })).toHaveLength(620)
})

describe('a repeated confirmation', () => {
  it('does not make the money of a card available twice', async () => {
    const service = createService()
    const doubleConfirmation = { headers: { 'X-Mock-Scenario': 'double_confirmation' } }
    const { ref } = (await service.post('/api/v1/payments', card(), doubleConfirmation)).data
    expect(await service.advance('P1D')).toEqual([
      { at: '2026-01-05T09:00:01.000Z', kind: 'confirm', ref, merchant: 'demo' },
      { at: '2026-01-06T00:00:00.000Z', kind: 'available', ref, merchant: 'demo' },
    ])
  })

  it('creates the licenses once, and uses no other ids', async () => {
    const service = createService()
    const product = (await service.post('/api/v1/products', { name: 'Font', price: 5, type: 'license' })).data
    const { amount: _, ...phone } = wallet
    const body = { ...phone, phone: '0244123149', product_id: product.id, quantity: 2 }
    expect((await service.post('/api/v1/payments', body)).status).toBe(201)
    const idCount = () => service.mock.snapshot().ledger.merchants['demo']?.counters['ids']
    const before = Number(idCount())
    await service.advance('PT2S')
    expect(idCount()).toBe(before + 2)
    expect(await service.advance('PT1S')).toMatchObject([{ kind: 'confirm' }])
    expect(idCount()).toBe(before + 2)
  })
})
