// Entries as earlier versions of this package have written them: a shop that updates must not lose an order.
import { expect, test } from 'vitest'
import { memoryStore } from '../src/stores/memory.js'
import type { Waiting } from '../src/waiting.js'
import { openShop } from './shop.js'

const sinceMs = Date.parse('2026-01-05T09:00:00Z')
/** An order, and the two entries that a payment could have. */
const written = (payments: Waiting['payments']): Waiting => ({
  order: '1042',
  version: 3,
  dueMs: sinceMs + 87_000,
  amounts: [45.5],
  sinceMs,
  untilMs: sinceMs + 85_800_000,
  searchedMs: sinceMs + 60_000,
  returns: 1,
  returnedMs: sinceMs + 4_000,
  expiresMs: 0,
  isOver: false,
  payments,
})
const line = (ref: string, isOver: boolean): Waiting => ({
  order: `payment:${ref}`,
  version: 1,
  dueMs: null,
  amounts: [],
  sinceMs,
  untilMs: 0,
  searchedMs: sinceMs,
  returns: 0,
  returnedMs: 0,
  expiresMs: 0,
  isOver,
  payments: {},
})

/** A shop that was updated, two minutes after its order was followed, with a paid payment of it. */
async function open(...others: readonly ((ref: string) => Waiting)[]) {
  const store = memoryStore()
  const shop = openShop({ store })
  expect(shop.mock.clock.now().getTime()).toBe(sinceMs)
  const fetch: typeof shop.fetch = (url, init) => shop.mock.fetch(url, init)
  const { send } = await import('@cedi/client/fetch')
  const product = await send(shop.client.products.create({ name: 'Tote', type: 'service', price: 45.5 }), { fetch })
  const { ref } = await send(
    shop.client.payments.create({
      product_id: product.id,
      method: 'mobile_money',
      phone: '0244123789',
      metadata: { order: '1042' },
    }),
    { fetch },
  )
  for (const entry of others.map((make) => make(ref)))
    for (let version = 1; version <= entry.version; version++) await store.claim({ ...entry, version })
  await shop.wait('PT2M')
  return { shop, ref }
}

test('a payment that waited before the update pays its order after it', async () => {
  const { shop } = await open((ref) => written({ [ref]: 'pending' }))
  await shop.settlement.runOnce()
  expect(shop.told).toEqual(['paid 1042'])
})

test('a payment that a worker was reading at the update is read again, and pays its order', async () => {
  const { shop, ref } = await open(
    () => written({}),
    (one) => line(one, false),
  )
  await shop.settlement.runOnce()
  expect(shop.told).toEqual(['paid 1042'])
  expect(shop.asked.map(([, path]) => path)).toEqual(['orders?limit=100', `payments/${ref}`])
})

test('a payment that was noted before the update is not searched for after it', async () => {
  const { shop } = await open(
    () => written({}),
    (one) => line(one, true),
  )
  await shop.settlement.runOnce()
  expect([shop.told, shop.asked.length]).toEqual([[], 1])
})

test('an order that was over before the update can still be paid', async () => {
  const { shop, ref } = await open(() => ({ ...written({ pay_old: 'failed' }), isOver: true, dueMs: null }))
  expect(await shop.settlement.look('1042', ref)).toBe('paid')
})
