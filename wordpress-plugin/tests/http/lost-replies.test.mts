import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { each, openShop, type Shop } from './shop.mjs'

const rounds = 200
let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop?.close())

describe('a shop whose connection to the service is cut', () => {
  it('makes one payment, one paid order and one mail of every order, however often the buyer presses "pay"', async () => {
    shop.mock.faults.add({
      match: { method: 'POST', path: '/api/v1/checkout/intent', probability: 0.6 },
      fault: { drop: 'after_commit' },
    })
    let failures = 0
    const orders: number[] = []
    await each(
      Array.from({ length: rounds }, (_, at) => at),
      3,
      async () => {
        const { id } = await shop.order('45.50')
        orders.push(id)
        for (let clicks = 1; ; clicks++) {
          expect(clicks).toBeLessThan(30)
          const { result } = await shop.pay(id)
          if (result === 'success') break
          failures++
        }
        const { attempts } = await shop.look(id)
        expect(attempts).toHaveLength(1)
        await shop.payByCard(attempts[0]?.token ?? '')
        // The buyer comes back by pressing "pay" once more.
        const again = await shop.pay(id)
        expect(again.redirect).toContain('/order-received/')
      },
    )
    expect(failures).toBeGreaterThan(rounds / 10)
    const { tables = {} } = shop.mock.snapshot().ledger.merchants['demo'] ?? {}
    const rows = (table: string) => tables[table] ?? []
    expect(rows('intents')).toHaveLength(rounds)
    expect(rows('payments')).toHaveLength(rounds)
    for (const id of orders) expect((await shop.look(id)).status).toBe('processing')
    expect(shop.lines('completed').sort()).toEqual(orders.map(String).sort())
    expect(shop.lines('mails')).toHaveLength(rounds)
    expect(shop.site.debugLog()).toBe('')
  })
})
