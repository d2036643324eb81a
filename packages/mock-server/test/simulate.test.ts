import { describe, expect, it } from 'vitest'
import { card, createPaid, createService, goodBodies, wallet, writePaths } from './service.js'

const simulated = { headers: { 'X-Service-Simulate': 'true' } }
/** Replaces ids and strings that contain them, because a simulation has different ids. */
const withoutIds = (text: string) =>
  text
    .replace(/\b([a-z]{3})_(?:simulated\d+|[0-9a-z]{22})\b/g, '$1')
    .replace(/("slug":"[a-z-]+-)[^"]{10}"/, '$1…"')
    .replace(/(client_token":"|\/pay\/|\/challenge\/)[^"?]+/g, '$1…')
const removeRequestId = (text: string) => text.replace(/"request_id":"\w+"/, '')

it.each(writePaths)('X-Service-Simulate: false on POST %s writes as without it', async (path) => {
  const service = createService()
  const body = (await goodBodies(service))[path]
  const response = await service.post(path, body, { headers: { 'X-Service-Simulate': 'false' } })
  expect([response.status, response.headers['X-Service-Simulate']]).toEqual([201, undefined])
  expect(response.text).not.toContain('simulated')
})

describe.each(writePaths)('X-Service-Simulate: true on POST %s', (path) => {
  it('gives the same response as the real request after it, and writes nothing', async () => {
    const service = createService()
    const body = (await goodBodies(service))[path]
    const before = service.ledger()
    const simulatedResponse = await service.post(path, body, simulated)
    expect(simulatedResponse.headers['X-Service-Simulate']).toBe('true')
    expect(service.ledger()).toBe(before)
    const real = await service.post(path, body)
    expect([simulatedResponse.status, withoutIds(simulatedResponse.text)]).toEqual([real.status, withoutIds(real.text)])
    expect(real.headers['X-Service-Simulate']).toBeUndefined()
    expect(service.ledger()).not.toBe(before)
  })

  it('gives ids that are marked as simulated, do not change, and never belong to a record', async () => {
    const service = createService()
    const body = (await goodBodies(service))[path]
    const simulatedResponse = await service.post(path, body, simulated)
    const ids =
      simulatedResponse.text.match(/\b[a-z]{3}_[0-9a-z_]+/g)?.filter((id) => !JSON.stringify(body).includes(id)) ?? []
    expect(ids.length).toBeGreaterThan(0)
    for (const id of ids) expect(id).toMatch(/^(?:pay|int|ref|prd|ord)_simulated\d$/)
    expect((await service.post(path, body)).text).not.toContain('simulated')
    expect(service.ledger()).not.toContain('simulated')
  })

  it('is not remembered under an Idempotency-Key', async () => {
    const service = createService()
    const body = (await goodBodies(service))[path]
    const key = { 'Idempotency-Key': 'k' }
    expect((await service.post(path, body, { headers: { ...key, ...simulated.headers } })).status).toBe(201)
    const real = await service.post(path, body, { headers: key })
    expect([real.status, real.headers['Idempotency-Hit']]).toEqual([201, undefined])
  })

  it('with a used Idempotency-Key returns the stored response or a rejection, like the real request', async () => {
    const service = createService()
    const body = (await goodBodies(service))[path]
    const key = { 'Idempotency-Key': 'k' }
    const real = await service.post(path, body, { headers: key })
    const before = service.ledger()
    const simulatedResponse = await service.post(path, body, { headers: { ...key, ...simulated.headers } })
    expect([simulatedResponse.status, simulatedResponse.text, simulatedResponse.headers['Idempotency-Hit']]).toEqual([
      real.status,
      real.text,
      'true',
    ])
    const other = path.endsWith('products') ? { ...body, price: 7 } : { ...body, amount: 7 }
    const { status, error } = await service.post(path, other, { headers: { ...key, ...simulated.headers } })
    expect([status, error.code, error.field]).toEqual([422, 'idempotency_key_reused', 'Idempotency-Key'])
    expect(service.ledger()).toBe(before)
  })
})

describe('a simulation', () => {
  it.each([['4242424242424242'], ['4000000000000002'], ['4000002500003155']])(
    'of a card payment with %s returns the response of the real request',
    async (number) => {
      const service = createService()
      const simulatedResponse = await service.post('/api/v1/payments', card(number), simulated)
      expect(withoutIds((await service.post('/api/v1/payments', card(number))).text)).toBe(
        withoutIds(simulatedResponse.text),
      )
    },
  )

  it('of a product payment reserves no stock and returns the response of the real request', async () => {
    const service = createService()
    const { id } = (await service.post('/api/v1/products', { name: 'x', price: 5, stock: 1, type: 'license' })).data
    for (const instrument of [
      { method: 'mobile_money', phone: wallet.phone },
      { method: 'card', card: card().card },
    ]) {
      const body = { ...instrument, product_id: id }
      const simulatedResponse = await service.post('/api/v1/payments', body, simulated)
      expect([simulatedResponse.status, (await service.get(`/api/v1/products/${id}`)).data.stock]).toEqual([201, 1])
      const real = await service.post('/api/v1/payments', body)
      expect(withoutIds(real.text)).toBe(withoutIds(simulatedResponse.text))
      await service.control('POST', `payments/${real.data.ref}/cancel`)
    }
  })

  it('leaves a queued outcome to the payment created at the same moment', async () => {
    const service = createService()
    await service.get('/api/v1/balance')
    for (const key of [{}, { 'Idempotency-Key': 'k' }]) {
      service.mock.queueOutcome('card_declined')
      const options = { headers: { ...key, ...simulated.headers } }
      const [, real] = await Promise.all([
        service.post('/api/v1/payments', card(), options),
        service.post('/api/v1/payments', card(), { headers: key }),
      ])
      expect(real.data.status).toBe('failed')
      expect((await service.control('GET', 'outcomes')).data).toEqual([])
    }
  })

  it('is rejected for the same reasons as the real request', async () => {
    const service = createService()
    const { ref } = await createPaid(service, 10)
    for (const [path, body] of [
      ['/api/v1/refunds', { payment_ref: ref, amount: 11 }],
      ['/api/v1/refunds', { payment_ref: ref }],
      ['/api/v1/refunds', { payment_ref: 'none' }],
      ['/api/v1/payments', { ...wallet, amount: 0.5 }],
      ['/api/v1/payments', '{'],
      ['/api/v1/products', { name: 'x', price: 5, slug: 'kente-tote' }],
    ] as const) {
      const [simulatedResponse, real] = [await service.post(path, body, simulated), await service.post(path, body)]
      expect([simulatedResponse.status, removeRequestId(simulatedResponse.text)]).toEqual([
        real.status,
        removeRequestId(real.text),
      ])
      expect(real.status).toBeGreaterThanOrEqual(400)
    }
  })

  it('is marked in every response, also for a malformed request', async () => {
    const service = createService()
    for (const path of writePaths)
      for (const [body, headers] of [
        ['{', {}],
        [{}, {}],
        [' '.repeat(1_048_577), {}],
        [{}, { 'Content-Type': 'text/plain' }],
        [{}, { 'Idempotency-Key': '' }],
        [{ ...wallet, amount: 0.5 }, {}],
      ] as const) {
        const options = { headers: { ...headers, ...simulated.headers } }
        const response = await service.post(path, body, options)
        expect([response.status >= 400, response.headers['X-Service-Simulate']], response.text).toEqual([true, 'true'])
      }
    for (const value of ['', 'True', 'true, true']) {
      const got = await service.post('/api/v1/payments', wallet, { headers: { 'X-Service-Simulate': value } })
      expect([got.status, got.headers['X-Service-Simulate']]).toEqual([400, undefined])
    }
  })

  it('has no effect on a request that only reads', async () => {
    const { status, headers } = await createService().send('GET', '/api/v1/balance', simulated)
    expect([status, headers['X-Service-Simulate']]).toEqual([200, undefined])
  })
})
