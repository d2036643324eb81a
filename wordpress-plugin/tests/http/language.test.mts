import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
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
    const check = async () => {
      const response = await fetch(`${shop.url}/wp-json/cedi-commerce/v1/orders/${id}/check`, {
        method: 'POST',
        headers: { cookie, 'x-wp-nonce': nonce },
      })
      return ((await response.json()) as { message: string }).message
    }
    // On a busy machine a check may end before the service has responded.
    await expect.poll(check, { timeout: 60_000, interval: 1_000 }).toContain('Nous vérifions')
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

// Language plugins choose the language of a page by its URL. The REST API and admin-ajax.php are not below that URL.
describe('a shop in English with a page in French', () => {
  it('the scripts of the page receive messages in French', async () => {
    const bilingual = await openShop()
    try {
      const languages = join(bilingual.folder, 'wp-content/languages')
      // WordPress switches to installed languages only.
      copyFileSync(join(import.meta.dirname, '../../languages/cedi-commerce-fr_FR.mo'), join(languages, 'fr_FR.mo'))
      const { id, key } = await bilingual.order('45.50')
      await bilingual.pay(id)
      const readMessage = async (path: string) => (await (await fetch(bilingual.url + path)).json()).message
      const rest = `/wp-json/cedi-commerce/v1/orders/${id}/payment?key=${key}`
      const ajax = `/wp-admin/admin-ajax.php?action=cedi_commerce_payment&id=${id}&key=${key}`
      for (const path of [rest, ajax]) {
        expect(await readMessage(`${path}&cedi_locale=fr_FR`)).toBe('Nous vérifions votre paiement.')
        expect(await readMessage(path)).toBe('We are checking your payment.')
        expect(await readMessage(`${path}&cedi_locale=xx_XX`)).toBe('We are checking your payment.')
        expect(await readMessage(`${path}&cedi_locale[]=fr_FR`)).toBe('We are checking your payment.')
      }
      const page = await (await fetch(`${bilingual.url}/checkout/order-received/${id}/?key=${key}`)).text()
      expect(page).toMatch(/data-url="[^"]*cedi_locale=en_US/)
      const response = await fetch(`${bilingual.url}/wp-admin/admin-ajax.php?cedi_locale=fr_FR`, {
        method: 'POST',
        body: new URLSearchParams({ action: 'cedi_commerce_pay_status', token: '' }),
      })
      expect((await response.json()).data.message).toBe('Nous vérifions votre paiement.')
      expect(bilingual.site.debugLog()).toBe('')
    } finally {
      await bilingual.close()
    }
  })
})
