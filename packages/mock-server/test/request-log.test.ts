import { describe, expect, it, vi } from 'vitest'
import { card, createService, wallet } from './service.js'

describe('the request log', () => {
  it('shows only the origin of the page that sent a request', async () => {
    const { mock } = createService()
    for (const referer of ['https://shop.example/invitations/secret?next=1', 'secret'])
      await mock.handle({ method: 'GET', url: 'https://pay.test/api/v1/balance', headers: { Referer: referer } })
    const referers = mock.requests.list().map(({ headers }) => headers['referer'])
    expect(referers.sort()).toEqual(['[redacted]', 'https://shop.example/[redacted]'])
  })

  it.each([
    ['/cedi/portal/invitations/secret', '/cedi/portal/invitations/[redacted]'],
    ['/RECEIPT/secret', '/RECEIPT/[redacted]'],
    ['/%72eceipt/secret', '/receipt/[redacted]'],
    ['/operator/invitations%2Fsecret', '/operator/invitations/[redacted]'],
    ['/a%0ab/pay/secret', '/a%0Ab/pay/[redacted]'],
    ['/api/licenses/verify/CEDI-AAAAA-BBBBB-CCCCC-DDDDD', '/api/licenses/verify/[redacted]'],
    ['/api/v1/payments', '/api/v1/payments'],
  ])('shows the path %s as %s', async (path, shownPath) => {
    const { mock } = createService()
    await mock.handle({ method: 'GET', url: `https://pay.test${path}` })
    expect(mock.requests.list()[0]?.path).toBe(shownPath)
  })

  it('lists requests, newest first, without secrets', async () => {
    const service = createService()
    const { key } = (await service.control('POST', 'keys', { scopes: ['payments:write'] })).data
    const secret = {
      ...card(),
      phone: '+233 24 412 3789',
      email: 'a@b',
      metadata: { note: 'call 4242 4242 4242 4242 now', wallet: '0204567789' },
    }
    await service.post('/api/v1/payments', secret, {
      key,
      headers: { 'X-Note': `my key is ${key}`, Cookie: 'session=1', 'Idempotency-Key': 'k1' },
    })
    await service.post('/api/v1/payments', { ...wallet, phone: 244123789, pan: 4242424242424242 }, { key })
    await service.get(`/api/licenses/verify?key=CEDI-SECRET&api_token=tok&note=${key}`, null)
    await service.get(`/api/v1/${key}`, key).catch(() => undefined)
    const loggedRequests = (await service.control('GET', 'requests?limit=10')).data
    const text = JSON.stringify(loggedRequests)
    for (const hidden of [
      key,
      'sk_',
      '4242424242424242',
      '4242 4242',
      '244123789',
      '24 412 3789',
      'session=1',
      'CEDI-SECRET',
      '"tok"',
      '"123"',
    ])
      expect(text.includes(hidden), `${hidden} in ${text}`).toBe(false)
    expect(loggedRequests.map((row: { status: number }) => row.status)).toEqual([404, 200, 422, 201])
    expect(loggedRequests[3]).toMatchObject({
      method: 'POST',
      path: '/api/v1/payments',
      operation: 'createPayment',
      merchant: 'demo',
      code: null,
      request_id: expect.stringMatching(/^req_/),
    })
    expect(loggedRequests[3].headers).toMatchObject({
      'idempotency-key': 'k1',
      authorization: '[redacted]',
      cookie: '[redacted]',
    })
    expect(loggedRequests[3].body).toMatchObject({ card: '[redacted]', phone: '+23324***3789', email: 'a@b' })
    expect(loggedRequests[2].code).toBe('invalid_request')
    expect((await service.control('GET', 'requests?limit=1')).data).toHaveLength(1)
    await service.control('DELETE', 'requests')
    expect(service.mock.requests.list()).toEqual([])
  })

  it.each([
    ['a card number in a path', '/api/v1/payments/4242%204242%204242%204242', '/api/v1/payments/[redacted]'],
    ['a card number in digits', '/api/v1/payments/4242424242424242', '/api/v1/payments/[redacted]'],
    [
      'a card number with its date',
      '/api/v1/payments/4242%204242%204242%204242%2012/29',
      '/api/v1/payments/[redacted]/29',
    ],
    ['a phone number in a path', '/api/v1/payments/0244123789', '/api/v1/payments/%2B23324***3789'],
    ['one without its 0', '/api/v1/payments/244123789', '/api/v1/payments/%2B23324***3789'],
    ['one with signs in it', '/api/v1/payments/%30%32%34-412%203789x', '/api/v1/payments/%2B23324***3789x'],
    ['one beside what is no UTF-8', '/api/v1/payments/%ff%30244123789', '/api/v1/payments/%25ff%2B23324***3789'],
    ['a key', '/api/v1/sk_test_my-shop', '/api/v1/[redacted]'],
    ['a key behind an underscore', '/api/v1/key_sk_test_my-shop', '/api/v1/key_[redacted]'],
    ['a line break beside a phone number', '/api/v1/0244123789%0A200', '/api/v1/%2B23324***3789%0A200'],
    [
      'nothing where nothing is secret',
      '/api/v1/task_1/%F0%9F%92%B0%2f2026-01-05',
      '/api/v1/task_1/%F0%9F%92%B0%2f2026-01-05',
    ],
  ])('hides in a path %s', async (_, path, loggedPath) => {
    const service = createService()
    await service.get(path, null)
    expect(service.mock.requests.list(1)[0]?.path).toBe(loggedPath)
  })

  it('hides the same values in queries and headers as in bodies', async () => {
    const service = createService()
    const query = [
      'phone=0244123789',
      'phone=%2B233%2024%20412%203789',
      'phone=244123789',
      'next=https%3A%2F%2Fshop.example%2F%3Fphone%3D0244123789',
      '0244123789=x',
      'card=4242+4242+4242+4242',
      'a=sk_test_my-shop',
      'day=2026-01-05',
    ]
    const headers = {
      'X-Note': 'call (024) 412-3789 (or 0244123789), key sk_test_my-shop',
      'X-Card': '4242-4242-4242-4242',
      Referer: 'https://shop.example/?phone=%2B233244123789&q=4242%204242%204242%204242',
      'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/120.0.6099.109',
    }
    const note = 'call 024 412 3789 or +233244123789'
    const body = { note, metadata: { note: 'sk_test_my-shop' } }
    await service.send('POST', `/api/v1/products?${query.join('&')}`, { headers, body })
    const [entry] = service.mock.requests.list(1)
    const text = JSON.stringify(entry)
    expect(text).not.toMatch(/244123789|412.3789|4242|my-shop|-shop"/)
    const maskedPhone = '+23324***3789'
    expect([...new URLSearchParams(entry?.query)]).toEqual([
      ['phone', maskedPhone],
      ['phone', maskedPhone],
      ['phone', maskedPhone],
      ['next', `https://shop.example/?phone=${maskedPhone}`],
      [maskedPhone, 'x'],
      ['card', '[redacted]'],
      ['a', '[redacted]'],
      ['day', '2026-01-05'],
    ])
    expect(entry?.headers).toMatchObject({
      'x-note': `call ${maskedPhone} (or ${maskedPhone}), key [redacted]`,
      'user-agent': headers['User-Agent'],
    })
    expect(entry?.body).toEqual({ note: `call ${maskedPhone} or ${maskedPhone}`, metadata: { note: '[redacted]' } })
  })

  it('hides the token of a challenge page', async () => {
    const service = createService()
    const { next_action } = (await service.post('/api/v1/payments', card('4000002500003155'))).data
    await service.mock.handle({ method: 'GET', url: next_action.url })
    expect(service.mock.requests.list(1)[0]?.path).toBe('/challenge/[redacted]')
  })

  it('keeps the last thousand requests, and no large bodies', async () => {
    const service = createService({ seed: 'empty' })
    const big = `{"a":"${'x'.repeat(100_000)}"}`
    for (let index = 0; index < 2500; index++)
      await service.mock.handle({ method: 'POST', url: `/${index}`, body: big })
    const loggedRequests = service.mock.requests.list()
    expect(loggedRequests).toHaveLength(1000)
    expect(loggedRequests[0]).toMatchObject({ path: '/2499', body: `[${big.length} characters]` })
  })

  it('returns the requested number of requests, and none for 0', async () => {
    const service = createService()
    for (const path of ['/1', '/2', '/3']) await service.mock.handle({ method: 'GET', url: path })
    const paths = (limit?: number) => service.mock.requests.list(limit).map(({ path }) => path)
    expect([paths(0), paths(2), paths(5), paths()]).toEqual([[], ['/3', '/2'], ['/3', '/2', '/1'], ['/3', '/2', '/1']])
  })

  it('scans a request once, and only the beginning of its path, query and headers', async () => {
    const { mock } = createService()
    const referer = 'https://shop.example/'
    const long = '1 '.repeat(10_000)
    const url = `/${'1-'.repeat(10_000)}?note=${encodeURIComponent(long)}`
    await mock.handle({ method: 'GET', url, headers: { Referer: referer, 'X-Note': long } })
    const canParse = vi.spyOn(URL, 'canParse')
    const replace = vi.spyOn(String.prototype, 'replace')
    const [entry] = mock.requests.list()
    const scanned = Math.max(...replace.mock.contexts.map((text) => String(text).length))
    const count = replace.mock.calls.length
    expect(mock.requests.list()).toEqual([entry])
    expect(replace.mock.calls.length).toBe(count)
    expect(canParse.mock.calls.length).toBeLessThanOrEqual(1)
    vi.restoreAllMocks()
    expect(scanned).toBeLessThan(2_200)
    expect(entry?.path).toHaveLength(500)
    expect(entry?.query).toHaveLength(2_000)
    expect(entry?.headers['x-note']).toHaveLength(1_000)
  })

  it.each([480, 490, 495, 499])('hides a card number that crosses the limit at %i characters', async (length) => {
    const { mock } = createService()
    const number = '4242424242424242'
    await mock.handle({
      method: 'GET',
      url: `/${'x'.repeat(length)}-${number}?n=${'x'.repeat(1500 + length)}-${number}`,
    })
    const [entry] = mock.requests.list()
    expect(`${entry?.path} ${entry?.query}`).not.toContain('4242')
  })

  it('can be followed live', async () => {
    const lines: string[] = []
    const service = createService({
      onRequest: ({ method, path, status }) => lines.push(`${method} ${path} ${status}`),
    })
    await service.get('/api/v1/balance')
    await service.control('GET', 'clock')
    expect(lines).toEqual(['GET /api/v1/balance 200'])
  })
})
