import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { openShop, type Shop } from './shop.mjs'

let shop: Shop
afterEach(() => shop?.close())
const run = async (name: string) => shop.site.php(join(import.meta.dirname, name), shop.site.core)

describe('uninstalling the plugin', () => {
  for (const woocommerce of [true, false])
    it(`deletes every row ${woocommerce ? 'with' : 'without'} WooCommerce`, async () => {
      shop = await openShop({ woocommerce })
      const { before, after } = JSON.parse(await run('uninstall.php'))
      expect(before).toBeGreaterThan(6)
      expect(after).toEqual([])
    })

  it('every row is deleted on each site of a network', async () => {
    shop = await openShop({ network: true })
    const { before, after, sites } = JSON.parse(await run('uninstall.php'))
    expect(sites).toBe(2)
    expect(before).toBeGreaterThan(8)
    expect(after).toEqual([])
    // A site where WooCommerce never ran has no tables of Action Scheduler.
    expect(shop.site.debugLog()).toBe('')
  })
})
