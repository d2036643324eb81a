import { createMockServer } from '@cedi/mock-server'
import { createSandbox } from '@cedi/sandbox'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createInvalidBody, createValidBody, type ExistingRecords } from '../src/api/bodies.js'
import { Caller } from '../src/api/caller.js'

/** Multiplier of the number of runs; `npm run api --workspace @cedi/e2e` sets 100. */
const multiplier = Number(process.env['API_TIMES'] ?? 1)
const numRuns = (share: number): number => Math.round(share * multiplier)

const posts = {
  '/api/v1/payments': 'PaymentInput',
  '/api/v1/checkout/intent': 'CheckoutIntentInput',
  '/api/v1/refunds': 'RefundInput',
  '/api/v1/products': 'ProductInput',
} as const
const paths = Object.keys(posts) as (keyof typeof posts)[]

/** Errors of well-formed requests that the state of the records prevents. */
const stateErrors = [
  'not_found',
  'invalid_state',
  'out_of_stock',
  'insufficient_balance',
  'refund_exceeds_payment',
  'payment_not_refundable',
  'amount_too_large',
]

describe.each([
  ['mock server', createMockServer],
  ['sandbox', createSandbox],
] as const)('the API of the %s, with requests generated from its OpenAPI document', (name, create) => {
  const start = async () => {
    const server = create({ clock: 'manual' })
    const caller = new Caller(server, `sk_test_api_${name.split(' ')[0]}`)
    const product = await caller.call('POST', '/api/v1/products', { name: 'Tote', price: 120 })
    const payment = await caller.call('POST', '/api/v1/payments', {
      amount: 5_000,
      method: 'mobile_money',
      phone: '0244123789',
    })
    await server.clock.advance(10_000)
    const existingRecords: ExistingRecords = { products: [product.data.id], payments: [payment.data.ref] }
    return { server, caller, known: existingRecords }
  }

  it('accepts a well-formed request or names the record that prevents it', async () => {
    const { server, caller, known } = await start()
    const body = fc.oneof(
      ...paths.map((path) => createValidBody(posts[path], known).map((body) => [path, body] as const)),
    )
    await fc.assert(
      fc.asyncProperty(body, async ([path, body]) => {
        const response = await caller.call('POST', path, body)
        if (response.status !== 201)
          expect(stateErrors, `${path} ${JSON.stringify(body)} ${JSON.stringify(response.error)}`).toContain(
            response.error?.code,
          )
        await server.clock.advance(1)
      }),
      { numRuns: numRuns(2_500) },
    )
  })

  it('rejects a request with one invalid field and names the field', async () => {
    const { caller, known } = await start()
    const invalidBody = fc.oneof(
      ...paths.map((path) => createInvalidBody(posts[path], known).map((item) => [path, item] as const)),
    )
    await fc.assert(
      fc.asyncProperty(invalidBody, async ([path, { body, field, reason }]) => {
        const { status, error } = await caller.call('POST', path, body)
        const description = `${path} ${reason} in ${field}: ${JSON.stringify(body)} ${JSON.stringify(error)}`
        expect(status, description).toBe(422)
        expect(error?.field, description).toBe(field)
      }),
      { numRuns: numRuns(5_000) },
    )
  })

  it('responds to any other request with an envelope and never with status 500', async () => {
    const { caller } = await start()
    const text = fc.string({ unit: 'binary', maxLength: 30 })
    const segment = text.map(encodeURIComponent)
    const request = fc.record({
      method: fc.constantFrom('GET', 'POST'),
      path: fc.oneof(
        fc.constantFrom('/api/v1/products', '/api/v1/orders', '/api/v1/balance', ...paths),
        segment.map((end) => `/api/v1/payments/${end}`),
        segment.map((end) => `/api/v1/${end}`),
      ),
      query: fc.webQueryParameters({ size: 'small' }),
      body: fc.oneof(fc.json({ maxDepth: 3 }), text),
      type: fc.constantFrom(
        'application/json',
        'application/json; charset=utf-8',
        'text/plain',
        'application/x-www-form-urlencoded',
      ),
    })
    await fc.assert(
      fc.asyncProperty(request, async ({ method, path, query, body, type }) => {
        const target = new URL(`http://cedi.test${path}?${query}`)
        // A path with dots is shortened by URL parsing, and may then leave the API.
        fc.pre(target.pathname.startsWith('/api/v1/') && !target.pathname.startsWith('/api/v1/openapi.json'))
        await caller.call(
          method,
          target.pathname + target.search,
          method === 'POST' ? body : undefined,
          method === 'POST' ? { 'content-type': type } : {},
        )
      }),
      { numRuns: numRuns(1_500) },
    )
  })

  it('keeps balances consistent over random creates, reads, lists, payments and refunds', async () => {
    const { server, caller } = await start()
    const steps = fc.array(fc.constantFrom('product', 'pay', 'decline', 'refund', 'time') as fc.Arbitrary<string>, {
      minLength: 4,
      maxLength: 14,
    })
    let walkCount = 0
    await fc.assert(
      fc.asyncProperty(steps, async (names) => {
        const walker = new Caller(server, `sk_test_walk_${name.split(' ')[0]}_${walkCount++}`)
        const products: string[] = []
        const payments: string[] = []
        let refundCount = 0
        for (const step of names) {
          if (step === 'product') {
            const { data } = await walker.call('POST', '/api/v1/products', {
              name: `Tote ${products.length}`,
              price: '14.43',
            })
            products.push(data.id)
            expect((await walker.call('GET', `/api/v1/products/${data.id}`)).data).toEqual(data)
            expect((await walker.call('GET', '/api/v1/products?limit=1')).data[0].id).toBe(data.id)
          } else if (step === 'time') await server.clock.advance('PT1M')
          else if (step === 'refund') {
            const ref = payments.at(-1)
            if (ref === undefined) continue
            const { status, data, error } = await walker.call('POST', '/api/v1/refunds', {
              payment_ref: ref,
              amount: 1,
            })
            if (status === 201) refundCount += data.amount * 100
            else
              expect(['payment_not_refundable', 'insufficient_balance', 'refund_exceeds_payment']).toContain(
                error?.code,
              )
          } else {
            const product_id = products.at(-1)
            const phone = step === 'pay' ? '0244123789' : '0244123039'
            const price = product_id === undefined ? { amount: '14.43' } : { product_id }
            const { data } = await walker.call('POST', '/api/v1/payments', { ...price, method: 'mobile_money', phone })
            payments.push(data.ref)
            expect((await walker.call('GET', `/api/v1/payments/${data.ref}`)).data.ref).toBe(data.ref)
            if (data.order_ref === null) continue
            expect((await walker.call('GET', `/api/v1/orders/${data.order_ref}`)).data.payment_ref).toBe(data.ref)
            expect((await walker.call('GET', '/api/v1/orders?limit=1')).data[0].ref).toBe(data.order_ref)
          }
        }
        await server.clock.advance('PT1H')
        let net = 0
        for (const ref of payments) {
          const { data } = await walker.call('GET', `/api/v1/payments/${ref}`)
          expect(data.status).not.toBe('pending')
          if (data.status === 'succeeded') net += Math.round(data.net * 100)
        }
        const { data: balance } = await walker.call('GET', '/api/v1/balance')
        const pesewas = (amount: number): number => Math.round(amount * 100)
        expect(pesewas(balance.available) + pesewas(balance.pending) + pesewas(balance.reserved)).toBe(net)
        expect(pesewas(balance.reserved)).toBe(Math.round(refundCount))
        // A list read page by page equals the whole list.
        const allIds = (await walker.call('GET', '/api/v1/products?limit=100')).data.map(({ id }: { id: string }) => id)
        expect(allIds).toEqual([...products].reverse())
      }),
      { numRuns: numRuns(60) },
    )
    expect(caller.requestCount).toBeGreaterThan(0)
  })
})
