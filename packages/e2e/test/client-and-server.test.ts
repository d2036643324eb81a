import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type ApiError, createClient, decode, isApiError, parse, type RequestDescription } from '@cedi/client'
import { items, pages, send } from '@cedi/client/fetch'
import { nextPage } from '@cedi/client/response'
import { createMockServer, type Listening, type MockServer } from '@cedi/mock-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let mock: MockServer
let server: Listening
beforeAll(async () => {
  mock = createMockServer({ clock: 'manual' })
  server = await mock.listen(0)
})
afterAll(() => server.close())

/** Creates a client of a separate merchant. */
const merchant = (name: string) => createClient({ baseUrl: server.url, apiKey: `sk_test_${name}` })
const mobileMoney = { method: 'mobile_money', phone: '0244123789' } as const

describe('a request description of the client', () => {
  it('has the same response in process and over HTTP', async () => {
    const cedi = merchant('same')
    const request = cedi.products.create({ name: 'Kente tote', price: 120 }, { simulate: true })
    const direct = await mock.handle(request)
    const iteratedNames = await fetch(request.url, request)
    expect(iteratedNames.status).toBe(direct.status)
    expect(await iteratedNames.text()).toBe(direct.body)
  })

  it('succeeds for each of the ten operations', async () => {
    const cedi = merchant('ten')
    const product = await send(
      cedi.products.create({ name: 'Shea butter', type: 'physical', price: '45.50', stock: 3 }),
    )
    expect(await send(cedi.products.read(product.id))).toEqual(product)
    expect(await send(cedi.products.list({ limit: '20' }))).toEqual([product])
    const payment = await send(cedi.payments.create({ product_id: product.id, ...mobileMoney }))
    expect(payment).toMatchObject({ status: 'pending', amount: 45.5, fee: 0, net: 0 })
    await mock.clock.advance('PT5S')
    const paidPayment = await send(cedi.payments.read(payment.ref))
    expect(paidPayment).toMatchObject({ status: 'succeeded', fee: 2.09, net: 43.41 })
    const order = await send(cedi.orders.read(paidPayment.order_ref ?? ''))
    expect(order).toMatchObject({ status: 'paid', total: 45.5, payment_ref: payment.ref })
    expect(await send(cedi.orders.list())).toEqual([order])
    expect(await send(cedi.balance.read())).toMatchObject({ available: 43.41, pending: 0, reserved: 0 })
    const refund = await send(cedi.refunds.create({ payment_ref: payment.ref, amount: 20 }))
    expect(refund).toMatchObject({ status: 'pending', amount: 20 })
    const intent = await send(cedi.checkoutIntents.create({ amount: 10 }))
    expect(intent).toMatchObject({ status: 'open', amount: 10 })
    expect(await mock.control('GET', 'ledger/verify?merchant=test-ten')).toMatchObject({ ok: true })
  })

  it('verifies a license without a key', async () => {
    const cedi = createClient({ baseUrl: server.url })
    expect(await send(cedi.licenses.verify('CEDI-00000-00000-00000-00000'))).toMatchObject({
      valid: false,
      status: null,
    })
  })
})

describe('an error', () => {
  const captureError = async (request: RequestDescription<unknown>): Promise<ApiError> => {
    const error = await send(request).catch((reason: unknown) => reason)
    if (!isApiError(error)) throw new Error(`${request.url} did not fail with an ApiError: ${String(error)}`)
    return error
  }

  it('names the missing scope of every operation', async () => {
    const cedi = createClient({ baseUrl: server.url, apiKey: 'sk_test_none' })
    const requiredScopes: [RequestDescription<unknown>, string][] = [
      [cedi.payments.create({ amount: 5, ...mobileMoney }), 'payments:write'],
      [cedi.payments.read('pay_1'), 'payments:read'],
      [cedi.checkoutIntents.create({ amount: 5 }), 'payments:write'],
      [cedi.balance.read(), 'balance:read'],
      [cedi.refunds.create({ payment_ref: 'pay_1' }), 'refunds:write'],
      [cedi.products.list(), 'products:read'],
      [cedi.products.create({ name: 'A', price: 5 }), 'products:write'],
      [cedi.products.read('prd_1'), 'products:read'],
      [cedi.orders.list(), 'orders:read'],
      [cedi.orders.read('ord_1'), 'orders:read'],
    ]
    for (const [request, scope] of requiredScopes) {
      const error = await captureError(request)
      expect([error.status, error.code, error.requiredScope]).toEqual([403, 'insufficient_scope', scope])
      expect(error.message).toContain(scope)
    }
  })

  it('names the invalid field', async () => {
    const error = await captureError(merchant('field').payments.create({ amount: '12.345', ...mobileMoney }))
    expect([error.status, error.code, error.field]).toEqual([422, 'invalid_amount', 'amount'])
  })

  it('never contains the key', async () => {
    const error = await captureError(createClient({ baseUrl: server.url, apiKey: 'sk_live_not_known' }).balance.read())
    expect(error.code).toBe('invalid_api_key')
    expect(`${error.stack} ${JSON.stringify(error)} ${error.message}`).not.toContain('sk_live_not_known')
  })
})

