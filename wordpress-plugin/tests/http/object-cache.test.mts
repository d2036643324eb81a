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

const readState = async (id: number, key: string): Promise<string> =>
  (await (await fetch(`${shop.url}/wp-json/cedi-commerce/v1/orders/${id}/payment?key=${key}`)).json()).state

it('three workers with a persistent object cache complete an order once', async () => {
  const orders = await Promise.all(['45.50', '46.50', '47.50'].map((total) => shop.order(total)))
  for (const { id, key } of orders) {
    const started = await shop.pay(id)
    expect(started.result).toBe('success')
    // Another worker reads the order before it is paid. Later it must not read that old state again.
    expect(await readState(id, key)).toBe('pending')
    await shop.payByCard(String(started.attempts[0]?.token))
    await new Promise((done) => setTimeout(done, 2100))
    const states = await Promise.all([readState(id, key), readState(id, key), shop.readOrders([id])])
    expect(states.slice(0, 2)).toContain('paid')
    expect((await shop.readOrders([id]))[0]?.status).toBe('processing')
    // Clicking "pay" again opens no checkout.
    expect((await shop.payUntilReceived(id)).redirect).toContain('/order-received/')
  }
  expect(shop.lines('completed').sort()).toEqual(orders.map(({ id }) => String(id)).sort())
  expect(readdirSync(join(shop.folder, 'object-cache')).length).toBeGreaterThan(5)
})

it('the next request uses changed settings', async () => {
  const { cookie, nonce } = await shop.login('admin', 'password')
  const callSettings = async (method: string, body?: object) =>
    (
      await fetch(`${shop.url}/wp-json/cedi-commerce/v1/settings`, {
        method,
        headers: { cookie, 'x-wp-nonce': nonce, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      })
    ).json()
  await callSettings('POST', { handle: 'kofi', gateway: { title: 'MoMo' } })
  for (let worker = 0; worker < 4; worker++)
    expect(await callSettings('GET')).toMatchObject({ handle: 'kofi', gateway: { title: 'MoMo' } })
  expect(shop.site.debugLog()).toBe('')
})
