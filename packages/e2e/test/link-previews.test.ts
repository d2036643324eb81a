import { createSandbox } from '@cedi/sandbox'
import fc from 'fast-check'
import { expect, test } from 'vitest'

const base = 'http://cedi.test'

/** Creates a sandbox with functions that request its pages and create products. */
function createCaller() {
  const sandbox = createSandbox()
  const headers = { Authorization: 'Bearer sk_test_all', 'Content-Type': 'application/json' }
  return {
    async page(path: string): Promise<string> {
      return (await sandbox.handle({ method: 'GET', url: base + path, headers: { Accept: 'text/html' } })).body
    },
    /** Creates a product. Returns its stored name, or undefined if the API rejects it. */
    async createProduct(product: object): Promise<string | undefined> {
      const request = { method: 'POST', url: `${base}/api/v1/products`, headers, body: JSON.stringify(product) }
      return JSON.parse((await sandbox.handle(request)).body).data?.name
    },
  }
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

/** Returns the Open Graph and product properties of a page, decoded. */
const parsePreview = (html: string): Record<string, string> =>
  Object.fromEntries(
    Array.from(html.matchAll(/<meta property="((?:og|product):[\w:]+)" content="([^"]*)">/g), ([, name, content]) => [
      name,
      content?.replace(/&(\w+|#39);/g, (entity, word) => entities[word] ?? entity),
    ]),
  )

interface StructuredData {
  readonly name: string
  readonly url: string
  readonly offers: { readonly price: string; readonly priceCurrency: string; readonly availability: string }
  readonly itemListElement: readonly { readonly position: number; readonly item: StructuredData }[]
}

/** Parses the JSON-LD blocks of a page. */
const parseStructuredData = (html: string): readonly StructuredData[] =>
  [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(([, text]) => JSON.parse(text ?? ''))

const picture = 'https://pictures.example/tote.jpg'

test('a product page has a link preview in the language of the page', async () => {
  const { page } = createCaller()
  expect(parsePreview(await page('/@ama/kente-tote'))).toMatchObject({
    'og:type': 'product',
    'og:title': 'Kente tote',
    'og:site_name': 'Ama Serwaa Studio',
    'og:description': 'GH₵120.00 · A bag of strip-woven kente from Bonwire.',
    'og:url': `${base}/@ama/kente-tote`,
    'og:locale': 'en_GH',
    'product:price:amount': '120.00',
    'product:price:currency': 'GHS',
    'product:availability': 'in stock',
  })
  const french = parsePreview(await page('/@ama/kente-tote?lang=fr'))
  expect(french['og:description']).toMatch(/^120,00\u00a0GH₵ · /)
  // The canonical URL has no language.
  expect([french['og:locale'], french['og:url']]).toEqual(['fr_CI', `${base}/@ama/kente-tote`])
})

test('a product page contains price, currency and availability as structured data', async () => {
  const { page, createProduct } = createCaller()
  await createProduct({ name: 'Last one', price: '5.00', stock: 0, image_url: picture })
  expect(parseStructuredData(await page('/@ama/kente-tote?lang=fr'))).toEqual([
    {
      '@context': 'https://schema.org',
      '@type': 'Product',
      name: 'Kente tote',
      sku: expect.stringMatching(/^prd_/),
      url: `${base}/@ama/kente-tote`,
      description: 'A bag of strip-woven kente from Bonwire.',
      offers: {
        '@type': 'Offer',
        url: `${base}/@ama/kente-tote`,
        price: '120.00',
        priceCurrency: 'GHS',
        availability: 'https://schema.org/InStock',
        seller: { '@type': 'Organization', name: 'Ama Serwaa Studio' },
      },
    },
  ])
  const soldOut = await page('/@ama/last-one')
  expect(parseStructuredData(soldOut)[0]).toMatchObject({
    image: picture,
    offers: { availability: 'https://schema.org/SoldOut' },
  })
  expect(parsePreview(soldOut)['product:availability']).toBe('out of stock')
  expect(soldOut).toContain(`<meta property="og:image" content="${picture}">`)
})

test('a storefront has a link preview and lists its products in page order', async () => {
  const { page } = createCaller()
  const body = await page('/@ama')
  const preview = parsePreview(body)
  expect(preview).toMatchObject({ 'og:type': 'website', 'og:title': 'Ama Serwaa Studio', 'og:url': `${base}/@ama` })
  expect(preview['og:description']).toContain('Kente tote')
  const [list] = parseStructuredData(body)
  expect(list?.itemListElement.map(({ position }) => position)).toEqual([1, 2, 3, 4, 5])
  for (const { item } of list?.itemListElement ?? []) {
    expect(item.offers).toMatchObject({ priceCurrency: 'GHS', price: expect.stringMatching(/^\d+\.\d\d$/) })
    expect(await page(item.url.slice(base.length))).toContain(item.offers.price)
  }
})

test('a page without a merchant has no preview data', async () => {
  const { page } = createCaller()
  for (const path of ['/@nobody', '/']) expect(await page(path)).not.toMatch(/og:|ld\+json|<script/)
})

test('link previews and structured data contain the exact text of a merchant', async () => {
  const piece = fc.oneof(
    fc.constantFrom('</script>', '<!--', '"><img src=x>', "' onload='", '&quot;', '\\u003c', '{{x}}', '\u2028'),
    fc.string({ maxLength: 12 }),
  )
  const text = fc.array(piece, { minLength: 1, maxLength: 4 }).map((pieces) => `x${pieces.join('')}`.slice(0, 120))
  await fc.assert(
    fc.asyncProperty(text, async (merchantText) => {
      const { page, createProduct } = createCaller()
      // Skips texts that the API rejects.
      const name = await createProduct({ name: merchantText, slug: 'hostile', price: '7.50' })
      if (name === undefined) return
      const body = await page('/@ama/hostile')
      expect(parsePreview(body)).toMatchObject({ 'og:title': name, 'og:url': `${base}/@ama/hostile` })
      expect(parseStructuredData(body)).toEqual([expect.objectContaining({ name })])
    }),
    { numRuns: Number(process.env['SHARING_RUNS'] ?? 25) },
  )
})
