import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openShop, type Shop } from './shop.mjs'

let shop: Shop
beforeAll(async () => {
  shop = await openShop({ config: "define( 'WPLANG', 'fr_FR' );" })
  await shop.site.php(`${import.meta.dirname}/publish.php`, shop.site.core)
})
afterAll(() => shop?.close())

describe('a shop in French', () => {
  it('buyers and merchants see French, and nothing is written to the PHP error log', async () => {
    const { cookie, nonce } = await shop.login('admin', 'password')
    const read = async (path: string) => {
      const response = await fetch(shop.url + path, { headers: { cookie } })
      expect({ path, status: response.status }).toEqual({ path, status: 200 })
      return response.text()
    }
    expect(await read('/checkout/?add=45.50')).toContain('Mode test')
    expect(await read('/wp-admin/options-general.php?page=cedi-commerce')).toContain('Chargement')
    const { id, key } = await shop.order('45.50')
    expect((await shop.pay(id)).result).toBe('success')
    expect(await read(`/checkout/order-received/${id}/?key=${key}`)).toContain('Nous vérifions')
    const checkResponse = await fetch(`${shop.url}/wp-json/cedi-commerce/v1/orders/${id}/check`, {
      method: 'POST',
      headers: { cookie, 'x-wp-nonce': nonce },
    })
    expect(((await checkResponse.json()) as { message: string }).message).toContain('Nous vérifions')
    for (const path of [
      '/',
      '/plain/',
      '/fifty/',
      '/feed/',
      '/wp-admin/site-health.php',
      `/wp-admin/post.php?post=${id}&action=edit`,
    ])
      await read(path)
    expect(shop.site.debugLog()).toBe('')
  })
})
