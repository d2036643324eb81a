import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { forEachConcurrently, openShop, type Shop } from './shop.mjs'

/** Nightly 200. */
const orderCount = Number(process.env.CEDI_HTTP_ROUNDS ?? 50)
let shop: Shop
let admin: { cookie: string; nonce: string }
beforeAll(async () => {
  shop = await openShop({ workers: 5 })
  admin = await shop.login('admin', 'password')
})
afterAll(() => shop?.close())

describe('a payment checked by concurrent requests', () => {
  it('the order is completed once', async () => {
    const orders = await shop.orders('45.50', orderCount)
    // Two orders alternate: one is checked by all requests while the other is being paid.
    const checkOrder = (id: number) =>
      fetch(`${shop.url}/wp-json/cedi-commerce/v1/orders/${id}/check`, {
        method: 'POST',
        headers: { cookie: admin.cookie, 'x-wp-nonce': admin.nonce },
      })
    await forEachConcurrently(orders, 2, async ({ id, key }) => {
      const { attempts } = await shop.pay(id)
      await shop.payByCard(attempts[0]?.token ?? '')
      const responses = await Promise.all([
        fetch(`${shop.url}/checkout/order-received/${id}/?key=${key}`),
        fetch(`${shop.url}/wp-json/cedi-commerce/v1/orders/${id}/payment?key=${key}`),
        checkOrder(id),
        shop.callLab('cancel', { id }).then(() => new Response('')),
      ])
      expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200])
      await Promise.all(responses.map((response) => response.arrayBuffer()))
    })
    const ids = orders.map(({ id }) => id)
    // On a slow machine the response may be late; then the schedule checks again.
    const states = await shop.readOrders(ids)
    for (const [position, id] of ids.entries()) if (states[position]?.status === 'pending') await checkOrder(id)
    expect(new Set((await shop.readOrders(ids)).map(({ status }) => status))).toEqual(new Set(['processing']))
    expect(shop.lines('completed').sort()).toEqual(ids.map(String).sort())
    expect(shop.lines('mails')).toHaveLength(orderCount)
    expect(shop.site.debugLog()).toBe('')
  })
})
