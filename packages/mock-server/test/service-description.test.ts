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

  it('creates a payment and reads it back', async () => {
    const service = createService()
    const created = await service.post('/api/v1/payments', wallet)
    const read = await service.get(`/api/v1/payments/${created.data.ref}`)
    expect(read.data).toEqual(created.data)
    expect([created.status, read.status]).toEqual([201, 200])
  })

  it('creates a popup checkout intent, and has no way to read one', async () => {
    const service = createService()
    const { status, data } = await service.post('/api/v1/checkout/intent', { amount: 45.5 })
    expect([status, data.status, data.amount]).toEqual([201, 'open', 45.5])
    expect((await service.get(`/api/v1/checkout/intent/${data.id}`)).status).toBe(404)
    expect((await service.get('/api/v1/checkout/intent')).status).toBe(405)
  })

  it('reads the available balance', async () => {
    const service = createService()
    await createPaid(service, 100)
    const { data } = await service.get('/api/v1/balance')
    expect(data).toMatchObject({ currency: 'GHS', available: 96, pending: 0, reserved: 0 })
  })

  it('creates, lists and reads products', async () => {
    const service = createService({ seed: 'empty' })
    const { data } = await service.post('/api/v1/products', { name: 'Kente tote', price: '120.00' })
    expect((await service.get(`/api/v1/products/${data.id}`)).data).toEqual(data)
    expect((await service.get('/api/v1/products')).data).toEqual([data])
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

  it('records sales on an invited site and on its storefront in one ledger', async () => {
    const service = createService()
    const before = (await service.get('/api/v1/products')).data.length
    await service.post('/api/v1/products', { name: 'Batik', price: 30 })
    expect((await service.get('/api/v1/products')).data).toHaveLength(before + 1)
    expect(JSON.parse(service.ledger()).merchants.demo.tables.merchants[0].handle).toBe('ama')
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

  it('checks licenses without a key', async () => {
    const service = createService()
    const { status, data } = await service.get('/api/licenses/verify?key=CEDI-NOBODY', null)
    expect([status, data.valid]).toEqual([200, false])
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
  it.each([
    [1, 0.54],
    [3, 0.61],
    [10, 0.85],
    [14.43, 1.01],
    [15, 1.03],
    [45.5, 2.09],
    [100, 4],
    [9999.99, 350.5],
  ])('take a fee of 3.5 %% plus GH₵0.50 of a buyer payment: GH₵%d costs GH₵%d', async (amount, fee) => {
    const data = await createPaid(createService(), amount)
    expect([data.fee, data.net]).toEqual([fee, Math.round((amount - fee) * 100) / 100])
  })

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

  it('take no monthly fee', async () => {
    const service = createService()
    await createPaid(service, 100)
    await service.advance('P400D')
    expect((await service.get('/api/v1/balance')).data.available).toBe(96)
  })

  it('take no fee from a payout', async () => {
    const service = createService()
    await createPaid(service, 100)
    const { data } = await service.control('POST', 'payouts', { amount: 96, phone: '0244123789' })
    await service.advance('PT2S')
    expect((await service.control('GET', 'payouts')).data).toMatchObject([
      { ref: data.ref, status: 'paid', amount: 96 },
    ])
    expect((await service.get('/api/v1/balance')).data).toMatchObject({ available: 0, reserved: 0 })
    const accounts = (await service.control('GET', 'ledger/accounts')).data
    expect(accounts.find((row: { account: string }) => row.account === 'fees:income').balance).toBe(4)
  })

  it('make mobile money available for payouts the same day', async () => {
    const service = createService({ startMs: Date.UTC(2026, 0, 5, 9) })
    await createPaid(service, 100)
    const { data } = await service.get('/api/v1/balance')
    expect([data.available, data.as_of.slice(0, 10)]).toEqual([96, '2026-01-05'])
  })
})

describe('requests', () => {
  it('X-Service-Simulate: true on POST /api/v1/products returns a body and creates no product', async () => {
    const service = createService({ seed: 'empty' })
    const body = { name: 'Kente tote', price: 120 }
    const { status, data } = await service.post('/api/v1/products', body, { headers: { 'X-Service-Simulate': 'true' } })
    expect([status, data.name]).toEqual([201, 'Kente tote'])
    expect((await service.get('/api/v1/products')).data).toEqual([])
    expect((await service.get(`/api/v1/products/${data.id}`)).status).toBe(404)
  })

  it('take limit as a string that holds a number', async () => {
    const service = createService()
    expect((await service.get('/api/v1/products?limit=3')).data).toHaveLength(3)
  })

  it('carry the version in the path', async () => {
    const service = createService()
    expect((await service.get('/api/products')).status).toBe(404)
    expect((await service.get('/api/v1/products')).status).toBe(200)
  })

  it('give amounts in GH₵, as numbers with at most two decimals', async () => {
    const service = createService()
    expect((await service.post('/api/v1/payments', { ...wallet, amount: '45.50' })).data.amount).toBe(45.5)
  })

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
