import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { each, openShop, type Shop } from './shop.mjs'

/** Nightly 200. */
const rounds = Number(process.env.CEDI_HTTP_ROUNDS ?? 50)
let shop: Shop
beforeAll(async () => {
  // The plugin waits before it retries. Other buyers are not blocked in the meantime.
  shop = await openShop({ workers: 8 })
})
afterAll(() => shop?.close())

describe('a shop whose connection to the service is cut', () => {
  it('gets one payment, one paid order and one e-mail for each order, however often the buyer presses "pay"', async () => {
    shop.mock.faults.add({
      match: { method: 'POST', path: '/api/v1/checkout/intent', probability: 0.6 },
      fault: { drop: 'after_commit' },
    })
    let failures = 0
    const orders = (await shop.orders('45.50', rounds)).map(({ id }) => id)
    await each(orders, 8, async (id) => {
      let paid = await shop.pay(id)
      for (let clicks = 1; paid.result !== 'success'; clicks++) {
        expect(clicks).toBeLessThan(30)
        failures++
        paid = await shop.pay(id)
      }
      expect(paid.attempts).toHaveLength(1)
      await shop.payByCard(paid.attempts[0]?.token ?? '')
      // The buyer returns and presses "pay" again.
      expect((await shop.comeBack(id)).redirect).toContain('/order-received/')
    })
    expect(failures).toBeGreaterThan(rounds / 10)
    const { tables = {} } = shop.mock.snapshot().ledger.merchants['demo'] ?? {}
    const rows = (table: string) => tables[table] ?? []
    expect(rows('intents')).toHaveLength(rounds)
    expect(rows('payments')).toHaveLength(rounds)
    expect(new Set((await shop.look(orders)).map(({ status }) => status))).toEqual(new Set(['processing']))
    expect(shop.lines('completed').sort()).toEqual(orders.map(String).sort())
    expect(shop.lines('mails')).toHaveLength(rounds)
    expect(shop.site.debugLog()).toBe('')
  })
})
