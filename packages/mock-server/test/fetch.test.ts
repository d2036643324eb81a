import { describe, expect, it } from 'vitest'
import { createMockServer, type Fault } from '../src/index.js'
import { base, card, check, createService, wallet } from './service.js'

const headers = { Authorization: 'Bearer sk_test_all', 'Content-Type': 'application/json' }
const url = `${base}/api/v1/payments`
const post = { method: 'POST', headers, body: JSON.stringify(wallet) }

describe('mock.fetch', () => {
  it('replaces fetch for a string, a URL and a Request', async () => {
    const { mock } = createService()
    for (const input of [url, new URL(url), new Request(url)]) {
      const response = await mock.fetch(input, post)
      check('POST', '/api/v1/payments', post, {
        status: response.status,
        headers: describeResponse(response),
        body: await response.text(),
      })
      expect(response.status).toBe(201)
    }
    expect((await mock.fetch(new Request(`${base}/api/v1/balance`, { headers }))).ok).toBe(true)
    expect(await (await mock.fetch(`${base}/api/v1/balance`, { method: 'HEAD', headers })).text()).toBe('')
    await expect(mock.fetch('/api/v1/balance')).rejects.toThrow(TypeError)
  })

  it('sends nothing when it is aborted before, and stops waiting when it is aborted later', async () => {
    const { mock, ledger } = createService()
    await mock.handle({ method: 'GET', url })
    const before = ledger()
    await expect(mock.fetch(url, { ...post, signal: AbortSignal.abort() })).rejects.toMatchObject({
      name: 'AbortError',
    })
    expect(ledger()).toBe(before)
    mock.faults.add({ fault: { latency_ms: 60_000 } })
    await expect(mock.fetch(url, { ...post, signal: AbortSignal.timeout(20) })).rejects.toMatchObject({
      name: 'TimeoutError',
    })
    mock.faults.clear()
    mock.faults.add({ fault: { slow_body_ms: 60_000 } })
    const response = await mock.fetch(url, { ...post, signal: AbortSignal.timeout(20) })
    expect(response.status).toBe(201)
    await expect(response.text()).rejects.toMatchObject({ name: 'TimeoutError' })
    const unreadResponse = await mock.fetch(url, post)
    await unreadResponse.body?.cancel()
  })

  it.each<[string, Fault, (response: Promise<Response>) => Promise<void>]>([
    ['a drop', { drop: 'before' }, (response) => expect(response).rejects.toThrow(new TypeError('fetch failed'))],
    ['a drop after the commit', { drop: 'after_commit' }, (response) => expect(response).rejects.toThrow(TypeError)],
    [
      'half a body',
      { truncate: true },
      async (response) => expect((await response).text()).rejects.toThrow('terminated'),
    ],
    [
      'a slow body',
      { slow_body_ms: 5 },
      async (response) => expect(await (await response).json()).toHaveProperty('success', true),
    ],
    ['latency', { latency_ms: [1, 5] }, async (response) => expect((await response).status).toBe(201)],
    ['a status', { status: 502 }, async (response) => expect((await response).status).toBe(502)],
    [
      'a body that is not JSON',
      { malformed_json: true },
      async (response) => expect((await response).json()).rejects.toThrow(SyntaxError),
    ],
  ])('applies %s like a network', async (_, fault, expected) => {
    const mock = createMockServer()
    mock.faults.add({ fault, times: 1 })
    await expected(mock.fetch(url, post))
  })

  it('accepts streams and forms as bodies', async () => {
    const mock = createMockServer()
    const body = new Blob([JSON.stringify(card())]).stream()
    expect((await mock.fetch(url, { ...post, body, duplex: 'half' } as RequestInit)).status).toBe(201)
    expect(
      (
        await mock.fetch(url, {
          method: 'POST',
          headers: { Authorization: headers.Authorization },
          body: new URLSearchParams({ a: 'b' }),
        })
      ).status,
    ).toBe(415)
  })
})

describe('a request', () => {
  const { Authorization } = headers
  const product = (name: string) => `{"name":"${name}","price":5}`

  it.each([
    ['that is no UTF-8', Buffer.from(product('\xff'), 'latin1')],
    ['that begins with a byte order mark', Buffer.from(`\ufeff${product('x')}`)],
  ])('with a body %s is rejected by fetch as on a port, and writes nothing', async (_, body) => {
    const { mock, get, ledger } = createService()
    await get('/api/v1/balance')
    const before = ledger()
    const listening = await mock.listen()
    for (const [send, at] of [
      [mock.fetch, base],
      [fetch, listening.url],
    ] as const) {
      const response = await send(`${at}/api/v1/products`, { ...post, body })
      const { error } = (await response.json()) as { error: { code: string } }
      expect([response.status, error.code]).toEqual([400, 'malformed_json'])
    }
    await listening.close()
    expect(ledger()).toBe(before)
  })

  it('with only a path may have an address in its query', async () => {
    const { mock } = createService()
    const path = '/api/v1/products?limit=1&from=http://shop.example/a'
    const listResponse = await mock.handle({ method: 'GET', url: path, headers: { Authorization } })
    expect(JSON.parse(listResponse.body).data).toHaveLength(1)
    expect(listResponse.headers['Link']).toMatch(/^<http:\/\/127\.0\.0\.1:23300\/api\/v1\/products\?limit=1&/)
  })
})

const describeResponse = (response: Response) => ({
  'Content-Type': response.headers.get('content-type') ?? '',
  'X-Request-Id': response.headers.get('x-request-id') ?? '',
})
