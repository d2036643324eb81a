import { describe, expect, it } from 'vitest'
import { createPaid, createService, wallet, writePaths } from './service.js'

describe('what the service does', () => {
  it('collects by three mobile money networks and two card networks', async () => {
    const service = createService()
    const networks: string[] = []
    for (const phone of ['0244123789', '0204123789', '0274123789'])
      networks.push((await service.post('/api/v1/payments', { ...wallet, phone })).data.network)
    for (const number of ['4242424242424242', '5555555555554444'])
      networks.push(
        (
          await service.post('/api/v1/payments', {
            amount: 5,
            method: 'card',
            card: { number, expiry_month: 1, expiry_year: 2030, cvc: '123' },
          })
        ).data.network,
      )
    expect(networks).toEqual(['mtn', 'telecel', 'airteltigo', 'visa', 'mastercard'])
  })

  it('collects Ghana cedis only', async () => {
    const service = createService()
    expect((await service.post('/api/v1/payments', wallet)).data.currency).toBe('GHS')
    const { status, error } = await service.post('/api/v1/payments', { ...wallet, currency: 'USD' })
    expect([status, error.code, error.field]).toEqual([422, 'unsupported_currency', 'currency'])
  })

  it('creates a popup checkout intent, and has no way to read one', async () => {
    const service = createService()
    const { status, data } = await service.post('/api/v1/checkout/intent', { amount: 45.5 })
    expect([status, data.status, data.amount]).toEqual([201, 'open', 45.5])
    expect((await service.get(`/api/v1/checkout/intent/${data.id}`)).status).toBe(404)
    expect((await service.get('/api/v1/checkout/intent')).status).toBe(405)
  })

  it('lists and reads orders, which payments for products create', async () => {
    const service = createService()
    const [product] = (await service.get('/api/v1/products?limit=1')).data
    const { phone, method } = wallet
    const payment = (await service.post('/api/v1/payments', { product_id: product.id, phone, method })).data
    const order = (await service.get(`/api/v1/orders/${payment.order_ref}`)).data
    expect(order).toMatchObject({ payment_ref: payment.ref, total: product.price, status: 'pending' })
    expect((await service.get('/api/v1/orders')).data).toEqual([order])
    expect((await service.post('/api/v1/orders', {})).status).toBe(405)
  })

  it('makes a refund request a manual payout that an operator marks, and no reversal at the provider', async () => {
    const service = createService()
    const payment = await createPaid(service, 100)
    const { status, data } = await service.post('/api/v1/refunds', { payment_ref: payment.ref, amount: 40 })
    expect([status, data.status, data.resolved_at]).toEqual([201, 'pending', null])
    await service.advance('P30D')
    const read = async () => (await service.get(`/api/v1/payments/${payment.ref}`)).data
    expect(await read()).toMatchObject({ status: 'succeeded', refunded_amount: 0 })
    const paidBack = await service.control('POST', `refunds/${data.ref}/pay`, { note: 'By hand.' })
    expect(paidBack.data).toMatchObject({ status: 'paid', note: 'By hand.' })
    expect(await read()).toMatchObject({ status: 'succeeded', refunded_amount: 40 })
    const entries = (await service.control('GET', 'ledger/entries')).data
    const refund = entries.find((entry: { kind: string }) => entry.kind === 'refund_paid')
    // The operator pays from the bank account. Nothing goes back through the provider.
    expect(refund.postings).toEqual([{ debit: 'merchant:refunds_payable', credit: 'bank:operating', amount: 40 }])
  })

  it('has no customers', async () => {
    const service = createService()
    for (const method of ['GET', 'POST', 'PUT', 'DELETE'])
      for (const path of ['/api/v1/customers', '/api/v1/customers/cus_1'])
        expect((await service.send(method, path)).error.code).toBe('not_found')
  })

  it('describes itself as OpenAPI 3.1.0 with nine paths, raw and without a key', async () => {
    const service = createService()
    const { status, data } = await service.get('/api/v1/openapi.json', null)
    expect([status, data.openapi, Object.keys(data.paths).length]).toEqual([200, '3.1.0', 9])
    expect(Object.keys(data.paths)).toEqual([
      '/api/v1/payments',
      '/api/v1/payments/{ref}',
      '/api/v1/checkout/intent',
      '/api/v1/balance',
      '/api/v1/refunds',
      '/api/v1/products',
      '/api/v1/products/{id}',
      '/api/v1/orders',
      '/api/v1/orders/{ref}',
    ])
    expect((await service.send('POST', '/api/v1/openapi.json')).headers['Allow']).toBe('GET')
  })
})

describe('the envelope', () => {
  it('has success and data on success, error only on failure, and nothing else', async () => {
    const service = createService()
    expect(Object.keys(JSON.parse((await service.get('/api/v1/balance')).text))).toEqual(['success', 'data'])
    const failed = JSON.parse((await service.get('/api/v1/balance', null)).text)
    expect(Object.keys(failed)).toEqual(['success', 'data', 'error'])
    expect([failed.success, failed.data]).toEqual([false, null])
  })

  it('is used by every response, also outside the nine paths', async () => {
    const service = createService()
    for (const path of ['/api', '/api/v2/products', '/__mock/nothing', '/API/V1/products'])
      expect((await service.get(path)).error.code).toBe('not_found')
  })

  it('gives a list as an array, which may be empty', async () => {
    const service = createService({ seed: 'empty' })
    for (const path of ['/api/v1/products', '/api/v1/orders'])
      expect(await service.get(path)).toMatchObject({ status: 200, data: [] })
  })
})

describe('limits', () => {
  it.each(['pending', 'fail', 'expire', 'late_money'])(
    'take no fee of a payment that is not paid: %s',
    async (outcome) => {
      const service = createService()
      await service.control('POST', 'outcomes', { outcome })
      const { data } = await service.post('/api/v1/payments', wallet)
      await service.mock.clock.advance('PT1H')
      const read = (await service.get(`/api/v1/payments/${data.ref}`)).data
      for (const { status, fee, net } of [data, read]) {
        expect(status).not.toBe('succeeded')
        expect([fee, net]).toEqual([0, 0])
      }
    },
  )
})

describe('requests', () => {
  it('requests need no Accept header, and the response is JSON for any Accept header', async () => {
    const service = createService()
    for (const Accept of ['', '*/*', 'text/html']) {
      const { status } = await service.send('GET', '/api/v1/balance', { headers: { Accept } })
      expect(status).toBe(200)
    }
  })

  it('write only by the four operations that do', async () => {
    const service = createService()
    await service.get('/api/v1/openapi.json', null)
    const before = service.ledger()
    for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'constructor', '__proto__'])
      for (const path of [...writePaths, '/api/v1/balance', '/api/v1/orders', '/api/v1/orders/x', '/api/v1/products/x'])
        expect((await service.send(method, path, { body: {} })).error.code).toBe('method_not_allowed')
    await service.get('/api/v1/balance')
    expect(service.ledger()).toBe(before)
  })
})
