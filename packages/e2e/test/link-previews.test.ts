import Validator from '@adobe/structured-data-validator'
import { createSandbox } from '@cedi/sandbox'
import WebAutoExtractor from '@marbec/web-auto-extractor'
import fc from 'fast-check'
import ogs from 'open-graph-scraper'
import { describe, expect, test } from 'vitest'

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

/** Parses the link preview of a page with an independent library. */
async function parsePreview(html: string) {
  const { error, result } = await ogs({ html })
  expect(error).toBe(false)
  return result
}

interface StructuredData {
  readonly '@type': string
  readonly name: string
  readonly description?: string
  readonly url: string
  readonly offers: { readonly price: string; readonly priceCurrency: string; readonly availability: string }
  readonly itemListElement: readonly { readonly position: number; readonly item: StructuredData }[]
}

/** Parses the JSON-LD blocks of a page. */
const parseStructuredData = (html: string): readonly StructuredData[] =>
  [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(([, text]) => JSON.parse(text ?? ''))

/** Returns the errors that an independent schema.org validator reports for a page. */
async function validateStructuredData(html: string): Promise<readonly string[]> {
  const extracted = new WebAutoExtractor({ addLocation: true, embedSource: ['rdfa', 'microdata'] }).parse(html)
  const issues = await new Validator().validate(extracted)
  return issues.filter(({ severity }) => severity === 'ERROR').map(({ issueMessage }) => issueMessage)
}

const picture = 'https://pictures.example/tote.jpg'

/** The only error of a product without a picture. */
const missingPicture = ['Required attribute "image" is missing']

describe('the page of a product', () => {
  test('shows name, price and description in a chat, in the language of the page', async () => {
    const { page } = createCaller()
    const preview = await parsePreview(await page('/@ama/kente-tote'))
    expect(preview).toMatchObject({
      ogType: 'product',
      ogTitle: 'Kente tote',
      ogSiteName: 'Ama Serwaa Studio',
      ogDescription: 'GH₵120.00 · A bag of strip-woven kente from Bonwire.',
      ogUrl: `${base}/@ama/kente-tote`,
      ogLocale: 'en_GH',
    })
    expect(preview.ogImage).toBeUndefined()
    const french = await parsePreview(await page('/@ama/kente-tote?lang=fr'))
    expect(french.ogDescription).toMatch(/^120,00\u00a0GH₵ · /)
    // The canonical URL has no language.
    expect([french.ogLocale, french.ogUrl]).toEqual(['fr_CI', `${base}/@ama/kente-tote`])
  })

  test('contains price, currency and availability as structured data', async () => {
    const { page, createProduct } = createCaller()
    await createProduct({ name: 'Last one', price: '5.00', stock: 0, image_url: picture })
    const tote = await page('/@ama/kente-tote?lang=fr')
    expect(parseStructuredData(tote)).toEqual([
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
    expect(tote).toContain('<meta property="product:price:amount" content="120.00">')
    expect(tote).toContain('<meta property="product:price:currency" content="GHS">')
    expect(tote).toContain('<meta property="product:availability" content="in stock">')
    const soldOut = await page('/@ama/last-one')
    expect(parseStructuredData(soldOut)[0]).toMatchObject({
      image: picture,
      offers: { availability: 'https://schema.org/SoldOut' },
    })
    expect(soldOut).toContain('<meta property="product:availability" content="out of stock">')
    expect((await parsePreview(soldOut)).ogImage?.map(({ url }) => url)).toEqual([picture])
    expect(await validateStructuredData(soldOut)).toEqual([])
  })

  test('is rejected by the schema.org validator if the currency is missing', async () => {
    const { page } = createCaller()
    const body = await page('/@ama/kente-tote')
    expect(await validateStructuredData(body.replace('"priceCurrency":"GHS"', '"currency":"GHS"'))).not.toEqual([])
  })
})

describe('the page of a storefront', () => {
  test('has a preview that names its products and structured data in the order of the page', async () => {
    const { page } = createCaller()
    const body = await page('/@ama')
    const preview = await parsePreview(body)
    expect([preview.ogType, preview.ogTitle, preview.ogUrl]).toEqual(['website', 'Ama Serwaa Studio', `${base}/@ama`])
    expect(preview.ogDescription).toContain('Kente tote')
    const [list] = parseStructuredData(body)
    expect(list?.itemListElement.map(({ position }) => position)).toEqual([1, 2, 3, 4, 5])
    for (const { item } of list?.itemListElement ?? []) {
      expect(item.offers).toMatchObject({ priceCurrency: 'GHS', price: expect.stringMatching(/^\d+\.\d\d$/) })
      expect(await page(item.url.slice(base.length))).toContain(item.offers.price)
    }
    expect([...new Set(await validateStructuredData(body))]).toEqual(missingPicture)
  })

  test('contains no preview data if the merchant does not exist or is not named', async () => {
    const { page } = createCaller()
    for (const path of ['/@nobody', '/']) expect(await page(path)).not.toMatch(/og:|ld\+json|<script/)
  })
})

test('link previews and structured data contain the exact text of a merchant', async () => {
  const piece = fc.oneof(
    fc.constantFrom(
      '</script>',
      '<!--',
      '"><img src=x>',
      "' onload='",
      '&quot;',
      '\\u003c',
      '{{x}}',
      '\u2028',
      '<meta property="og:url" content="x">',
    ),
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
      const { ogTitle, ogUrl, jsonLD = [] } = await parsePreview(body)
      expect([ogTitle, ogUrl]).toEqual([name, `${base}/@ama/hostile`])
      expect(jsonLD).toEqual([expect.objectContaining({ name })])
      expect(await validateStructuredData(body)).toEqual(missingPicture)
    }),
    { numRuns: Number(process.env['SHARING_RUNS'] ?? 25) },
  )
})
