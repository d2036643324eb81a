import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { parseOrigin } from '../../src/checkout/frame.js'
import type { Wording } from '../../src/checkout/wording.js'
import { browserScripts } from '../../src/generated/browser-scripts.js'
import { checkoutScript } from '../../src/generated/checkout-script.js'
import { texts as enTexts } from '../../src/kit/languages/en.js'
import { texts as frTexts } from '../../src/kit/languages/fr.js'
import { type CheckoutHarness, card, createHosted, momo, shop } from './hosted.js'

const states = [
  'loading',
  'method',
  'number',
  'card',
  'sending',
  'prompt',
  'otp',
  'redirect',
  'success',
  'pending',
  'failed',
  'expired',
  'offline',
  'blocked',
]

const pages: Readonly<Record<string, (harness: CheckoutHarness) => Promise<string>>> = {
  home: async () => '/',
  frame: async () => `/checkout?o=${shop}`,
  'frame without an origin': async () => '/checkout',
  'full page': async ({ intent }) => `/pay/${await intent()}`,
  'full page after a reload': async () => '/pay',
  storefront: async () => '/@ama',
  product: async () => '/@ama/kente-tote',
  nothing: async () => '/@nobody',
  receipt: async ({ intent, callCheckout }) => {
    const token = await intent()
    await callCheckout(token, 'a1', 'payments', card())
    return (await callCheckout(token, 'a1', 'status')).data.receipt ?? ''
  },
  'no receipt': async () => '/receipt/none',
  bank: async ({ intent, callCheckout }) => {
    const token = await intent()
    await callCheckout(token, 'a1', 'payments', card('4000 0025 0000 3155'))
    return (await callCheckout(token, 'a1', 'status')).data.payment?.next_action?.url ?? ''
  },
}

