import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openShop, type Shop } from './shop.mjs'

let shop: Shop
let key = ''
beforeAll(async () => {
  // Without a key in wp-config.php. This one is typed into the settings and encrypted.
  shop = await openShop({ key: '' })
  const scopes = [
    'payments:write',
    'payments:read',
    'refunds:write',
    'balance:read',
    'products:read',
    'products:write',
    'orders:read',
  ]
  const issued = (await shop.mock.control('POST', 'keys', { scopes, label: 'walk' })) as { key: string }
  key = issued.key
})
afterAll(() => shop?.close())

describe('the API key', () => {
  it('no page, log or database row contains the key', async () => {
    expect(key.length).toBeGreaterThan(12)
    const { cookie, nonce } = await shop.login('admin', 'password')
    const outputs: string[] = []
    const request = async (path: string, init: RequestInit = {}) => {
      const headers = { cookie, 'x-wp-nonce': nonce, 'content-type': 'application/json' }
      const response = await fetch(shop.url + path, { redirect: 'manual', headers, ...init })
      const text = await response.text()
      outputs.push(`${path} ${[...response.headers].join(' ')} ${text}`)
      return { status: response.status, text }
    }
    const post = (path: string, body: object) => request(path, { method: 'POST', body: JSON.stringify(body) })
    const api = '/wp-json/cedi-commerce/v1'
    const saved = await post(`${api}/settings`, { api_key: key, handle: 'ama', gateway: { enabled: true } })
    expect(JSON.parse(saved.text).key).toEqual({ source: 'option', hint: key.slice(-4), state: 'ok' })
    const connection = await post(`${api}/connection`, {})
    expect(JSON.parse(connection.text).ok).toBe(true)

    const { id, key: orderKey } = await shop.order('45.50')
    outputs.push(JSON.stringify(await shop.pay(id)))
    for (const path of [
      '/',
      '/?cedi_commerce_checked=1&cedi_commerce_paid=%3Cscript%3E',
      `${api}/settings`,
      `${api}/products`,
      `${api}/orders/${id}/payment?key=${orderKey}`,
      `${api}/orders/${id}/payment?key=wrong`,
      '/wp-json/',
      '/wp-admin/options-general.php?page=cedi-commerce',
      '/wp-admin/site-health.php?tab=debug',
      '/wp-admin/site-health.php',
      '/wp-admin/options.php',
      '/wp-admin/plugins.php',
      '/wp-admin/post-new.php',
      `/wp-admin/post.php?post=${id}&action=edit`,
      '/checkout/?add=45.50',
      `/checkout/order-pay/${id}/?key=${orderKey}`,
      `/checkout/order-received/${id}/?key=${orderKey}`,
    ])
      await request(path)
    await post(`${api}/orders/${id}/check`, {})
    // The error texts of the service are included.
    for (const fault of [{ status: 500 }, { status: 429 }, { drop: 'before' }, { malformed_json: true }]) {
      shop.mock.faults.add({ match: { method: 'GET', path: '/api/v1/*' }, fault: fault as never, times: 4 })
      await post(`${api}/connection`, {})
      await request(`${api}/orders/${id}/payment?key=${orderKey}`)
    }
    const rejected = await post(`${api}/settings`, { base_url: 'https://10.0.0.1' })
    expect(rejected.status).toBe(400)

    const files = readdirSync(shop.folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.parentPath.includes('/plugins'))
      .map((entry) => join(entry.parentPath, entry.name))
    const database = shop.database()
    expect(database).toContain('cedi_commerce_api_key')
    outputs.push(`database ${database}`)
    // The log of WooCommerce is one file of the double, or several of a real one.
    expect(files.some((file) => /(?:\/wc-logs\/.+|\/wc)\.log$/.test(file))).toBe(true)
    for (const file of files) outputs.push(`${file} ${readFileSync(file, 'latin1')}`)
    const leaks = outputs.filter(
      (text) => text.includes(key) || text.includes(Buffer.from(key).toString('base64').slice(0, -4)),
    )
    expect(leaks.map((text) => text.slice(0, 80))).toEqual([])
    expect(outputs.length).toBeGreaterThan(25)
    expect(shop.site.debugLog()).toBe('')
  })

  it('a base URL from wp-config.php cannot be changed', async () => {
    const { cookie, nonce } = await shop.login('admin', 'password')
    const { status } = await fetch(`${shop.url}/wp-json/cedi-commerce/v1/settings`, {
      method: 'POST',
      headers: { cookie, 'x-wp-nonce': nonce, 'content-type': 'application/json' },
      body: JSON.stringify({ base_url: 'https://evil.example.org' }),
    })
    // Here the address is set in wp-config.php.
    expect(status).toBe(400)
  })

  it('a cross-site request cannot change the key', async () => {
    const { cookie } = await shop.login('admin', 'password')
    const { status } = await fetch(`${shop.url}/wp-json/cedi-commerce/v1/settings`, {
      method: 'POST',
      headers: { cookie, origin: 'https://evil.example.org', 'content-type': 'application/x-www-form-urlencoded' },
      body: 'api_key=sk_live_of_somebody_else',
    })
    expect(status).toBe(401)
  })
})
