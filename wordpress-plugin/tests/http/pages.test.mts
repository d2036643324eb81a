import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openShop, type Shop } from './shop.mjs'

let shop: Shop
let bare: Shop
beforeAll(async () => {
  // The settings of PHP are those of a host, because the cost of a page is measured.
  shop = await openShop({ isCompiledOnce: false })
  bare = await openShop({ active: false, isCompiledOnce: false })
  await shop.site.php(`${import.meta.dirname}/publish.php`, shop.site.core)
  await bare.site.php(`${import.meta.dirname}/publish.php`, bare.site.core)
})
afterAll(async () => {
  await shop?.close()
  await bare?.close()
})

/** The cost of a page after PHP has compiled its files. */
async function costOf({ url }: Shop, path: string) {
  let best: { queries: number; memory: number; files: string[]; body: string } | undefined
  for (let tries = 0; tries < 8; tries++) {
    const response = await fetch(url + path)
    const { headers } = response
    const body = await response.text()
    const memory = Number(headers.get('x-lab-memory'))
    const files = (headers.get('x-lab-files') ?? '').split(',').filter(Boolean)
    if (!best || memory < best.memory) best = { queries: Number(headers.get('x-lab-queries')), memory, files, body }
  }
  if (!best) throw new Error('There was no page.')
  return { ...best, body: best.body.replaceAll(new URL(url).port, 'PORT') }
}

type Cost = Awaited<ReturnType<typeof costOf>>
/** With the plugin, a real WooCommerce may need one query less, as 10.5 does. */
const moreQueries = (ours: Cost, plain: Cost): number =>
  process.env.WC_DIR ? Math.max(0, ours.queries - plain.queries) : ours.queries - plain.queries

describe('a page without a button, with the payment method switched on', () => {
  it('costs no query, no byte, no script and no style, three files of PHP and 15 KB', async () => {
    const [plain, ours] = [await costOf(bare, '/plain/'), await costOf(shop, '/plain/')]
    expect(moreQueries(ours, plain)).toBe(0)
    expect(ours.body).toBe(plain.body)
    // Some versions of WooCommerce create every payment method on every page, as the double does. Others do so only where needed.
    const files = new Set([...ours.files, 'class-gateway.php'])
    expect([...files].sort()).toEqual(['cedi-commerce.php', 'class-gateway.php', 'namespace.php'])
    expect((ours.memory - plain.memory) / 1024).toBeLessThanOrEqual(15)
    console.log(`a page without a button: ${((ours.memory - plain.memory) / 1024).toFixed(1)} KB`)
  })
})

describe('a page with fifty buttons', () => {
  it('costs no query, and one script of the service', async () => {
    const [plain, ours] = [await costOf(bare, '/fifty/'), await costOf(shop, '/fifty/')]
    expect(moreQueries(ours, plain)).toBe(0)
    expect(ours.body.match(/<a class="wp-element-button"/g)).toHaveLength(50)
    const tags = (html: string, tag: string) => html.match(new RegExp(`<${tag}[ >]`, 'g'))?.length ?? 0
    expect(tags(ours.body, 'script') - tags(plain.body, 'script')).toBe(1)
    expect(tags(ours.body, 'style') - tags(plain.body, 'style')).toBe(0)
    expect(tags(ours.body, 'link') - tags(plain.body, 'link')).toBe(0)
    const jquery = (html: string) => html.match(/jquery/gi)?.length ?? 0
    expect(jquery(ours.body)).toBe(jquery(plain.body))
    expect(ours.body).toMatch(/\/embed\.js\?ver=[\d.]+"/)
  })

  it('has the same bytes for every visitor', async () => {
    const button = /<a class="wp-element-button".*?<\/a>/g
    const { cookie } = await shop.login('admin', 'password')
    const one = await (await fetch(`${shop.url}/fifty/`)).text()
    const two = await (
      await fetch(`${shop.url}/fifty/`, { headers: { cookie, 'user-agent': 'x', 'accept-language': 'fr' } })
    ).text()
    expect(two.match(button)).toEqual(one.match(button))
    expect(one.match(button)).toHaveLength(50)
  })

  it('shows its buttons in the feed too, without a script', async () => {
    const feed = await (await fetch(`${shop.url}/feed/`)).text()
    expect(feed).toContain('data-product=')
    expect(feed).not.toContain('embed.js')
  })
})
