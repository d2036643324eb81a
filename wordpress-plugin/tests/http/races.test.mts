import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { each, openShop, type Shop } from './shop.mjs'

/** Nightly 200. */
const rounds = Number(process.env.CEDI_HTTP_ROUNDS ?? 50)
let shop: Shop
let admin: { cookie: string; nonce: string }
beforeAll(async () => {
  shop = await openShop({ workers: 5 })
  admin = await shop.login('admin', 'password')
})
afterAll(() => shop?.close())

describe('a payment that many requests ask about at once', () => {
  it('completes its order once', async () => {
    const orders = await shop.orders('45.50', rounds)
    // Two orders alternate: one is checked by all requests while the other is being paid.
    const settle = (id: number) =>
      fetch(`${shop.url}/wp-json/cedi-commerce/v1/orders/${id}/check`, {
        method: 'POST',
        headers: { cookie: admin.cookie, 'x-wp-nonce': admin.nonce },
      })
    await each(orders, 2, async ({ id, key }) => {
      const { attempts } = await shop.pay(id)
      await shop.payByCard(attempts[0]?.token ?? '')
      const answers = await Promise.all([
        fetch(`${shop.url}/checkout/order-received/${id}/?key=${key}`),
        fetch(`${shop.url}/wp-json/cedi-commerce/v1/orders/${id}/payment?key=${key}`),
        settle(id),
        shop.act('cancel', { id }).then(() => new Response('')),
      ])
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
      await Promise.all(answers.map((answer) => answer.arrayBuffer()))
    })
    const ids = orders.map(({ id }) => id)
    // On a slow machine the response may be late; then the schedule checks again.
    const looks = await shop.look(ids)
    for (const [place, id] of ids.entries()) if (looks[place]?.status === 'pending') await settle(id)
    expect(new Set((await shop.look(ids)).map(({ status }) => status))).toEqual(new Set(['processing']))
    expect(shop.lines('completed').sort()).toEqual(ids.map(String).sort())
    expect(shop.lines('mails')).toHaveLength(rounds)
    expect(shop.site.debugLog()).toBe('')
  })
})
