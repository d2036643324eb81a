// Orders in the store of a shop that is restarted.
import { expect, test } from 'vitest'
import { memoryStore } from '../../src/settle/stores/memory.js'
import type { TrackedOrder } from '../../src/settle/tracked-order.js'
import { openShop } from './shop.js'

const sinceMs = Date.parse('2026-01-05T09:00:00Z')
/** Returns a stored order with payments. */
const storedOrder = (payments: TrackedOrder['payments']): TrackedOrder => ({
  order: '1042',
  version: 3,
  dueMs: sinceMs + 87_000,
  amounts: [45.5],
  sinceMs,
  untilMs: sinceMs + 85_800_000,
  searchedMs: sinceMs + 60_000,
  buyerChecks: 1,
  buyerCheckedMs: sinceMs + 4_000,
  expiresMs: 0,
  isClosed: false,
  payments,
})
const paymentRow = (ref: string, isClosed: boolean): TrackedOrder => ({
  order: `payment:${ref}`,
  version: 1,
  dueMs: null,
  amounts: [],
  sinceMs,
  untilMs: 0,
  searchedMs: sinceMs,
  buyerChecks: 0,
  buyerCheckedMs: 0,
  expiresMs: 0,
  isClosed,
  payments: {},
})

/** Opens a shop over stored orders, two minutes after its order was tracked, with a paid payment. */
async function open(...builders: readonly ((ref: string) => TrackedOrder)[]) {
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
  for (const tracked of builders.map((build) => build(ref)))
    for (let version = 1; version <= tracked.version; version++) await store.save({ ...tracked, version })
  await shop.wait('PT2M')
  return { shop, ref }
}

test('a payment that was pending before a restart pays its order', async () => {
  const { shop } = await open((ref) => storedOrder({ [ref]: 'pending' }))
  await shop.settlement.runOnce()
  expect(shop.calls).toEqual(['paid 1042'])
})

test('a payment that a worker had claimed before a restart pays its order', async () => {
  const { shop, ref } = await open(
    () => storedOrder({}),
    (item) => paymentRow(item, false),
  )
  await shop.settlement.runOnce()
  expect(shop.calls).toEqual(['paid 1042'])
  expect(shop.requests.map(([, path]) => path)).toEqual(['orders?limit=100', `payments/${ref}`])
})

test('a payment that was recorded before a restart is not searched for', async () => {
  const { shop } = await open(
    () => storedOrder({}),
    (item) => paymentRow(item, true),
  )
  await shop.settlement.runOnce()
  expect([shop.calls, shop.requests.length]).toEqual([[], 1])
})

test('an order that was closed before a restart can still be paid', async () => {
  const { shop, ref } = await open(() => ({ ...storedOrder({ pay_old: 'failed' }), isClosed: true, dueMs: null }))
  expect(await shop.settlement.check('1042', ref)).toBe('paid')
})
