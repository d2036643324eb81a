import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openShop, type Shop } from './shop.mjs'

let shop: Shop
let plainShop: Shop
beforeAll(async () => {
  // The settings of PHP are those of a host, because the cost of a page is measured.
  shop = await openShop({ isCompiledOnce: false })
  plainShop = await openShop({ active: false, isCompiledOnce: false })
  await shop.site.php(`${import.meta.dirname}/publish.php`, shop.site.core)
  await plainShop.site.php(`${import.meta.dirname}/publish.php`, plainShop.site.core)
})
afterAll(async () => {
  await shop?.close()
  await plainShop?.close()
})

/** The cost of a page after PHP has compiled its files. */
async function measurePage({ url }: Shop, path: string) {
  let best: { queries: number; memory: number; files: string[]; body: string } | undefined
  for (let attempt = 0; attempt < 8; attempt++) {
    const response = await fetch(url + path)
    const { headers } = response
    const body = await response.text()
    const memory = Number(headers.get('x-lab-memory'))
    const files = (headers.get('x-lab-files') ?? '').split(',').filter(Boolean)
    if (!best || memory < best.memory) best = { queries: Number(headers.get('x-lab-queries')), memory, files, body }
  }
  if (!best) throw new Error('The page could not be loaded.')
  // Ports, nonces and their times differ between sites.
  const variable = new RegExp(
    `${new URL(url).port}|(?<=[nN]once[^0-9a-f]{1,20})[0-9a-f]{10}|(?<=[tT]imestamp[^0-9]{1,9})[0-9]{10}`,
    'g',
  )
  return { ...best, body: best.body.replace(variable, '…') }
}

type PageCost = Awaited<ReturnType<typeof measurePage>>
/** With the plugin, a real WooCommerce may need one query less, as 10.5 does. */
const countExtraQueries = (withPlugin: PageCost, withoutPlugin: PageCost): number =>
  process.env.WC_DIR
    ? Math.max(0, withPlugin.queries - withoutPlugin.queries)
    : withPlugin.queries - withoutPlugin.queries

/** Pages without a button. Those of a shop contain the cart, with the payment methods that are available. */
const pages = process.env.WC_DIR ? ['/plain/', '/shop/'] : ['/plain/']

describe.each(pages)('%s without a button and with the payment method enabled', (path) => {
  it('the plugin adds no query and no markup, loads three PHP files and uses 15 KB', async () => {
    const [withoutPlugin, withPlugin] = [await measurePage(plainShop, path), await measurePage(shop, path)]
    expect(countExtraQueries(withPlugin, withoutPlugin)).toBe(0)
    expect(withPlugin.body).toBe(withoutPlugin.body)
    // Some versions of WooCommerce create every payment method on every page, as the double does. Others do so only where needed.
    const files = new Set([...withPlugin.files, 'class-gateway.php'])
    expect([...files].sort()).toEqual(['cedi-commerce.php', 'class-gateway.php', 'namespace.php'])
    expect((withPlugin.memory - withoutPlugin.memory) / 1024).toBeLessThanOrEqual(15)
    console.log(`${path} without a button: ${((withPlugin.memory - withoutPlugin.memory) / 1024).toFixed(1)} KB`)
  })
})

describe('a page with fifty buttons', () => {
  it('the plugin adds no query and one script', async () => {
    const [withoutPlugin, withPlugin] = [await measurePage(plainShop, '/fifty/'), await measurePage(shop, '/fifty/')]
    expect(countExtraQueries(withPlugin, withoutPlugin)).toBe(0)
    expect(withPlugin.body.match(/<a class="wp-element-button"/g)).toHaveLength(50)
    const tags = (html: string, tag: string) => html.match(new RegExp(`<${tag}[ >]`, 'g'))?.length ?? 0
    expect(tags(withPlugin.body, 'script') - tags(withoutPlugin.body, 'script')).toBe(1)
    expect(tags(withPlugin.body, 'style') - tags(withoutPlugin.body, 'style')).toBe(0)
    expect(tags(withPlugin.body, 'link') - tags(withoutPlugin.body, 'link')).toBe(0)
    const countJquery = (html: string) => html.match(/jquery/gi)?.length ?? 0
    expect(countJquery(withPlugin.body)).toBe(countJquery(withoutPlugin.body))
    expect(withPlugin.body).toMatch(/\/embed\.js\?ver=[\d.]+"/)
  })

  it('the buttons are the same for every visitor', async () => {
    const button = /<a class="wp-element-button".*?<\/a>/g
    const { cookie } = await shop.login('admin', 'password')
    const one = await (await fetch(`${shop.url}/fifty/`)).text()
    const two = await (
      await fetch(`${shop.url}/fifty/`, { headers: { cookie, 'user-agent': 'x', 'accept-language': 'fr' } })
    ).text()
    expect(two.match(button)).toEqual(one.match(button))
    expect(one.match(button)).toHaveLength(50)
  })

  it('the feed contains the buttons without a script', async () => {
    const feed = await (await fetch(`${shop.url}/feed/`)).text()
    expect(feed).toContain('data-product=')
    expect(feed).not.toContain('embed.js')
  })
})
