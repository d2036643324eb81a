import { errorStatus, type KnownErrorCode } from '@cedi/contract'
import { describe, expect, it } from 'vitest'
import { createMockServer, type Fault, type FaultMatch } from '../src/index.js'
import { base, card, createPaid, createService, goodBodies, wallet, writePaths } from './service.js'

const url = `${base}/api/v1/balance`
const headers = { Authorization: 'Bearer sk_test_all' }

describe('a fault', () => {
  it.each([
    [429, 'rate_limited'],
    [500, 'internal_error'],
    [502, 'provider_error'],
    [503, 'provider_unavailable'],
    [504, 'provider_timeout'],
  ] as const)('returns %d with the code %s, in the envelope, on every operation', async (status, code) => {
    const service = createService()
    const bodies = await goodBodies(service)
    const { ref } = await createPaid(service)
    service.mock.faults.add({ fault: { status } })
    for (const path of writePaths) {
      const response = await service.post(path, bodies[path])
      expect([response.status, response.error.code]).toEqual([status, code])
      expect(response.headers['Retry-After']).toBe(status === 429 || status === 503 ? '1' : undefined)
    }
    for (const path of ['/api/v1/balance', '/api/v1/products', '/api/v1/orders', `/api/v1/payments/${ref}`])
      expect((await service.get(path)).status).toBe(status)
  })

  it('is injected the given number of times', async () => {
    const service = createService()
    service.mock.faults.add({ fault: { status: 503 }, times: 2 })
    const statuses: number[] = []
    for (let index = 0; index < 4; index++) statuses.push((await service.get('/api/v1/balance')).status)
    expect(statuses).toEqual([503, 503, 200, 200])
    expect(service.mock.faults.list()).toEqual([])
  })

  it.each<[FaultMatch, number[]]>([
    [{ method: 'GET' }, [503, 200, 503]],
    [{ path: '/api/v1/balance' }, [503, 200, 200]],
    [{ path: '/api/v1/p*' }, [200, 503, 503]],
    [{ method: 'POST', path: '/api/v1/products' }, [200, 200, 200]],
    [{ nth: 3 }, [200, 200, 503]],
    [{ probability: 0 }, [200, 200, 200]],
    [{ probability: 1 }, [503, 503, 503]],
    [{ path: '/__mock/clock' }, [200, 200, 200]],
  ])('that matches %j', async (match, expected) => {
    const service = createService()
    service.mock.faults.add({ match, fault: { status: 503 } })
    const statuses = [
      (await service.get('/api/v1/balance')).status,
      (await service.post('/api/v1/payments', wallet)).status,
      (await service.get('/api/v1/products')).status,
    ]
    expect(statuses.map((status) => (status === 201 ? 200 : status))).toEqual(expected)
    expect((await service.control('GET', 'clock')).status).toBe(200)
  })

  it('counts requests that another fault hits, too', async () => {
    const service = createService()
    service.mock.faults.add({ match: { nth: 1 }, fault: { status: 500 } })
    service.mock.faults.add({ match: { nth: 2 }, fault: { status: 502 } })
    const statuses: number[] = []
    for (let index = 0; index < 3; index++) statuses.push((await service.get('/api/v1/balance')).status)
    expect(statuses).toEqual([500, 502, 200])
  })

  it('with a probability hits the same requests in each run', async () => {
    const run = async (randomSeed: number) => {
      const service = createService({ randomSeed })
      service.mock.faults.add({ match: { probability: 0.3 }, fault: { status: 503 } })
      let injectedCode = ''
      for (let index = 0; index < 300; index++)
        injectedCode += (await service.get('/api/v1/balance')).status === 503 ? '1' : '0'
      return injectedCode
    }
    const one = await run(7)
    expect(await run(7)).toBe(one)
    expect(await run(8)).not.toBe(one)
    expect(one.replaceAll('0', '').length).toBeGreaterThan(60)
    expect(one.replaceAll('0', '').length).toBeLessThan(120)
  })

  it('is added, listed and removed through the control API', async () => {
    const service = createService()
    const { status, data } = await service.control('POST', 'faults', {
      match: { path: '/api/v1/*' },
      fault: { status: 503 },
      times: 3,
    })
    expect([status, data]).toEqual([
      201,
      { id: 'flt_1', match: { path: '/api/v1/*' }, fault: { status: 503 }, times: 3 },
    ])
    expect((await service.control('GET', 'faults')).data).toEqual([data])
    expect((await service.control('DELETE', 'faults/flt_9')).error.code).toBe('not_found')
    expect((await service.control('DELETE', 'faults/flt_1')).data).toEqual({ removed: true })
    expect((await service.control('DELETE', 'faults')).data).toEqual({ removed: false })
  })

  it.each<[unknown]>(
    [
      {},
      { fault: null },
      { fault: {} },
      { fault: [] },
      { fault: { status: 404 } },
      { fault: { status: '503' } },
      { fault: { status: [503] } },
      { fault: { drop: 'yes' } },
      { fault: { drop: true } },
      { fault: { latency_ms: -1 } },
      { fault: { latency_ms: [5, 1] } },
      { fault: { latency_ms: 1e9 } },
      { fault: { latency_ms: '5' } },
      { fault: { slow_body_ms: null } },
      { fault: { nonsense: 1 } },
      { fault: { after_commit: true } },
      { fault: { drop: 'after_commit', status: 504 } },
      { fault: { drop: 'before', status: 504, after_commit: true } },
      { fault: { drop: 'before', truncate: true } },
      { fault: { drop: 'before', slow_body_ms: 5 } },
      { fault: { drop: 'after_commit', malformed_json: true } },
      { fault: { truncate: 1 } },
      { fault: { status: 503 }, times: 0 },
      { fault: { status: 503 }, times: 1.5 },
      { fault: { status: 503 }, more: 1 },
      { fault: { status: 503 }, match: { path: 'x' } },
      { fault: { status: 503 }, match: { method: 'get' } },
      { fault: { status: 503 }, match: { nth: 0 } },
      { fault: { status: 503 }, match: { probability: 2 } },
      { fault: { status: 503 }, match: { toString: 1 } },
      { fault: { status: 503 }, match: [] },
      { fault: { constructor: 1 } },
    ].map((order): [unknown] => [order]),
  )('%j is refused in one sentence', async (order) => {
    const service = createService()
    const { error } = await service.control('POST', 'faults', order as object)
    expect([error.code, error.message]).toEqual(['invalid_request', expect.stringMatching(/[.?]$/)])
    expect(() => service.mock.faults.add(order as never)).toThrow(TypeError)
    expect(service.mock.faults.list()).toEqual([])
  })
})

