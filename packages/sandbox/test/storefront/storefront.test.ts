import { describe, expect, test } from 'vitest'
import { createHosted, momo, shop, textOf } from '../pages/hosted.js'

test("every link and form of a page keeps the server's base path", async () => {
  const root = '/shop/cedi'
  const { get, form } = createHosted({ baseUrl: `https://pay.example${root}` })
  for (const path of ['/@ama', '/@ama/kente-tote?lang=fr']) {
    const { body } = await get(root + path)
    const links = [...body.matchAll(/href="(\/[^"]*)"/g)].map(([, link]) => link)
    expect(links.length).toBeGreaterThan(0)
    for (const link of links) expect(link).toMatch(/^\/shop\/cedi\/@ama/)
  }
  // The page at the root is skipped, because its links are relative.
  expect((await get(`${root}/`)).body).not.toMatch(/href="\//)
  const response = await form(`${root}/@ama/kente-tote`, { quantity: '1' })
  const at = response.headers['Location'] ?? ''
  expect(at).toMatch(/^\/shop\/cedi\/pay\//)
  const frenchPage = await form(at, { act: 'fr' })
  expect([frenchPage.status, frenchPage.headers['Location']]).toEqual([303, `${at}?lang=fr`])
})

describe('the storefront', () => {
  test('shows what a creator sells, with price and stock', async () => {
    const { get } = createHosted()
    const response = await get('/@ama')
    expect(response.status).toBe(200)
    const text = textOf(response.body)
    expect(text).toContain('Ama Serwaa Studio')
    expect(text).toMatch(/Kente tote .* GH₵120\.00 For delivery · 25 left/)
    expect(text).toContain('GH₵45.50')
  })

  test('shows the next steps below the button, and other products', async () => {
    const { get } = createHosted()
    const { body } = await get('/@ama/kente-tote')
    const [, below = ''] = body.split('Buy now')
    expect(textOf(below)).toMatch(/What happens next .*Ama Serwaa Studio will contact you .*receipt/)
    const otherPaths = [...below.matchAll(/href="(\/@ama\/[^"]+)"/g)].map(([, path]) => path)
    expect(otherPaths).toHaveLength(3)
    expect(otherPaths).not.toContain('/@ama/kente-tote')
  })

  test('shows no other products when it sells only one, and no button and no steps when that is sold out', async () => {
    const products = [{ name: 'Loom', price: 5, stock: 0 }]
    const { get } = createHosted({ seed: { merchants: [{ id: 'one', name: 'One', handle: 'one', products }] } })
    const { body } = await get('/@one/loom')
    expect(textOf(body)).toContain('Sold out')
    expect(body).not.toMatch(/What happens next|More from|class="goods"|<button type="submit"/)
  })

  test('writes to the same ledger as the API: a sale creates an order and a payment', async () => {
    const { form, get, callCheckout, mock, api } = createHosted()
    const response = await form('/@ama/kente-tote', { quantity: '2' })
    expect(response.status).toBe(303)
    const path = response.headers['Location'] ?? ''
    expect(textOf((await get(path)).body)).toContain('Kente tote × 2')
    await callCheckout(path.slice('/pay/'.length), 'a1', 'payments', momo('789'))
    await mock.clock.advance('PT3S')
    const [order] = await api('GET', '/api/v1/orders')
    expect(order).toMatchObject({ status: 'paid', total: 240 })
    expect(await api('GET', `/api/v1/payments/${order.payment_ref}`)).toMatchObject({
      status: 'succeeded',
      amount: 240,
    })
    expect((await api('GET', '/api/v1/balance')).available).toBe(231.1)
    expect(textOf((await get('/@ama')).body)).toContain('23 left')
  })

  test('uses the price of the server and ignores a price in the form', async () => {
    const { form, get } = createHosted()
    const response = await form('/@ama/kente-tote', { price: '1', amount: '1', quantity: '-3' })
    expect(textOf((await get(response.headers['Location'] ?? '')).body)).toContain('Pay Ama Serwaa Studio'.slice(4))
    expect(textOf((await get(response.headers['Location'] ?? '')).body)).toContain('120.00')
  })

  test('keeps the values of a rejected form', async () => {
    const { form, api } = createHosted()
    await api('POST', '/api/v1/products', { name: 'Loom', price: 400_000, type: 'physical' })
    const { status, body } = await form('/@ama/loom', { quantity: '3' })
    expect(status).toBe(422)
    expect(body).toMatch(/<option value="3" selected[^>]*>3</)
    expect(body.match(/ selected/g)).toHaveLength(1)
  })

  test('has no fields that the checkout has', async () => {
    const { get } = createHosted()
    expect((await get('/@ama/kente-tote')).body).not.toMatch(/<input/)
  })

  test('does not sell a product that is sold out or not active', async () => {
    const { api, get, form } = createHosted()
    await api('POST', '/api/v1/products', { name: 'Last one', price: 5, stock: 0 })
    await api('POST', '/api/v1/products', { name: 'Hidden', price: 5, active: false })
    const page = await get('/@ama/last-one')
    expect(textOf(page.body)).toContain('Sold out')
    expect(page.body).not.toContain('<form')
    expect((await form('/@ama/last-one', {})).status).toBe(409)
    expect((await get('/@ama/hidden')).status).toBe(404)
    expect(textOf((await get('/@ama')).body)).not.toContain('Hidden')
  })

  test('shows the real reason of a rejected purchase, not always "sold out"', async () => {
    const { api, form, get } = createHosted()
    await api('POST', '/api/v1/products', { name: 'Loom', price: 600_000 })
    await api('POST', '/api/v1/products', { name: 'Last one', price: 5, stock: 1 })
    for (const [path, status, english, french] of [
      ['/@ama/loom', 422, 'at most GH₵1,000,000.00. Choose fewer', 'Prenez-en moins'],
      ['/@ama/last-one', 409, 'Only 1 left of Last one. Choose fewer', 'Last one : il n’en reste que 1'],
    ] as const) {
      const response = await form(path, { quantity: '2' })
      expect([path, response.status]).toEqual([path, status])
      expect(textOf(response.body)).toContain(english)
      expect(textOf(response.body)).not.toContain('Sold out')
      expect(textOf((await form(`${path}?lang=fr`, { quantity: '2' })).body)).toContain(french)
    }
    expect(textOf((await get('/@ama/loom')).body)).not.toContain('Choose fewer')
  })

  test('has several pages when it has many products', async () => {
    const { api, get } = createHosted()
    for (let index = 0; index < 30; index++) await api('POST', '/api/v1/products', { name: `Thing ${index}`, price: 5 })
    const first = await get('/@ama')
    const nextPagePath = /href="(\?before=[^"]+)"/.exec(first.body)?.[1] ?? ''
    const second = await get(`/@ama${nextPagePath}`)
    const slugsOf = (html: string) => [...html.matchAll(/href="\/@ama\/([^"]+)"/g)].map(([, slug]) => slug)
    expect(new Set([...slugsOf(first.body), ...slugsOf(second.body)]).size).toBe(35)
  })

  test.each([
    '/@',
    '/@nobody',
    '/@ama/nothing',
    '/@ama/kente-tote/x',
    '/@../api',
    '/@ama%2f..',
    '/@%00',
    '/@ama/%2e%2e',
    '/@__proto__',
    '/@ama/constructor',
  ])('%s returns a not-found page', async (path) => {
    const { get } = createHosted()
    const response = await get(path)
    expect([response.status, textOf(response.body).includes('Page not found')]).toEqual([404, true])
  })

  test.each([
    ['/%40ama/kente-tote', '/@ama/kente-tote'],
    ['/@Ama', '/@ama'],
    ['/@AMA/Kente-Tote', '/@ama/kente-tote'],
    ['/@ama/kente-tote/', '/@ama/kente-tote'],
    ['/@ama/kente-tote.', '/@ama/kente-tote'],
    ['/@ama/kente-tote)', '/@ama/kente-tote'],
    ['/@ama/kente-tote),', '/@ama/kente-tote'],
    ['/@ama/kente-tote&e=AT0x&s=1', '/@ama/kente-tote'],
    ['/@ama/kente%2Dtote', '/@ama/kente-tote'],
    ['/@ama/kente%2dtote?lang=fr', '/@ama/kente-tote?lang=fr'],
    ['/@ama.', '/@ama'],
  ])('%s redirects to %s', async (path, canonical) => {
    const { status, headers } = await createHosted().get(path)
    expect([status, headers['Location']]).toEqual([301, canonical])
  })

  test('a page that does not exist has the look of its shop, and a link to its products', async () => {
    const { status, body } = await createHosted().get('/@ama/nothing')
    expect([status, body.includes('class="seal"'), body.includes('href="/@ama"')]).toEqual([404, true, true])
  })

  test('links from a removed product to the rest of the shop, in the chosen language', async () => {
    const { get } = createHosted()
    const link = async (path: string) => /<a class="button main" href="([^"]*)">([^<]*)</.exec((await get(path)).body)
    expect((await link('/@ama/gone'))?.slice(1)).toEqual(['/@ama', 'Everything from Ama Serwaa Studio'])
    expect((await link('/@ama/gone?lang=fr'))?.slice(1)).toEqual(['/@ama?lang=fr', 'Tout chez Ama Serwaa Studio'])
    for (const path of ['/@nobody/gone', '/@nobody', '/nonsense', '/@%00/gone']) expect(await link(path)).toBeNull()
    expect((await get('/@nobody')).body).toContain('<a href="?lang=fr"')
  })

  test('has no gap between its heading levels', async () => {
    const { get } = createHosted()
    const levels = async (path: string) =>
      [...(await get(path)).body.matchAll(/<h(\d)/g)].map(([, level]) => level).join('')
    expect(await levels('/@ama')).toBe('122222')
    expect(await levels('/@ama/kente-tote')).toBe('122333')
  })

  test('shows that it has no products', async () => {
    const { get } = createHosted({ seed: { merchants: [{ id: 'kofi', name: 'Kofi', handle: 'kofi' }] } })
    expect(textOf((await get('/@kofi')).body)).toContain('nothing on sale')
  })

  test('keeps a language that the buyer chose, also in the checkout, and adds none to other URLs', async () => {
    const { form, get } = createHosted()
    expect((await get('/@ama?lang=fr')).body).toContain('href="/@ama/kente-tote?lang=fr"')
    expect((await get('/@ama/kente-tote?lang=fr')).body).toContain('href="/@ama?lang=fr"')
    const { headers } = await form('/@ama/kente-tote?lang=fr', { quantity: '1' })
    expect(headers['Location']).toMatch(/^\/pay\/[\w.-]+\?lang=fr$/)
    expect((await get(headers['Location'] ?? '')).body).toContain('<html lang="fr"')
    expect((await get('/@ama', { 'Accept-Language': 'fr' })).body).toContain('href="/@ama/kente-tote"')
  })

  test('is in French for a browser that prefers French', async () => {
    const { get } = createHosted()
    expect(textOf((await get('/@ama', { 'Accept-Language': 'fr' })).body)).toContain('Il en reste 25')
    expect((await get('/@ama?lang=fr')).body).toContain('<html lang="fr"')
  })
})

