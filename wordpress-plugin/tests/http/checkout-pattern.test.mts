import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openShop, type Shop } from './shop.mjs'

describe.runIf(process.env.WC_DIR)('a Checkout block inside a synced pattern', () => {
  let shop: Shop
  beforeAll(async () => {
    shop = await openShop()
    const content = await shop.site.php(join(import.meta.dirname, 'pattern.php'), shop.site.core)
    expect(content).toContain('wp:woocommerce/checkout')
  })
  afterAll(() => shop?.close())

  test('the block receives the payment method', async () => {
    const { headers } = await fetch(`${shop.url}/checkout/?add=45.50`, { redirect: 'manual' })
    const cookie = headers
      .getSetCookie()
      .map((each) => each.split(';')[0])
      .join('; ')
    const html = await (await fetch(`${shop.url}/pattern/`, { headers: { cookie } })).text()
    expect(html.includes('wp-block-woocommerce-checkout')).toBe(true)
    expect(html.includes('build/checkout-block/index.js')).toBe(true)
    expect(decodeURIComponent(html.replace(/%(?![0-9A-F]{2})/gi, '%25')).includes('"cedi_commerce":{')).toBe(true)
  })
})
