import { describe, expect, it } from 'vitest'
import { card, createService, wallet } from './service.js'

describe('the request log', () => {
  it('tells what was asked, newest first, without secrets', async () => {
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
    const listed = (await service.control('GET', 'requests?limit=10')).data
    const text = JSON.stringify(listed)
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
    expect(listed.map((row: { status: number }) => row.status)).toEqual([404, 200, 422, 201])
    expect(listed[3]).toMatchObject({
      method: 'POST',
      path: '/api/v1/payments',
      operation: 'createPayment',
      merchant: 'demo',
      code: null,
      request_id: expect.stringMatching(/^req_/),
    })
    expect(listed[3].headers).toMatchObject({
      'idempotency-key': 'k1',
      authorization: '[redacted]',
      cookie: '[redacted]',
    })
    expect(listed[3].body).toMatchObject({ card: '[redacted]', phone: '+23324***3789', email: 'a@b' })
    expect(listed[2].code).toBe('invalid_request')
    expect((await service.control('GET', 'requests?limit=1')).data).toHaveLength(1)
    await service.control('DELETE', 'requests')
    expect(service.mock.requests.list()).toEqual([])
  })

  it('hides the token of a challenge page', async () => {
    const service = createService()
    const { next_action } = (await service.post('/api/v1/payments', card('4000002500003155'))).data
    await service.mock.handle({ method: 'GET', url: next_action.url })
    expect(service.mock.requests.list(1)[0]?.path).toBe('/challenge/[redacted]')
  })

  it('keeps a thousand requests, and no large body', async () => {
    const service = createService({ seed: 'empty' })
    const big = `{"a":"${'x'.repeat(100_000)}"}`
    for (let at = 0; at < 2500; at++) await service.mock.handle({ method: 'POST', url: `/${at}`, body: big })
    const listed = service.mock.requests.list()
    expect(listed).toHaveLength(1000)
    expect(listed[0]).toMatchObject({ path: '/2499', body: `[${big.length} characters]` })
  })

  it('is told to whoever listens', async () => {
    const told: string[] = []
    const service = createService({ onRequest: ({ method, path, status }) => told.push(`${method} ${path} ${status}`) })
    await service.get('/api/v1/balance')
    await service.control('GET', 'clock')
    expect(told).toEqual(['GET /api/v1/balance 200'])
  })
})