describe('a list', () => {
  it('contains each product once, newest first, when it is read page by page', async () => {
    const cedi = merchant('pages')
    const names = Array.from({ length: 45 }, (_, index) => `Product ${index}`)
    for (const name of names) await send(cedi.products.create({ name, price: 5 }))
    const pagedNames: string[] = []
    for (
      let request: ReturnType<typeof cedi.products.list> | undefined = cedi.products.list({ limit: '20' });
      request;
    ) {
      const response: Response = await fetch(request.url, request)
      const result = await parse(request, response)
      if (!result.success) throw result.error
      pagedNames.push(...result.data.map((product) => product.name))
      request = nextPage(request, response)
    }
    expect(pagedNames).toEqual(names.toReversed())

    const iteratedNames: string[] = []
    for await (const page of pages(cedi.products.list({ limit: '7' })))
      iteratedNames.push(...page.map((product) => product.name))
    expect(iteratedNames).toEqual(pagedNames)
  })
})

describe('a list that grows while it is read', () => {
  it('contains each record that existed at the start exactly once', async () => {
    const cedi = merchant('grows')
    const create = (name: string) => send(cedi.products.create({ name, price: 1 }))
    const before: string[] = []
    for (let index = 0; index < 23; index++) before.push((await create(`old ${index}`)).id)
    const read: string[] = []
    for await (const product of items(cedi.products.list({ limit: '4' }))) {
      read.push(product.id)
      // Two records are created between any two pages. They precede the unread records.
      if (read.length % 2 === 0) await create(`new ${read.length}`)
    }
    expect(new Set(read).size).toBe(read.length)
    expect(read).toEqual(before.toReversed())
  })
})

describe('a dropped response', () => {
  it('to a write can be retried with the same key, and the buyer pays once', async () => {
    const cedi = merchant('lost')
    mock.faults.add({ match: { method: 'POST', path: '/api/v1/payments' }, fault: { drop: 'after_commit' }, times: 1 })
    const request = cedi.payments.create({ amount: 30, ...mobileMoney }, { idempotencyKey: 'basket-7' })
    await expect(send(request)).rejects.toMatchObject({ code: 'network' })
    const payment = await send(request)
    await mock.clock.advance('PT5S')
    expect(await send(cedi.payments.read(payment.ref))).toMatchObject({ status: 'succeeded', amount: 30 })
    expect(await send(cedi.balance.read())).toMatchObject({ available: 28.45 })
  })

  it('to a read is retried automatically up to the limit', async () => {
    const cedi = merchant('again')
    mock.faults.add({ match: { path: '/api/v1/balance' }, fault: { status: 503 }, times: 1 })
    expect(await send(cedi.balance.read())).toMatchObject({ available: 0 })
    mock.faults.add({ match: { path: '/api/v1/balance' }, fault: { status: 503 } })
    await expect(send(cedi.balance.read(), { retries: 1 })).rejects.toMatchObject({
      status: 503,
      code: 'provider_unavailable',
    })
    mock.faults.remove()
  })

  it('to a write is never retried automatically', async () => {
    const cedi = merchant('never')
    const before = mock.requests.list(1000).length
    mock.faults.add({ match: { method: 'POST' }, fault: { status: 500 }, times: 1 })
    await expect(send(cedi.payments.create({ amount: 5, ...mobileMoney }))).rejects.toMatchObject({ status: 500 })
    expect(mock.requests.list(1000).length).toBe(before + 1)
  })
})

describe('a response that is not from the service', () => {
  it('results in invalid_response if it is the HTML page of a proxy', async () => {
    const proxy = createServer((_, response) =>
      response.writeHead(502, { 'Content-Type': 'text/html' }).end('<h1>Bad gateway</h1>'),
    )
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
    const { port } = proxy.address() as AddressInfo
    const cedi = createClient({ baseUrl: `http://127.0.0.1:${port}`, apiKey: 'sk_test_all' })
    await expect(send(cedi.balance.read(), { retries: 0 })).rejects.toMatchObject({
      status: 502,
      code: 'invalid_response',
    })
    proxy.closeAllConnections()
    proxy.close()
  })

  it('results in invalid_response if its body is truncated', async () => {
    const request = merchant('half').balance.read()
    mock.faults.add({ match: { path: '/api/v1/balance' }, fault: { truncate: true }, times: 1 })
    const { status, body } = await mock.handle(request)
    const result = decode(request, status, body)
    expect(!result.success && result.error.code).toBe('invalid_response')
  })
})
