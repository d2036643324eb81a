import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { openShop, type Shop } from './shop.mjs'

let shop: Shop
afterEach(() => shop?.close())
const run = async (name: string) => shop.site.php(join(import.meta.dirname, name), shop.site.core)

describe('a plugin that is deleted', () => {
  for (const woocommerce of [true, false])
    it(`leaves no row ${woocommerce ? 'with' : 'without'} WooCommerce`, async () => {
      shop = await openShop({ woocommerce })
      const { before, after } = JSON.parse(await run('uninstall.php'))
      expect(before).toBeGreaterThan(6)
      expect(after).toEqual([])
    })

  it('leaves no row on any site of a network', async () => {
    shop = await openShop({ woocommerce: false })
    await run('network.php')
    const file = join(shop.folder, 'config.php')
    const host = new URL(shop.url).host
    const constants = `define( 'MULTISITE', true ); define( 'SUBDOMAIN_INSTALL', false ); define( 'DOMAIN_CURRENT_SITE', '${host}' ); define( 'PATH_CURRENT_SITE', '/' ); define( 'SITE_ID_CURRENT_SITE', 1 ); define( 'BLOG_ID_CURRENT_SITE', 1 );`
    writeFileSync(file, `${readFileSync(file, 'utf8')}\n${constants}\n`)
    const { before, after, sites } = JSON.parse(await run('uninstall.php'))
    expect(sites).toBe(2)
    expect(before).toBeGreaterThan(8)
    expect(after).toEqual([])
  })
})
