import { afterAll, beforeAll, expect, it } from 'vitest'
import { openShop, type Shop } from './shop.mjs'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop?.close())

it('a merchant sees late money on the order and in the menu, and resolves it with one click', async () => {
  const { cookie, nonce } = await shop.login('admin', 'password')
  const admin = async (path: string, init: RequestInit = {}) => {
    const url = new URL(path, `${shop.url}/wp-admin/`).href
    const answer = await fetch(url, { ...init, headers: { cookie, 'x-wp-nonce': nonce, referer: url } })
    expect({ path, status: answer.status }).toEqual({ path, status: 200 })
    return answer.text()
  }
  const { id } = await shop.order('45.50')
  await shop.pay(id)
  const [open] = await shop.look([id])
  await shop.act('move', { id, status: 'cancelled' })
  await shop.payByCard(open?.attempts[0]?.token ?? '')
  const screen = `post.php?post=${id}&action=edit`
  expect(await admin(screen)).not.toContain('Payment needs a decision')

  await admin(`${shop.url}/wp-json/cedi-commerce/v1/orders/${id}/check`, { method: 'POST' })
  expect(shop.lines('mails-to-the-shop')).toContain(`Payment needs a decision: order #${id}`)
  const html = await admin(screen)
  expect(html).toContain('Payment needs a decision')
  expect(html).toContain('Deliver the order')
  const list = await admin('edit.php?post_type=shop_order')
  expect(list).toMatch(/Cedi: needs a decision <span class="count">\(1\)/)

  const link = /href="([^"]*admin-post\.php[^"]*)"/.exec(html)?.[1]?.replaceAll('&#038;', '&').replaceAll('&amp;', '&')
  await admin(link ?? 'no link')
  expect((await shop.look([id]))[0]?.status).toBe('processing')
  expect(await admin(screen)).not.toContain('Payment needs a decision')
  expect(await admin('edit.php?post_type=shop_order')).not.toContain('needs a decision')
})

it('a link without a nonce, or of another user, changes nothing', async () => {
  const { id } = await shop.order('45.50')
  const answer = await fetch(`${shop.url}/wp-admin/admin-post.php?action=cedi_commerce_resolve&id=${id}`)
  expect(answer.status).toBeGreaterThanOrEqual(200)
  expect((await shop.look([id]))[0]?.status).toBe('pending')
})

it('nothing is written to the PHP error log', () => {
  expect(shop.site.debugLog()).toBe('')
})
