import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { forEachConcurrently, openShop, type Shop } from './shop.mjs'

/** Nightly 200. */
const orderCount = Number(process.env.CEDI_HTTP_ROUNDS ?? 50)
let shop: Shop
beforeAll(async () => {
  // The plugin waits before it retries. Other buyers are not blocked in the meantime.
  shop = await openShop({ workers: 8 })
})
afterAll(() => shop?.close())

describe('a shop that loses responses of the service', () => {
  it('each order has one payment and one email however often the buyer clicks "pay"', async () => {
    shop.mock.faults.add({
      match: { method: 'POST', path: '/api/v1/checkout/intent', probability: 0.6 },
      fault: { drop: 'after_commit' },
    })
    let failures = 0
    const orders = (await shop.orders('45.50', orderCount)).map(({ id }) => id)
    await forEachConcurrently(orders, 8, async (id) => {
      let paymentStart = await shop.pay(id)
      for (let clicks = 1; paymentStart.result !== 'success'; clicks++) {
        expect(clicks).toBeLessThan(30)
        failures++
        paymentStart = await shop.pay(id)
      }
      expect(paymentStart.attempts).toHaveLength(1)
      await shop.payByCard(paymentStart.attempts[0]?.token ?? '')
      // The buyer returns and clicks "pay" again.
      expect((await shop.payUntilReceived(id)).redirect).toContain('/order-received/')
    })
    expect(failures).toBeGreaterThan(orderCount / 10)
    const { tables = {} } = shop.mock.snapshot().ledger.merchants['demo'] ?? {}
    const rows = (table: string) => tables[table] ?? []
    expect(rows('intents')).toHaveLength(orderCount)
    expect(rows('payments')).toHaveLength(orderCount)
    expect(new Set((await shop.readOrders(orders)).map(({ status }) => status))).toEqual(new Set(['processing']))
    expect(shop.lines('completed').sort()).toEqual(orders.map(String).sort())
    expect(shop.lines('mails')).toHaveLength(orderCount)
    expect(shop.site.debugLog()).toBe('')
  })
})
