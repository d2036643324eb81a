import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { initWasm, Resvg } from '@resvg/resvg-wasm'
import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { drawPicture } from '../../src/storefront/preview/draw-picture.js'
import { fitText } from '../../src/storefront/preview/fit-text.js'
import { type PictureSubject, pictureSvg } from '../../src/storefront/preview/picture-svg.js'
import { base, createHosted, unescaped } from '../pages/hosted.js'

const signature = [137, 80, 78, 71, 13, 10, 26, 10]

/** Reads width and height from a PNG. */
function sizeOf(png: Uint8Array): { width: number; height: number } {
  expect([...png.subarray(0, 8)]).toEqual(signature)
  expect(new TextDecoder().decode(png.subarray(-8, -4))).toBe('IEND')
  const { buffer, byteOffset, byteLength } = png
  const view = new DataView(buffer, byteOffset, byteLength)
  return { width: view.getUint32(16), height: view.getUint32(20) }
}

/** The pictures in the meta tags of a page, in order. */
const imagesOf = (html: string): string[] =>
  [...html.matchAll(/<meta property="og:image" content="([^"]*)">/g)].map(([, address]) => unescaped(address ?? ''))

afterEach(() => void vi.doUnmock('../../src/storefront/preview/draw-picture.js'))

describe('the preview picture of a link', () => {
  test.each(['/@ama', '/@ama/kente-tote'])('of %s is a PNG of the size that the page says', async (path) => {
    const { mock, get } = createHosted()
    const { body } = await get(path)
    const [address = ''] = imagesOf(body)
    expect(address).toMatch(new RegExp(`^${base}${path}/preview\\.png\\?v=[0-9a-f]{12}$`))
    expect(body).toContain(
      '<meta property="og:image:width" content="1200"><meta property="og:image:height" content="630">',
    )
    const response = await mock.fetch(address)
    expect(response.headers.get('content-type')).toBe('image/png')
    const png = new Uint8Array(await response.arrayBuffer())
    expect(sizeOf(png)).toEqual({ width: 1200, height: 630 })
    // WhatsApp does not show a larger picture.
    expect(png.length).toBeLessThan(300_000)
  })

  test('is sent unchanged over HTTP, and not sent again to a client that has it', async () => {
    const { mock } = createHosted()
    const { url, close } = await mock.listen(0)
    try {
      const address = `${url}/@ama/kente-tote/preview.png`
      const first = await fetch(address)
      const png = new Uint8Array(await first.arrayBuffer())
      expect(sizeOf(png)).toEqual({ width: 1200, height: 630 })
      expect((await mock.handle({ method: 'GET', url: address })).bytes).toEqual(png)
      const secondResponse = await fetch(address, { headers: { 'If-None-Match': first.headers.get('etag') ?? '' } })
      expect([secondResponse.status, (await secondResponse.arrayBuffer()).byteLength]).toEqual([304, 0])
      const head = await fetch(address, { method: 'HEAD' })
      expect(head.headers.get('content-length')).toBe(String(png.length))
    } finally {
      await close()
    }
  })

  test("follows the product's own picture", async () => {
    const { api, get } = createHosted()
    const pictureUrl = 'https://pictures.example/pot.jpg?a=1&b=2'
    await api('POST', '/api/v1/products', { name: 'Pot', slug: 'pot', price: '5.00', image_url: pictureUrl })
    const [first, second, ...otherImages] = imagesOf((await get('/@ama/pot')).body)
    expect([first, otherImages]).toEqual([pictureUrl, []])
    expect(second).toMatch(/\/@ama\/pot\/preview\.png\?v=/)
  })

  test('has a new URL when the price changes', async () => {
    const { api, get } = createHosted()
    for (const [slug, price] of [
      ['a', '5.00'],
      ['b', '6.00'],
      ['c', '5.00'],
    ])
      await api('POST', '/api/v1/products', { name: 'Pot', slug, price })
    const [a, b, c] = await Promise.all(
      ['a', 'b', 'c'].map(async (slug) => new URL(imagesOf((await get(`/@ama/${slug}`)).body)[0] ?? '').search),
    )
    expect(a).not.toBe(b)
    expect(a).toBe(c)
  })

  test('does not exist for an unknown shop or product', async () => {
    const { get } = createHosted()
    for (const path of ['/@nobody/preview.png', '/@ama/nothing/preview.png', '/@ama/kente-tote/preview.svg'])
      expect((await get(path)).status).toBe(404)
  })

  test('escapes a name, and loads nothing because of it', async () => {
    const require = createRequire(import.meta.url)
    await initWasm(readFileSync(require.resolve('@resvg/resvg-wasm/index_bg.wasm')))
    const piece = fc.oneof(
      fc.constantFrom(
        '</text>',
        '<image href="https://evil.example/x.png"/>',
        ']]>',
        '&#0;',
        '&lol;',
        '<!DOCTYPE',
        '"',
        '\u0000',
      ),
      fc.constantFrom('url(#x)', 'var(--ink)', '\ufffe', '\ud800', '\u202e', 'a\u0301\u0301\u0301', '$&', "$'"),
      fc.string({ unit: 'grapheme', maxLength: 12 }),
    )
    const text = fc.array(piece, { minLength: 1, maxLength: 6 }).map((pieces) => pieces.join(''))
    fc.assert(
      fc.property(text, text, (name, shop) => {
        const merchant = { id: 'mer_x', name: shop, handle: 'x' } as PictureSubject['merchant']
        const product = {
          id: 'prd_x',
          merchant: 'mer_x',
          slug: 'x',
          name,
          price_pesewas: 750n,
        } as PictureSubject['product']
        const svg = pictureSvg({ merchant, product })
        expect(new Set(svg.match(/<[a-z!?][^\s>]*/gi))).toEqual(new Set(svg.match(/<(?:svg|rect|path|text)\b/g)))
        // Throws for invalid XML.
        new Resvg(svg, { font: { loadSystemFonts: false } }).free()
      }),
      { numRuns: Number(process.env['SHARING_RUNS'] ?? 60) },
    )
  })

  test('shows a name that looks like a colour unchanged', () => {
    const merchant = { id: 'mer_x', name: 'Shop', handle: 'x' } as PictureSubject['merchant']
    const product = { id: 'prd_x', merchant: 'mer_x', slug: 'x', name: 'var(--ink)', price_pesewas: 750n }
    expect(pictureSvg({ merchant, product: product as PictureSubject['product'] })).toContain('>var(--ink)</text>')
  })

  test('is in no page, and is not found, without the drawing library', async () => {
    vi.resetModules()
    vi.doMock('../../src/storefront/preview/draw-picture.js', () => {
      throw new Error('Not here.')
    })
    const { createHosted: createBare } = await import('../pages/hosted.js')
    const { get } = createBare()
    const { status, body } = await get('/@ama/kente-tote')
    expect([status, imagesOf(body)]).toEqual([200, []])
    expect((await get('/@ama/kente-tote/preview.png')).status).toBe(404)
  })
})

