import { describe, expect, it } from 'vitest'
import { createMockServer, type MockServer } from '../src/index.js'
import { card, createService, paid, describe as request, wallet } from './service.js'

/** A day at the shop: every operation, outcomes, faults, refusals. Gives all that was answered. */
async function day(mock: MockServer): Promise<string[]> {
  const told: string[] = []
  const send = async (method: string, path: string, body?: object, headers: Record<string, string> = {}) => {
    const answer = await mock
      .handle(request(method, path, 'sk_test_all', headers, body))
      .catch((error) => ({ status: 0, headers: {}, body: String(error) }))
    told.push(JSON.stringify(answer))
    return JSON.parse(answer.status === 0 ? '{}' : answer.body.replace(/,$/, '}'))?.data
  }
  mock.faults.add({ match: { probability: 0.1 }, fault: { status: 503, latency_ms: [1, 9] } })
  mock.faults.add({ match: { nth: 7 }, fault: { drop: 'after_commit' } })
  for (let at = 0; at < 40; at++) {
    const made = await send('POST', '/api/v1/products', {
      name: `P${at}`,
      price: 5 + at,
      stock: at,
      type: at % 2 ? 'license' : 'physical',
    })
    await send(
      'POST',
      '/api/v1/payments',
      at % 3 ? { ...wallet, phone: `02441231${String(at).padStart(2, '0')}` } : card(),
      { 'Idempotency-Key': `k${at % 30}` },
    )
    await send('POST', '/api/v1/checkout/intent', { amount: at }, { 'X-Service-Simulate': 'true' })
    if (made?.id)
      await send('POST', '/api/v1/payments', { method: 'mobile_money', phone: wallet.phone, product_id: made.id })
    await mock.clock.advance('PT1H')
    const list = await send('GET', '/api/v1/orders?limit=5')
    if (list?.[0]) await send('POST', '/api/v1/refunds', { payment_ref: list[0].payment_ref, amount: 1 })
    await send('GET', '/api/v1/balance')
  }
  told.push(JSON.stringify(mock.snapshot()))
  return told
}

describe('the same seed and the same requests', () => {
  it('give the same answers and the same state, to the byte', async () => {
    const [one, two] = [await day(createMockServer({ randomSeed: 5 })), await day(createMockServer({ randomSeed: 5 }))]
    expect(two).toEqual(one)
    expect((await day(createMockServer({ randomSeed: 6 }))).at(-1)).not.toBe(one.at(-1))
  })

  it('give them again after a reset', async () => {
    const mock = createMockServer()
    const one = await day(mock)
    await mock.reset()
    expect(await day(mock)).toEqual(one)
  })
})

describe('a description', () => {
  it('is taken exactly as a client makes it: frozen, its headers on a prototype of their own', async () => {
    const prototype = Object.create(null, {
      ...Object.getOwnPropertyDescriptors(Object.prototype),
      toJSON: { value: () => ({ Authorization: 'Bearer ***' }) },
    })
    const headers = Object.freeze(
      Object.assign(Object.create(prototype), {
        Authorization: 'Bearer sk_test_all',
        Accept: 'application/json',
        'Content-Type': 'application/json',
      }),
    )
    const description = Object.freeze({
      method: 'POST',
      url: 'https://pay.example/api/v1/payments',
      headers,
      operation: 'createPayment',
      scope: 'payments:write',
      body: JSON.stringify(wallet),
    })
    const mock = createMockServer()
    expect((await mock.handle(description)).status).toBe(201)
    expect(JSON.stringify(mock.requests.list())).not.toContain('sk_test')
  })

  it('may have a path only, a fragment, no headers and no body', async () => {
    const mock = createMockServer()
    expect((await mock.handle({ method: 'GET', url: '/api/v1/openapi.json#x' })).status).toBe(200)
    expect((await mock.handle({ method: 'GET', url: '' })).status).toBe(404)
    for (const url of ['https://pay.example', 'https://pay.example?x=1', '/'])
      expect((await mock.handle({ method: 'PUT', url })).status).toBeLessThan(500)
  })

  it('with a hostile address puts no line break into a header', async () => {
    const answer = await createMockServer().handle({
      method: 'GET',
      url: 'http://evil.example\r\nX-Evil: 1/api/v1/products?limit=1',
      headers: { Authorization: 'Bearer sk_test_all' },
    })
    expect(JSON.stringify(answer.headers)).not.toMatch(/\\r|\\n/)
  })
})

describe('what a server keeps', () => {
  it('after a long day is a ledger that holds together', async () => {
    const service = createService()
    await day(service.mock)
    service.mock.faults.remove()
    await paid(service)
    for (const path of ['', '?merchant=test-x'])
      expect((await service.control('GET', `ledger/verify${path}`)).data.ok).toBe(true)
  })
})
