import { describe, expect, it } from 'vitest'
import { createMockServer } from '../src/index.js'
import { day } from './day.js'
import { createPaid, createService, wallet } from './service.js'

describe('the same seed and the same requests', () => {
  it('give the same response and the same state, to the byte', async () => {
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
  it('is accepted as a client makes it: frozen, with headers that have their own prototype', async () => {
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

  it('has a method in any case, as fetch accepts', async () => {
    const headers = { Authorization: 'Bearer sk_test_all' }
    const { status } = await createMockServer().handle({ method: 'get', url: '/api/v1/balance', headers })
    expect(status).toBe(200)
  })

  it.each([
    [{ body: Buffer.from('{}') }, 'body of a request must be a string, such as JSON.stringify(value), or be left out.'],
    [{ url: new URL('http://cedi.test/') }, 'url of a request must be a string, not object.'],
    [{ method: undefined }, 'method of a request must be a string, not undefined.'],
  ])('is rejected with a message if a member has the wrong type: %o', async (change, message) => {
    const description = { method: 'POST', url: '/api/v1/products', ...change } as never
    await expect(createMockServer().handle(description)).rejects.toThrow(new TypeError(message))
  })

  it('may have a path only, a fragment, no headers and no body', async () => {
    const mock = createMockServer()
    expect((await mock.handle({ method: 'GET', url: '/api/v1/openapi.json#x' })).status).toBe(200)
    expect((await mock.handle({ method: 'GET', url: '' })).status).toBe(404)
    for (const url of ['https://pay.example', 'https://pay.example?x=1', '/'])
      expect((await mock.handle({ method: 'PUT', url })).status).toBeLessThan(500)
  })

  it('with line breaks in its address puts none into a header', async () => {
    const response = await createMockServer().handle({
      method: 'GET',
      url: 'http://evil.example\r\nX-Evil: 1/api/v1/products?limit=1',
      headers: { Authorization: 'Bearer sk_test_all' },
    })
    expect(JSON.stringify(response.headers)).not.toMatch(/\\r|\\n/)
  })
})

describe('the data of a server', () => {
  it('is a valid ledger after a long day', async () => {
    const service = createService()
    await day(service.mock)
    service.mock.faults.remove()
    await createPaid(service)
    await service.get('/api/v1/balance', 'sk_test_x')
    for (const path of ['', '?merchant=test-x'])
      expect((await service.control('GET', `ledger/verify${path}`)).data.ok).toBe(true)
  })
})
