import Validator from '@adobe/structured-data-validator'
import { createSandbox } from '@cedi/sandbox'
import WebAutoExtractor from '@marbec/web-auto-extractor'
import fc from 'fast-check'
import ogs from 'open-graph-scraper'
import { describe, expect, test } from 'vitest'

const base = 'http://cedi.test'

/** A sandbox, with the calls of browsers and merchants' servers. */
function hosted() {
  const sandbox = createSandbox()
  const headers = { Authorization: 'Bearer sk_test_all', 'Content-Type': 'application/json' }
  return {
    async page(path: string): Promise<string> {
      return (await sandbox.handle({ method: 'GET', url: base + path, headers: { Accept: 'text/html' } })).body
    },
    /** Adds a product. Returns its name as stored, or nothing when it was refused. */
    async product(product: object): Promise<string | undefined> {
      const asked = { method: 'POST', url: `${base}/api/v1/products`, headers, body: JSON.stringify(product) }
      return JSON.parse((await sandbox.handle(asked)).body).data?.name
    },
  }
}

/** Reads a page as a chat does, with the parser of a maintained link preview library. */
async function previewOf(html: string) {
  const { error, result } = await ogs({ html })
  expect(error).toBe(false)
  return result
}

interface Thing {
  readonly '@type': string
  readonly name: string
  readonly description?: string
  readonly url: string
  readonly offers: { readonly price: string; readonly priceCurrency: string; readonly availability: string }
  readonly itemListElement: readonly { readonly position: number; readonly item: Thing }[]
}

/** Every JSON-LD block of a page, as a search engine reads it. */
const thingsOf = (html: string): readonly Thing[] =>
  [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(([, text]) => JSON.parse(text ?? ''))

/** The errors that a maintained schema.org validator finds in a page. */
async function complaintsOf(html: string): Promise<readonly string[]> {
  const found = new WebAutoExtractor({ addLocation: true, embedSource: ['rdfa', 'microdata'] }).parse(html)
  const issues = await new Validator().validate(found)
  return issues.filter(({ severity }) => severity === 'ERROR').map(({ issueMessage }) => issueMessage)
}

const picture = 'https://pictures.example/tote.jpg'

describe('the link of a product', () => {
  test('shows name, price and description in a chat, in the language of the page', async () => {
    const { page } = hosted()
    const shown = await previewOf(await page('/@ama/kente-tote'))
    expect(shown).toMatchObject({
      ogType: 'product',
      ogTitle: 'Kente tote',
      ogSiteName: 'Ama Serwaa Studio',
      ogDescription: 'GH₵120.00 · A bag of strip-woven kente from Bonwire.',
      ogUrl: `${base}/@ama/kente-tote`,
      ogLocale: 'en_GH',
    })
    expect(shown.ogImage).toEqual([
      expect.objectContaining({
        url: expect.stringMatching(/^http:\/\/cedi\.test\/@ama\/kente-tote\/preview\.png\?v=\w+$/),
        width: '1200',
        height: '630',
      }),
    ])
    const french = await previewOf(await page('/@ama/kente-tote?lang=fr'))
    expect(french.ogDescription).toMatch(/^GH₵120,00 · /)
    // The address has no language, whatever language the page was opened in.
    expect([french.ogLocale, french.ogUrl]).toEqual(['fr_CI', `${base}/@ama/kente-tote`])
  })

  test('gives programs the price, its currency and the availability', async () => {
    const { page, product } = hosted()
    await product({ name: 'Last one', price: '5.00', stock: 0, image_url: picture })
    const tote = await page('/@ama/kente-tote?lang=fr')
    expect(thingsOf(tote)).toEqual([
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
    const gone = await page('/@ama/last-one')
    expect(thingsOf(gone)[0]).toMatchObject({ image: picture, offers: { availability: 'https://schema.org/SoldOut' } })
    expect(gone).toContain('<meta property="product:availability" content="out of stock">')
    expect((await previewOf(gone)).ogImage?.map(({ url }) => url)).toEqual([
      picture,
      expect.stringMatching(/^http:\/\/cedi\.test\/@ama\/last-one\/preview\.png\?v=/),
    ])
    expect(await complaintsOf(gone)).toEqual([])
  })

  test('is refused by the same validator when something is missing', async () => {
    const { page } = hosted()
    const body = await page('/@ama/kente-tote')
    expect(await complaintsOf(body.replace('"priceCurrency":"GHS"', '"currency":"GHS"'))).not.toEqual([])
  })
})

describe('the link of a storefront', () => {
  test('names its products, and lists them in the order of the page', async () => {
    const { page } = hosted()
    const body = await page('/@ama')
    const shown = await previewOf(body)
    expect([shown.ogType, shown.ogTitle, shown.ogUrl]).toEqual(['website', 'Ama Serwaa Studio', `${base}/@ama`])
    expect(shown.ogDescription).toContain('Kente tote')
    const [list] = thingsOf(body)
    expect(list?.itemListElement.map(({ position }) => position)).toEqual([1, 2, 3, 4, 5])
    for (const { item } of list?.itemListElement ?? []) {
      expect(item.offers).toMatchObject({ priceCurrency: 'GHS', price: expect.stringMatching(/^\d+\.\d\d$/) })
      expect(await page(item.url.slice(base.length))).toContain(item.offers.price)
    }
    // The demo products have no pictures. Missing pictures are the only warning that is ignored.
    expect(new Set(await complaintsOf(body))).toEqual(new Set(['Required attribute "image" is missing']))
  })

  test('has preview data that other pages do not have', async () => {
    const { page } = hosted()
    for (const path of ['/@nobody', '/']) expect(await page(path)).not.toMatch(/og:|ld\+json|<script/)
  })
})

test('chats and search engines read any text of a merchant exactly as it was written', async () => {
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
    fc.asyncProperty(text, async (given) => {
      const { page, product } = hosted()
      // Texts that the API refuses are skipped, because they reach no page.
      const name = await product({ name: given, slug: 'hostile', price: '7.50' })
      if (name === undefined) return
      const body = await page('/@ama/hostile')
      const { ogTitle, ogUrl, jsonLD = [] } = await previewOf(body)
      expect([ogTitle, ogUrl]).toEqual([name, `${base}/@ama/hostile`])
      expect(jsonLD).toEqual([expect.objectContaining({ name })])
      expect(await complaintsOf(body)).toEqual(await complaintsOf(body.replaceAll(name, 'x')))
    }),
    { numRuns: Number(process.env['SHARING_RUNS'] ?? 25) },
  )
})