describe('in process', () => {
  it('a drop is a network error, before or after the request has its effect', async () => {
    for (const drop of ['before', 'after_commit'] as const) {
      const mock = createMockServer()
      mock.faults.add({ fault: { drop }, times: 1 })
      await expect(mock.handle({ method: 'GET', url, headers })).rejects.toMatchObject({
        name: 'ConnectionDropped',
        code: 'ECONNRESET',
      })
    }
  })

  it('a drop can be combined with latency, and with nothing else', async () => {
    const { faults, deliver } = createMockServer()
    expect(() => faults.add({ fault: { drop: 'after_commit', status: 504 } })).toThrow(
      'fault.drop can stand only with fault.latency_ms: a connection that is cut answers nothing. Leave out the others.',
    )
    faults.add({ fault: { drop: 'after_commit', latency_ms: 5, truncate: false } })
    expect(await deliver({ method: 'GET', url, headers })).toMatchObject({
      fault: { drop: 'after_commit', latencyMs: 5 },
    })
  })

  it.each<[Fault, RegExp]>([
    [{ truncate: true }, /^\{"success":true,"data":\{"curr/],
    [{ malformed_json: true }, /,$/],
  ])('%j gives a body that is not JSON', async (fault, shape) => {
    const mock = createMockServer()
    mock.faults.add({ fault, times: 1 })
    const { status, body } = await mock.handle({ method: 'GET', url, headers })
    expect([status, body]).toEqual([200, expect.stringMatching(shape)])
    expect(() => JSON.parse(body)).toThrow()
    expect(() => JSON.parse('{}')).not.toThrow()
  })

  it('latency is reported, without waiting for it', async () => {
    const mock = createMockServer()
    mock.faults.add({ fault: { latency_ms: [100, 3_600_000], slow_body_ms: 5 } })
    const { fault } = await mock.deliver({ method: 'GET', url, headers })
    expect(fault?.latencyMs).toBeGreaterThanOrEqual(100)
    expect(fault?.slow_body_ms).toBe(5)
    expect((await mock.handle({ method: 'GET', url, headers })).status).toBe(200)
  })
})

describe('the error codes of the contract', () => {
  // A request for each code that returns it.
  const producers: Partial<
    Record<KnownErrorCode, (service: ReturnType<typeof createService>) => Promise<{ error: { code: string } }>>
  > = {
    malformed_json: (service) => service.post('/api/v1/payments', '{'),
    invalid_header: (service) => service.post('/api/v1/payments', wallet, { headers: { 'Idempotency-Key': '' } }),
    missing_api_key: (service) => service.get('/api/v1/balance', null),
    invalid_api_key: (service) => service.get('/api/v1/balance', 'sk_nobody'),
    insufficient_scope: (service) => service.get('/api/v1/balance', 'sk_test_none'),
    not_found: (service) => service.get('/api/v1/orders/none'),
    method_not_allowed: (service) => service.send('PUT', '/api/v1/orders'),
    idempotency_in_progress: async (service) => {
      const options = { headers: { 'Idempotency-Key': 'k' } }
      return (
        await Promise.all([
          service.post('/api/v1/payments', wallet, options),
          service.post('/api/v1/payments', wallet, options),
        ])
      ).find(({ error }) => error) as never
    },
    invalid_state: async (service) => {
      const { id } = (await service.post('/api/v1/products', { name: 'x', price: 5, active: false })).data
      return service.post('/api/v1/checkout/intent', { product_id: id })
    },
    insufficient_balance: async (service) =>
      service.post('/api/v1/refunds', { payment_ref: (await createPaid(service)).ref }),
    out_of_stock: async (service) => {
      const { id } = (await service.post('/api/v1/products', { name: 'x', price: 5, stock: 0 })).data
      return service.post('/api/v1/checkout/intent', { product_id: id })
    },
    body_too_large: (service) => service.post('/api/v1/payments', ' '.repeat(1_048_577)),
    unsupported_media_type: (service) =>
      service.post('/api/v1/payments', wallet, { headers: { 'Content-Type': 'text/plain' } }),
    invalid_request: (service) => service.post('/api/v1/payments', {}),
    invalid_amount: (service) => service.post('/api/v1/payments', { ...wallet, amount: 1.005 }),
    amount_too_small: (service) => service.post('/api/v1/payments', { ...wallet, amount: 0.99 }),
    amount_too_large: (service) => service.post('/api/v1/payments', { ...wallet, amount: 1_000_000.01 }),
    unsupported_currency: (service) => service.post('/api/v1/payments', { ...wallet, currency: 'NGN' }),
    invalid_phone: (service) => service.post('/api/v1/payments', { ...wallet, phone: '0301234567' }),
    network_mismatch: (service) => service.post('/api/v1/payments', { ...card(), network: 'mtn' }),
    refund_exceeds_payment: async (service) =>
      service.post('/api/v1/refunds', { payment_ref: (await createPaid(service)).ref, amount: 101 }),
    payment_not_refundable: async (service) =>
      service.post('/api/v1/refunds', { payment_ref: (await service.post('/api/v1/payments', wallet)).data.ref }),
    idempotency_key_reused: async (service) => {
      const options = { headers: { 'Idempotency-Key': 'k' } }
      await service.post('/api/v1/payments', wallet, options)
      return service.post('/api/v1/payments', { ...wallet, amount: 5 }, options)
    },
    rate_limited: async () => {
      const service = createService({ rateLimit: { requests: 1, seconds: 60 } })
      await service.get('/api/v1/balance')
      return service.get('/api/v1/balance')
    },
  }

  it.each(Object.entries(producers))('%s is produced by a request', async (code, produce) => {
    expect((await produce(createService())).error.code).toBe(code)
  })

  it('that come only from faults are those of the provider and of the service itself', () => {
    const otherCodes = Object.keys(errorStatus).filter((code) => !(code in producers))
    expect(otherCodes).toEqual(['internal_error', 'provider_error', 'provider_unavailable', 'provider_timeout'])
  })
})
