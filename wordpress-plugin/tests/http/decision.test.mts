import { afterAll, beforeAll, expect, it } from 'vitest'
import { openShop, type Shop } from './shop.mjs'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop?.close())

it('a late payment is shown on the order and in the list, and one click resolves it', async () => {
  const { cookie, nonce } = await shop.login('admin', 'password')
  const fetchAdminPage = async (path: string, init: RequestInit = {}) => {
    const url = new URL(path, `${shop.url}/wp-admin/`).href
    const response = await fetch(url, { ...init, headers: { cookie, 'x-wp-nonce': nonce, referer: url } })
    expect({ path, status: response.status }).toEqual({ path, status: 200 })
    return response.text()
  }
  const { id } = await shop.order('45.50')
  await shop.pay(id)
  const [open] = await shop.readOrders([id])
  await shop.callLab('move', { id, status: 'cancelled' })
  await shop.payByCard(open?.attempts[0]?.token ?? '')
  const screen = `post.php?post=${id}&action=edit`
  expect(await fetchAdminPage(screen)).not.toContain('Payment needs a decision')

  await fetchAdminPage(`${shop.url}/wp-json/cedi-commerce/v1/orders/${id}/check`, { method: 'POST' })
  expect(shop.lines('mails-to-the-shop')).toContain(`Payment needs a decision: order #${id}`)
  const html = await fetchAdminPage(screen)
  expect(html).toContain('Payment needs a decision')
  expect(html).toContain('Deliver the order')
  const list = await fetchAdminPage('edit.php?post_type=shop_order')
  expect(list).toMatch(/Cedi: needs a decision <span class="count">\(1\)/)

  const link = /href="([^"]*admin-post\.php[^"]*)"/.exec(html)?.[1]?.replaceAll('&#038;', '&').replaceAll('&amp;', '&')
  await fetchAdminPage(link ?? 'missing link')
  expect((await shop.readOrders([id]))[0]?.status).toBe('processing')
  expect(await fetchAdminPage(screen)).not.toContain('Payment needs a decision')
  expect(await fetchAdminPage('edit.php?post_type=shop_order')).not.toContain('needs a decision')
})

it('the list of decisions contains a paid order in the trash, and its notice', async () => {
  const { cookie, nonce } = await shop.login('admin', 'password')
  const { id } = await shop.order('45.50')
  await shop.pay(id)
  const [open] = await shop.readOrders([id])
  await shop.callLab('move', { id, status: 'trash' })
  await shop.payByCard(open?.attempts[0]?.token ?? '')
  const check = `${shop.url}/wp-json/cedi-commerce/v1/orders/${id}/check`
  expect((await fetch(check, { method: 'POST', headers: { cookie, 'x-wp-nonce': nonce } })).status).toBe(200)
  const url = `${shop.url}/wp-admin/edit.php?post_type=shop_order&cedi_commerce_needs_decision=1`
  const html = await (await fetch(url, { headers: { cookie } })).text()
  expect(html).toContain(`id="post-${id}"`)
  expect(html).toContain(`Order #${id} is in the trash.`)
})

it('a request without a nonce changes nothing', async () => {
  const { id } = await shop.order('45.50')
  const response = await fetch(`${shop.url}/wp-admin/admin-post.php?action=cedi_commerce_resolve&id=${id}`)
  expect(response.status).toBeGreaterThanOrEqual(200)
  expect((await shop.readOrders([id]))[0]?.status).toBe('pending')
})

it('nothing is written to the PHP error log', () => {
  expect(shop.site.debugLog()).toBe('')
})
