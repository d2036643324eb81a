import { describe, expect, it } from 'vitest'
import { createRateLimiter, parseRateLimit } from '../src/http/rate-limit.js'
import { createPersistentMemory, createService, wallet } from './service.js'

const limited = (requests: number) => createService({ rateLimit: { requests, seconds: 60 } })

describe('a rate limit', () => {
  it('every response has the rate-limit headers, and 429 has Retry-After', async () => {
    const service = limited(2)
    const states: (string | undefined)[] = []
    for (let index = 0; index < 3; index++) {
      const { status, headers } = await service.get('/api/v1/balance')
      expect(headers['RateLimit-Policy']).toBe('"default";q=2;w=60')
      states.push(`${status} ${headers['RateLimit']} ${headers['Retry-After']}`)
      await service.advance('PT10S')
    }
    expect(states).toEqual([
      '200 "default";r=1;t=60 undefined',
      '200 "default";r=0;t=50 undefined',
      '429 "default";r=0;t=40 40',
    ])
    await service.advance('PT30S')
    expect((await service.get('/api/v1/balance')).headers['RateLimit']).toBe('"default";r=1;t=60')
  })

  it('the limit restarts when a snapshot is restored, also for other servers on the same store', async () => {
    const limiter = limited(1)
    const snapshot = limiter.mock.snapshot()
    await limiter.get('/api/v1/balance')
    limiter.mock.restore(snapshot)
    expect((await limiter.get('/api/v1/balance')).status).toBe(200)
    const options = { store: createPersistentMemory(), rateLimit: { requests: 1, seconds: 60 } }
    const [one, two] = [createService(options), createService(options)]
    const before = (await one.control('GET', 'snapshot')).data
    await one.advance('P1D')
    for (const service of [one, two]) await service.get('/api/v1/balance')
    await one.control('PUT', 'snapshot', before)
    for (const service of [one, two]) {
      const { status, headers } = await service.get('/api/v1/balance')
      expect([status, headers['RateLimit']]).toEqual([200, '"default";r=0;t=60'])
    }
  })

  it('a service has no rate limit by default', async () => {
    const { headers } = await createService().get('/api/v1/balance')
    expect(Object.keys(headers).filter((name) => /rate/i.test(name))).toEqual([])
  })

  it('each key is counted separately, however the header is written', async () => {
    const service = limited(1)
    expect((await service.get('/api/v1/balance', 'sk_test_a')).status).toBe(200)
    expect((await service.get('/api/v1/balance', 'sk_test_b')).status).toBe(200)
    for (const Authorization of ['Bearer sk_test_a', 'bearer sk_test_a', 'BEARER  sk_test_a', 'Bearer sk_test_a '])
      expect((await service.send('GET', '/api/v1/balance', { key: null, headers: { Authorization } })).status).toBe(429)
  })

  it('the limit is checked after the key, and before the scope and the body', async () => {
    const service = limited(1)
    for (let index = 0; index < 3; index++) expect((await service.get('/api/v1/balance', 'sk_no')).status).toBe(401)
    expect((await service.get('/api/v1/balance', 'sk_test_none')).status).toBe(403)
    expect((await service.get('/api/v1/balance', 'sk_test_none')).status).toBe(429)
  })

  it('a request over the limit writes and stores nothing', async () => {
    const service = limited(1)
    await service.get('/api/v1/balance')
    const before = service.ledger()
    expect((await service.post('/api/v1/payments', wallet, { headers: { 'Idempotency-Key': 'k' } })).status).toBe(429)
    expect(service.ledger()).toBe(before)
  })

  it.each([
    ['100/60s', { requests: 100, seconds: 60 }],
    ['25/s', { requests: 25, seconds: 1 }],
  ])('the limit %s is parsed', (text, limit) => {
    expect(parseRateLimit(text)).toEqual(limit)
  })

  it.each(['', '0/s', '5/0s', '5', '-1/s', '5/m', '1e3/s', '5/s ', '1234567/s'])('the limit %j is invalid', (text) => {
    expect(parseRateLimit(text)).toBeUndefined()
  })

  it('the limiter counts a hundred thousand keys in one window and restarts in the next', () => {
    const limit = createRateLimiter({ requests: 1, seconds: 1 })
    for (let index = 0; index < 100_000; index++) expect(limit(`k${index}`, 0).allowed).toBe(true)
    expect(limit('k0', 999).allowed).toBe(false)
    expect(limit('k0', 1000).allowed).toBe(true)
  })
})
