import { copyFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openShop, type Shop } from './shop.mjs'

let shop: Shop
beforeAll(async () => {
  shop = await openShop({ workers: 3 })
  copyFileSync(join(import.meta.dirname, 'drop-ins/object-cache.php'), join(shop.folder, 'wp-content/object-cache.php'))
})
afterAll(() => shop?.close())

const status = async (id: number, key: string): Promise<string> =>
  (await (await fetch(`${shop.url}/wp-json/cedi-commerce/v1/orders/${id}/payment?key=${key}`)).json()).state

it('with a cache that outlives requests, three workers see one order: it is paid once', async () => {
  const orders = await Promise.all(['45.50', '46.50', '47.50'].map((total) => shop.order(total)))
  for (const { id, key } of orders) {
    const started = await shop.pay(id)
    expect(started.result).toBe('success')
    // Another worker reads the order before it is paid. Later it must not read that old state again.
    expect(await status(id, key)).toBe('pending')
    await shop.payByCard(String(started.attempts[0]?.token))
    await new Promise((done) => setTimeout(done, 2100))
    const looks = await Promise.all([status(id, key), status(id, key), shop.look([id])])
    expect(looks.slice(0, 2)).toContain('paid')
    expect((await shop.look([id]))[0]?.status).toBe('processing')
    // Pressing "pay" again opens no checkout.
    expect((await shop.comeBack(id)).redirect).toContain('/order-received/')
  }
  expect(shop.lines('completed').sort()).toEqual(orders.map(({ id }) => String(id)).sort())
  expect(readdirSync(join(shop.folder, 'object-cache')).length).toBeGreaterThan(5)
})

it('changed settings are used by the next request', async () => {
  const { cookie, nonce } = await shop.login('admin', 'password')
  const ask = async (method: string, body?: object) =>
    (
      await fetch(`${shop.url}/wp-json/cedi-commerce/v1/settings`, {
        method,
        headers: { cookie, 'x-wp-nonce': nonce, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      })
    ).json()
  await ask('POST', { handle: 'kofi', gateway: { title: 'MoMo' } })
  for (let worker = 0; worker < 4; worker++)
    expect(await ask('GET')).toMatchObject({ handle: 'kofi', gateway: { title: 'MoMo' } })
  expect(shop.site.debugLog()).toBe('')
})
