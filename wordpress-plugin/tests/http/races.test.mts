import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Database, startMariadb } from '../../scripts/lab/mariadb.mjs'
import { openShop, type Shop } from './shop.mjs'

const rounds = 200
let shop: Shop
let mariadb: Database | undefined
let admin: { cookie: string; nonce: string }
beforeAll(async () => {
  // CEDI_DATABASE=mariadb runs the race on MariaDB, where locks are of rows; otherwise the database is a file.
  if (process.env.CEDI_DATABASE === 'mariadb') mariadb = await startMariadb()
  shop = await openShop({ env: mariadb?.database() ?? {} })
  admin = await shop.login('admin', 'password')
})
afterAll(async () => {
  await shop?.close()
  await mariadb?.stop()
})

describe('a payment that everybody asks about at once', () => {
  it('completes its order once', async () => {
    const ids: string[] = []
    for (let round = 0; round < rounds; round++) {
      const { id, key } = await shop.order('45.50')
      ids.push(String(id))
      await shop.pay(id)
      const { attempts } = await shop.look(id)
      await shop.payByCard(attempts[0]?.token ?? '')
      const answers = await Promise.all([
        fetch(`${shop.url}/checkout/order-received/${id}/?key=${key}`),
        fetch(`${shop.url}/wp-json/cedi-commerce/v1/orders/${id}/payment?key=${key}`),
        fetch(`${shop.url}/wp-json/cedi-commerce/v1/orders/${id}/settle`, {
          method: 'POST',
          headers: { cookie: admin.cookie, 'x-wp-nonce': admin.nonce },
        }),
        shop.act('cancel').then(() => new Response('')),
      ])
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
      await Promise.all(answers.map((answer) => answer.arrayBuffer()))
      expect((await shop.look(id)).status).toBe('processing')
    }
    expect(shop.lines('completed')).toEqual(ids)
    expect(shop.lines('mails')).toHaveLength(rounds)
    expect(shop.site.debugLog()).toBe('')
  })
})
