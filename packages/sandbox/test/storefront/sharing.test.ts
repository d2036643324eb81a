import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { encode } from 'uqr'
import { describe, expect, test } from 'vitest'
import { storefrontScript } from '../../src/generated/storefront-script.js'
import { base, createHosted, unescaped } from '../pages/hosted.js'

interface LinkedData {
  readonly '@type': string
  readonly name: string
  readonly description?: string
  readonly url: string
  readonly offers: { readonly price: string; readonly priceCurrency: string; readonly availability: string }
  readonly itemListElement: readonly { readonly position: number; readonly item: LinkedData }[]
}

/** Every JSON-LD block of a page, as a search engine reads it. */
const thingsOf = (html: string): readonly LinkedData[] =>
  [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(([, text]) => JSON.parse(text ?? ''))

describe('text of a merchant', () => {
  // Strings that could close an element, attribute, comment or template, mixed with random ones.
  const piece = fc.oneof(
    fc.constantFrom(
      '</script>',
      '</SCRIPT ',
      '<script>alert(1)</script>',
      '<!--',
      '-->',
      ']]>',
      '"><img src=x onerror=alert(1)>',
      "' onload='",
      '&quot;',
      '&lt;/script&gt;',
      '\\u003c/script>',
      '\\',
      '{{x}}',
      '%s`x`',
      '\u2028',
      '\u202e',
      '</title>',
      '<meta property="og:url" content="https://evil.example">',
    ),
    fc.string({ unit: 'grapheme', maxLength: 12 }),
  )
  const hostile = fc
    .array(piece, { minLength: 1, maxLength: 4 })
    .map((pieces) => `x${pieces.join('')}`.slice(0, 120))
    .filter((text) => !/\p{Surrogate}/u.test(text))

  test('is unchanged everywhere, and never closes the element around it', async () => {
    await fc.assert(
      fc.asyncProperty(hostile, hostile, async (productName, productDescription) => {
        const { mock, get } = createHosted()
        const headers = { Authorization: 'Bearer sk_test_all', 'Content-Type': 'application/json' }
        const body = JSON.stringify({
          name: productName,
          description: productDescription,
          slug: 'hostile',
          price: '7.50',
        })
        const response = await mock.handle({ method: 'POST', url: `${base}/api/v1/products`, headers, body })
        // Skips strings that the API rejects.
        fc.pre(response.status === 201)
        const { name, description } = JSON.parse(response.body).data
        for (const path of ['/@ama/hostile', '/@ama']) {
          const page = (await get(path)).body
          // Only the JSON-LD element and the share script exist, so no string has opened or closed another.
          expect(page.match(/<script/gi)).toHaveLength(2)
          expect(page.match(/<\/script/gi)).toHaveLength(2)
          const [linkedData] = thingsOf(page)
          const product = linkedData?.itemListElement
            ?.map(({ item }) => item)
            .find(({ url }) => url.endsWith('/hostile'))
          expect(product ?? linkedData).toMatchObject({ name, description })
        }
        const page = (await get('/@ama/hostile')).body
        const [, title = ''] = /<meta property="og:title" content="([^"]*)">/.exec(page) ?? []
        expect(unescaped(title)).toBe(name)
        expect(page.match(/<meta property="og:url"/g)).toHaveLength(1)
        expect(page).toContain(`<meta property="og:url" content="${base}/@ama/hostile">`)
      }),
      { numRuns: Number(process.env['SHARING_RUNS'] ?? 60) },
    )
  })
})

describe('the ways to share a page', () => {
  test('are a WhatsApp link with name, price and address, when the browser cannot share', async () => {
    const { get } = createHosted()
    const { body } = await get('/@ama/kente-tote?lang=fr')
    const [, href = ''] = /<a class="button quiet" href="(https:\/\/wa\.me\/[^"]+)" rel="noreferrer">/.exec(body) ?? []
    expect(new URL(unescaped(href)).searchParams.get('text')).toBe(
      `Kente tote, 120,00\u00a0GH₵\n${base}/@ama/kente-tote`,
    )
    expect(href).not.toContain('+')
    expect(body).toMatch(
      /<button type="button" class="quiet" hidden[^>]* data-share="http:\/\/cedi\.test\/@ama\/kente-tote"/,
    )
  })

  test('have a QR code of the plain address, dark on light with its margin', async () => {
    const { get } = createHosted()
    for (const path of ['/@ama', '/@ama/kente-tote']) {
      const { body } = await get(`${path}?lang=fr`)
      const [svg = ''] = /<svg class="qr".*?<\/svg>/s.exec(body) ?? []
      const [, d = ''] = /<path d="([^"]+)"/.exec(svg) ?? []
      const { data, size } = encode(`${base}${path}`, { ecc: 'M', border: 0 })
      const modules = Array.from({ length: size }, () => new Array<boolean>(size).fill(false))
      for (const [, x, y, run] of d.matchAll(/M(\d+) (\d+)h(\d+)/g))
        modules[Number(y)]?.fill(true, Number(x), Number(x) + Number(run))
      expect(modules).toEqual(data)
      expect(svg).toContain(`viewBox="-4 -4.5 ${size + 8} ${size + 8}"`)
      expect(svg).toContain('aria-label="Code QR de cette page"')
    }
  })

  test("need one script, which the page's policy allows, and no request to other hosts", async () => {
    const { get } = createHosted()
    const { body, headers } = await get('/@ama/kente-tote')
    expect(headers['Content-Security-Policy']).toContain(`script-src '${storefrontScript.hash}'`)
    expect(headers['Content-Security-Policy']).toContain("default-src 'none'")
    expect(body).toContain(`<script type="module">${storefrontScript.code}</script>`)
    expect(body.match(/\ssrc=|@import|url\(/g)).toBeNull()
  })

  // Upper limits, which include the QR code and the JSON-LD data.
  test.each([
    ['/@ama/kente-tote', 6144],
    ['/@ama', 6656],
  ])('keeps %s within %i bytes', async (path, max) => {
    const { get } = createHosted()
    for (const lang of ['en', 'fr']) {
      const { body } = await get(`${path}?lang=${lang}`)
      expect(gzipSync(body, { level: 9 }).length).toBeLessThanOrEqual(max)
    }
  })
})