describe.each(Object.entries(pages))('the page %s', (name, getPage) => {
  const load = async () => {
    const harness = createHosted()
    return harness.get(await getPage(harness))
  }

  test('runs only its own script and style', async () => {
    const { headers, body } = await load()
    const policy = headers['Content-Security-Policy'] ?? ''
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-/)
    expect(policy).not.toMatch(/unsafe|\*|https?:(?!\/\/shop\.example)/)
    for (const part of [
      "base-uri 'none'",
      "form-action 'self'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ])
      expect(policy).toContain(part)
    const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
    expect(policy).toContain(`style-src ${hashOf(/<style>(.*?)<\/style>/s.exec(body)?.[1] ?? '')}`)
    const script = /<script type="module">(.*?)<\/script>/s.exec(body)?.[1]
    expect(policy).toContain(`script-src ${script === undefined ? "'none'" : hashOf(script)}`)
  })

  test('requests nothing from other hosts, sets no cookie and has no inline handler', async () => {
    const { headers, body } = await load()
    const markup = body.replace(/<(style|script)[^>]*>.*?<\/\1>/gs, '')
    expect(markup).not.toMatch(/\ssrc=|\son\w+=|\sstyle=|srcset|@import|javascript:/i)
    // A canonical or alternate link is never loaded.
    const links = [...markup.matchAll(/<link rel="(\w+)" (?:hreflang="\w+" )?href="([^"]*)">/g)]
    expect(links).toHaveLength(markup.split('<link').length - 1)
    for (const [, rel = '', href] of links)
      expect(rel === 'icon' ? href : rel).toMatch(/^(?:data:,|canonical|alternate)$/)
    expect(body).not.toMatch(/url\(|@font-face|sourceMappingURL/)
    expect(Object.keys(headers).map((header) => header.toLowerCase())).not.toContain('set-cookie')
  })

  test('sends no referrer, and can be framed only by the shop', async () => {
    const { headers } = await load()
    expect(headers).toMatchObject({
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cache-Control': 'no-store',
    })
    const framing = /frame-ancestors ([^;]*);/.exec(headers['Content-Security-Policy'] ?? '')?.[1]
    expect(framing).toBe(name === 'frame' ? shop : "'none'")
    if (name !== 'frame') expect(headers['X-Frame-Options']).toBe('DENY')
  })

  test('has a language, a title and one first-level heading', async () => {
    const { body } = await load()
    expect(body).toMatch(/<html lang="en" dir="ltr"/)
    expect(body).toMatch(/<title>[^<]+<\/title>/)
    expect(body.match(/<h1[ >]/g)).toHaveLength(1)
  })
})

describe('the frame', () => {
  test.each([
    'https://shop.example',
    'https://shop.example:8443',
    'http://localhost:3000',
    'http://[::1]:3000',
    'https://xn--kwa-loa.example',
  ])('may be framed by %s', async (origin) => {
    const { get } = createHosted()
    const { headers, status } = await get(`/checkout?o=${encodeURIComponent(origin)}`)
    expect(status).toBe(200)
    expect(headers['Content-Security-Policy']).toContain(`frame-ancestors ${origin};`)
  })

  test.each([
    '',
    'null',
    '*',
    'https://*.example',
    'https:',
    'https://',
    'https://a.example/',
    'https://a.example/path',
    'HTTPS://A.example',
    'https://a.example:443',
    'https://user@a.example',
    'https://a.example b.example',
    "https://a.example 'self'",
    'https://a.example;script-src *',
    'https://a.example,https://b.example',
    'https://a.example\r\nX-Evil: 1',
    'https://a.example%0d%0a',
    'data:text/html,x',
    'javascript:alert(1)',
    'file:///',
    '//a.example',
    `https://${'a'.repeat(300)}.example`,
    'https://kɔ.example',
  ])('cannot be framed for the origin %j', async (origin) => {
    const { get } = createHosted()
    const { headers, status, body } = await get(`/checkout?o=${encodeURIComponent(origin)}`)
    expect(status).toBe(400)
    expect(headers['Content-Security-Policy']).toContain("frame-ancestors 'none';")
    expect(body).toContain('data-state="blocked"')
    expect(body).not.toMatch(/<script|<input|value="mtn"/)
    for (const value of Object.values(headers)) expect(value).not.toMatch(/[\r\n]/)
    expect(parseOrigin(origin)).toBeUndefined()
  })

  test('with two origins cannot be framed', async () => {
    const { get } = createHosted()
    expect((await get('/checkout?o=https://a.example&o=https://b.example')).status).toBe(400)
  })

  test('is the same page for every checkout, without an intent', async () => {
    const [one, two] = [createHosted(), createHosted({ randomSeed: 9 })]
    await one.intent()
    expect((await one.get(`/checkout?o=${shop}`)).body).toBe((await two.get(`/checkout?o=${shop}`)).body)
  })
})

describe('text of merchants and buyers', () => {
  const evil = '"><script>alert(1)</script><img src=x onerror=alert(1)>\'{{7*7}}</title>'

  test('is escaped on every page', async () => {
    const merchants = [
      {
        id: 'demo',
        name: evil,
        handle: 'evil',
        products: [{ name: evil, slug: 'evil', description: evil, price: 5, stock: 3 }],
      },
    ]
    const harness = createHosted({ seed: { merchants } })
    const token = await harness.intent({ product_id: await harness.product('evil'), metadata: { note: evil } })
    await harness.callCheckout(token, 'a1', 'payments', card('4000 0025 0000 3155'))
    const { data } = await harness.callCheckout(token, 'a1', 'status')
    const paths = [
      '/',
      '/@evil',
      '/@evil/evil',
      `/pay/${token}`,
      `/pay/${token}?a=a1`,
      data.payment?.next_action?.url ?? '',
    ]
    for (const path of paths) {
      const { body } = await harness.get(path)
      expect(body, path).not.toMatch(/<script>alert|<img|onerror=alert\(1\)>"/)
      expect(body.match(/<\/title>/g), path).toHaveLength(1)
      expect(body, path).toContain('alert(1)')
    }
  })

  test('typed by a buyer is escaped', async () => {
    const { intent, form } = createHosted()
    const { body } = await form(`/pay/${await intent()}`, { act: 'pay', choice: evil, phone: evil, attempt: evil })
    expect(body).not.toMatch(/<script>alert|<img/)
    const next = await form(`/pay/${await intent()}`, {
      act: 'pay',
      choice: 'mtn',
      phone: '0244123789',
      attempt: 'x\r\nX-Evil: 1',
    })
    expect(next.headers['Location']).not.toMatch(/[\r\n]|evil/i)
  })

  test('a return URL must be https, and a javascript: URL is never a link', async () => {
    const { mock } = createHosted()
    for (const return_url of [
      'javascript:alert(1)',
      'data:text/html,x',
      '//evil.example',
      'http://evil.example',
      'https:evil',
    ])
      expect(
        (
          await mock.handle({
            method: 'POST',
            url: '/api/v1/checkout/intent',
            headers: { Authorization: 'Bearer sk_test_all', 'Content-Type': 'application/json' },
            body: JSON.stringify({ amount: 5, return_url }),
          })
        ).status,
      ).toBe(422)
  })

  test('no query parameter sends a buyer to another site', async () => {
    const { intent, form, get } = createHosted()
    const token = await intent()
    const query = 'return_url=https://evil.example&next=//evil.example&lang=//evil.example&o=https://evil.example'
    const { body } = await get(`/pay/${token}?${query}`)
    expect(body).not.toContain('evil.example')
    const response = await form(`/pay/${token}?${query}`, { act: 'fr' })
    expect(response.headers['Location']).toMatch(/^\/pay\//)
  })
})

describe('HTTP methods', () => {
  test.each(['PUT', 'DELETE', 'PATCH', 'OPTIONS'])('%s changes nothing anywhere', async (method) => {
    const { mock, intent } = createHosted()
    const token = await intent()
    const before = JSON.stringify(mock.snapshot().ledger)
    for (const path of [
      '/',
      '/checkout',
      `/pay/${token}`,
      '/@ama',
      '/@ama/kente-tote',
      '/service.js',
      '/checkout/payments',
    ]) {
      const { status } = await mock.handle({
        method,
        url: `http://cedi.test${path}`,
        headers: { Authorization: `Intent ${token}` },
      })
      expect(status, path).toBe(405)
    }
    expect(JSON.stringify(mock.snapshot().ledger)).toBe(before)
  })

  test('only the routes of the checkout exist', async () => {
    const { callCheckout, intent } = createHosted()
    const token = await intent()
    for (const path of ['', 'constructor', '__proto__', 'status/', 'payments/x', 'toString'])
      expect((await callCheckout(token, 'a1', path)).status).toBe(404)
    expect((await callCheckout(token, 'a1', 'status', momo('789'))).status).toBe(405)
  })
})

describe('the script of the checkout', () => {
  test('is built from the current source', () => {
    const out = execFileSync('node', ['scripts/pages.mjs', '--check'], {
      cwd: new URL('../..', import.meta.url),
      encoding: 'utf8',
    })
    expect(out).toContain('up to date')
  })

  test('writes no HTML from strings and evaluates no strings', () => {
    expect(checkoutScript.code).not.toMatch(
      /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|DOMParser|srcdoc|window\.open\(/,
    )
    expect(checkoutScript.code).not.toMatch(/document\.cookie|https?:\/\/(?!www\.w3\.org)/)
    expect(checkoutScript.code).not.toContain('</script')
  })

  describe.each(['en', 'fr'])('in the language %s', (language) => {
    const headers = { 'Accept-Language': language }
    const gzipped = (text: string): number => gzipSync(text, { level: 9 }).length

    test.each(['frame', 'full page'])(
      'the %s fits into one response of 15,360 bytes with all it needs',
      async (name) => {
        const harness = createHosted()
        const product_id = await harness.product('kente-tote')
        const full = `/pay/${await harness.intent({ product_id, return_url: 'https://shop.example/thanks' })}`
        const { body } = await harness.get(name === 'frame' ? `/checkout?o=${shop}` : full, headers)
        expect(gzipped(body)).toBeLessThanOrEqual(15_360)
        expect(body).toContain(language === 'fr' ? 'Comment voulez-vous payer' : 'How do you want to pay')
        expect(body.match(/\ssrc=|@import|url\(/g)).toBeNull()
      },
    )

    test('loads the texts of the other states in one small response', async () => {
      const { get } = createHosted()
      const { status, body, data } = await get(`/checkout/words?lang=${language}-GH`)
      const { tag, views, texts } = data as Wording
      expect([status, tag]).toEqual([200, language])
      expect(Object.keys(views)).toEqual(expect.arrayContaining([...states, 'otherBrowser', 'unknown']))
      expect(texts).toEqual(language === 'fr' ? frTexts : enTexts)
      // Maximum size: raise it if clear code needs it.
      expect(gzipped(body)).toBeLessThanOrEqual(5376)
    })
  })
})

describe('the scripts for pages of merchants', () => {
  test('are listed with their integrity hashes for a script tag', async () => {
    const { get } = createHosted()
    const { headers, body } = await get('/service/integrity.json')
    expect(headers['Access-Control-Allow-Origin']).toBe('*')
    const scripts = JSON.parse(body) as Record<string, { url: string; integrity: string; bytes: number; gzip: number }>
    expect(Object.keys(scripts)).toEqual(browserScripts.map(({ name }) => name))
    for (const [name, { url, integrity, bytes, gzip }] of Object.entries(scripts)) {
      const [moving, lasting] = [await get(`/${name}`), await get(url)]
      expect(lasting.body).toBe(moving.body)
      expect(integrity).toBe(`sha384-${createHash('sha384').update(moving.body).digest('base64')}`)
      expect([bytes, gzip]).toEqual([Buffer.byteLength(moving.body), gzipSync(moving.body, { level: 9 }).length])
      expect(moving.headers['Cache-Control']).toBe('public, max-age=300')
      expect(lasting.headers['Cache-Control']).toContain('immutable')
      for (const response of [moving, lasting])
        expect(response.headers).toMatchObject({
          'Content-Type': 'text/javascript; charset=utf-8',
          'Access-Control-Allow-Origin': '*',
          'Cross-Origin-Resource-Policy': 'cross-origin',
          'X-Content-Type-Options': 'nosniff',
        })
      const folder = name === 'service.js' ? 'service-js' : 'embed-js'
      const builtFile = new URL(`../../../${folder}/dist/${name}`, import.meta.url)
      // A fresh clone has no build, so only the committed copy is checked.
      if (existsSync(builtFile)) expect(moving.body).toBe(readFileSync(builtFile, 'utf8'))
    }
  })

  test('of another version do not exist', async () => {
    const { get } = createHosted()
    for (const path of ['/service/v9.9.9.js', '/embed/v9.9.9.js', '/service/x.js', '/embed.json'])
      expect((await get(path)).status).toBe(404)
  })
})