describe('a buy button', () => {
  const embed = async (body: unknown, headers: Record<string, string> = { Origin: shop }) => {
    const harness = createHosted()
    const url = 'http://cedi.test/checkout/embed'
    const response = await harness.mock.handle({ method: 'POST', url, headers, body: JSON.stringify(body) })
    return { hosted: harness, answer: response, ...JSON.parse(response.body) }
  }
  const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString())

  test("gets an intent with the server's price, for the origin of the request", async () => {
    const {
      answer,
      data,
      hosted: harness,
    } = await embed({
      handle: 'ama',
      product: 'adinkra-font',
      quantity: 2,
      ref: 'basket-7',
    })
    expect(answer.status).toBe(201)
    expect(answer.headers['Access-Control-Allow-Origin']).toBe('*')
    expect(data).toMatchObject({ amount: 170, currency: 'GHS', name: 'Adinkra font' })
    expect(claimsOf(data.token)).toMatchObject({ a: 17_000, o: [shop], r: null })
    const payment = (await harness.callCheckout(data.token, 'a1', 'payments', momo('789'))) as unknown as {
      data: { ref: string }
    }
    expect((await harness.api('GET', `/api/v1/payments/${payment.data.ref}`)).metadata).toEqual({ ref: 'basket-7' })
  })

  test.each(['amount', 'price', 'currency', 'product_id', 'return_url', 'allowed_origins', '__proto__x'])(
    'with the field %s is rejected',
    async (field) => {
      const { answer, error, hosted: harness } = await embed({ handle: 'ama', product: 'kente-tote', [field]: 1 })
      expect([answer.status, error.field]).toEqual([422, field])
      expect(await harness.api('GET', '/api/v1/orders')).toEqual([])
    },
  )

  test('leads back to the requesting page, and to no other', async () => {
    const body = { handle: 'ama', product: 'kente-tote' }
    const { data } = await embed({ ...body, return_url: `${shop}/beads?from=x` })
    expect(claimsOf(data.token).r).toBe(`${shop}/beads?from=x`)
    for (const [address, origin] of [
      ['https://evil.example/', shop],
      [`${shop}.evil.example/`, shop],
      [`${shop}@evil.example/`, shop],
      ['javascript:alert(1)', shop],
      ['/beads', shop],
      ['', shop],
      [`https://a:b@shop.example/`, shop],
    ] as const) {
      const { answer: response, error } = await embed({ ...body, return_url: address }, { Origin: origin })
      expect([address, response.status, error?.field]).toEqual([address, 422, 'return_url'])
    }
  })

  test('shows the host of its return URL on the last page, and the name of the merchant for the storefront only', async () => {
    const body = { handle: 'ama', product: 'kente-tote' }
    const otherOrigin = { Origin: 'https://ama-serwaa.example' }
    const lastLink = async ({ hosted, data }: Awaited<ReturnType<typeof embed>>) => {
      await hosted.mock.clock.advance('PT31M')
      return /<a class="button main".*?<\/a>/.exec((await hosted.get(`/pay/${data.token}`)).body)?.[0]
    }
    expect(await lastLink(await embed({ ...body, return_url: 'https://ama-serwaa.example/login' }, otherOrigin))).toBe(
      '<a class="button main" href="https://ama-serwaa.example/login" rel="noreferrer">Back to <bdi>ama-serwaa.example</bdi></a>',
    )
    expect(await lastLink(await embed(body, otherOrigin))).toBe(
      '<a class="button main" href="/@ama/kente-tote" rel="noreferrer">Back to <bdi>Ama Serwaa Studio</bdi></a>',
    )
  })

  test.each([
    ['file:///home/ama/index.html', 'null'],
    ['http://shop.example/', 'http://shop.example'],
  ])('opens a checkout without a link back for the page %s, which cannot show the popup', async (address, origin) => {
    const { answer: response, data } = await embed(
      { handle: 'ama', product: 'kente-tote', return_url: address },
      { Origin: origin },
    )
    expect(response.status).toBe(201)
    expect(data.token).toMatch(/^[\w-]+\.[\w-]+$/)
  })

  test('gets its error messages in the language of the buyer', async () => {
    const readProblem = async (body: object, language = 'en') =>
      (await embed({ handle: 'ama', product: 'kente-tote', ...body }, { Origin: shop, 'Accept-Language': language }))
        .error
    expect(await readProblem({ quantity: 26 })).toMatchObject({
      code: 'out_of_stock',
      message: 'Only 25 left of Kente tote.',
    })
    expect(await readProblem({ quantity: 26 }, 'fr')).toMatchObject({
      message: 'Kente tote : il n’en reste que 25.',
    })
    expect(await readProblem({ product: 'nothing-like-it' })).toMatchObject({
      code: 'not_found',
      field: 'product',
      message: 'This is not on sale at the moment.',
    })
  })

  test.each([
    null,
    [],
    'x',
    1,
    {},
    { handle: '../x', product: 'a' },
    { handle: 'ama', product: '//evil.com' },
    { handle: 'ama', product: 'kente-tote', quantity: 0 },
    { handle: 'ama', product: 'kente-tote', quantity: 1.5 },
    { handle: 'ama', product: 'kente-tote', ref: '<b>' },
    { handle: { toString: 1 }, product: [] },
  ])('with the body %j is rejected', async (body) => {
    expect((await embed(body)).answer.status).toBe(422)
  })

  test.each([
    ['{"handle":"ama"', 400, 'The body is not JSON'],
    ['', 400, 'The body is empty'],
    ['["ama"]', 422, 'The body must be a JSON object'],
  ])('with the body %s is rejected', async (body, status, words) => {
    const url = 'http://cedi.test/checkout/embed'
    const response = await createHosted().mock.handle({ method: 'POST', url, headers: { Origin: shop }, body })
    expect([response.status, JSON.parse(response.body).error.message]).toEqual([status, expect.stringContaining(words)])
  })

  test('is rejected with a body over 1 MiB', async () => {
    const { answer: response, error } = await embed({ handle: 'ama', product: 'x'.repeat(1_048_576) })
    expect([response.status, error.code]).toEqual([413, 'body_too_large'])
  })

  test.each(['null', 'https://evil.example/path', 'javascript:alert(1)', 'https://a b', 'http://shop.example', ''])(
    'on a page of the origin %j gets the full page only',
    async (origin) => {
      const { data } = await embed({ handle: 'ama', product: 'kente-tote' }, { Origin: origin })
      expect(claimsOf(data.token).o).toEqual([])
    },
  )

  test('can read the price, and whether the product is in stock', async () => {
    const { get, api } = createHosted()
    await api('POST', '/api/v1/products', { name: 'Gone', price: 5, stock: 0 })
    expect((await get('/checkout/embed?handle=ama&product=kente-tote')).data).toEqual({
      amount: 120,
      currency: 'GHS',
      price: 'GH₵120.00',
      name: 'Kente tote',
      image_url: null,
      available: true,
    })
    expect((await get('/checkout/embed?handle=ama&product=kente-tote&lang=fr-CI')).data).toMatchObject({
      price: '120,00\u00a0GH₵',
    })
    expect((await get('/checkout/embed?handle=ama&product=gone')).data).toMatchObject({ available: false })
    expect((await get('/checkout/embed?handle=ama&product=kente-tote&quantity=99')).data).toMatchObject({
      amount: 11_880,
      price: 'GH₵11,880.00',
    })
    for (const quantity of ['0', '100', '1.5', '-1', '02', '', 'undefined']) {
      const { status, error } = await get(`/checkout/embed?handle=ama&product=kente-tote&quantity=${quantity}`)
      expect([quantity, status, error]).toMatchObject([quantity, 422, { code: 'invalid_request', field: 'quantity' }])
    }
    const none = await get('/checkout/embed?handle=ama&product=x')
    expect([none.status, none.headers['Access-Control-Allow-Origin']]).toEqual([404, '*'])
  })

  test('gets a response to its preflight request', async () => {
    const { mock } = createHosted()
    const { status, headers } = await mock.handle({ method: 'OPTIONS', url: 'http://cedi.test/checkout/embed' })
    expect([status, headers['Access-Control-Allow-Headers'], headers['Access-Control-Allow-Origin']]).toEqual([
      204,
      'Content-Type',
      '*',
    ])
  })
})