describe('the cost of pictures', () => {
  const small = (at: number): string =>
    `<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"><rect width="${at}" height="1"/></svg>`

  test('is limited: sixteen requests are queued, and others get 503 with Retry-After', async () => {
    const pictures = await Promise.all(Array.from({ length: 20 }, (_, index) => drawPicture(small(index + 1))))
    expect(pictures.map((png) => png !== undefined)).toEqual([...Array(16).fill(true), ...Array(4).fill(false)])
    expect(await drawPicture(small(20))).toBeDefined()
  })

  test('counts once for the same picture', async () => {
    const [one, two] = await Promise.all([drawPicture(small(100)), drawPicture(small(100))])
    expect(one).toBe(two)
    expect(await drawPicture(small(100))).toBe(one)
  })

  test('does not grow after a failed picture, and the next one is drawn', async () => {
    await expect(drawPicture('<svg')).rejects.toThrow()
    expect(await drawPicture(small(101))).toBeDefined()
  })
})

describe('the name in a picture', () => {
  const place = { width: 640, sizes: [76, 58, 46], maxLines: 3 }

  test.each([
    ['short', 'Kente tote', ['Kente tote'], 76],
    ['of three lines', 'A bag of strip-woven kente from Bonwire', undefined, 58],
    ['without a space', 'W'.repeat(120), undefined, 46],
    ['in letters that the font does not have', '你好 ✨ Kɛnte 🎒', ['Kɛnte'], 76],
    ['of nothing but those', '你好 ✨', [], undefined],
    ['that turns the text around it', 'a\u202eb\u2066c\u200fd', ['a b c d'], 76],
  ])('%s stays within its box', (_, name, texts, size) => {
    const lines = fitText(name, place)
    if (texts) expect(lines.map(({ text }) => text)).toEqual(texts)
    expect(lines.length).toBeLessThanOrEqual(3)
    expect(lines[0]?.size).toBe(size)
  })

  test('ends with an ellipsis when it is truncated', () => {
    const lines = fitText('W'.repeat(120), place)
    expect(lines.at(-1)?.text).toMatch(/W…$/)
  })
})
