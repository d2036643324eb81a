import { operations, scopes } from '@cedi/contract'
import { describe, expect, it } from 'vitest'
import { card, createPaid, createPersistentMemory, createService, goodBodies, wallet } from './service.js'

const fillPath = (path: string, ids: { payment: string; product: string; order: string }) =>
  path.includes('/payments/')
    ? path.replace('{ref}', ids.payment)
    : path.includes('/orders/')
      ? path.replace('{ref}', ids.order)
      : path.replace('{id}', ids.product)

describe('a request without a key', () => {
  it.each(operations.map((row) => [`${row.method} ${row.path}`, row] as const))('to %s is 401', async (_, row) => {
    const service = createService()
    const { status, error, headers } = await service.send(row.method, row.path.replace(/\{\w+\}/, 'x'), {
      key: null,
      ...(row.method === 'POST' ? { body: {} } : {}),
    })
    expect([status, error.code, error.field]).toEqual([401, 'missing_api_key', 'Authorization'])
    expect(headers['WWW-Authenticate']).toBe('Bearer')
  })

  it.each([
    '',
    ' ',
    'Bearer',
    'Bearer ',
    'Bearer\t',
    'sk_test_all',
    'Basic c2tfdGVzdF9hbGw6',
    'Bearersk_test_all',
    'Token sk_test_all',
    'Bearer:sk_test_all',
  ])('includes one with the header %j', async (Authorization) => {
    const { status, error } = await createService().send('GET', '/api/v1/balance', {
      key: null,
      headers: { Authorization },
    })
    expect([status, error.code]).toEqual([401, 'missing_api_key'])
  })
})

describe('a key that was never issued', () => {
  it.each([
    'Bearer sk_live_1',
    'Bearer x',
    'Bearer sk_test_',
    'Bearer sk_test_all sk_test_all',
    'Bearer sk_test_all,',
    'Bearer SK_TEST_ALL',
    'Bearer "sk_test_all"',
    'Bearer sk_test_-x',
    'Bearer sk_test___proto__',
    'Bearer __proto__',
    'Bearer constructor',
    'Bearer sk_test_ä',
    'Bearer sk_test_a/b',
    'Bearer sk_test_a%20b',
    `Bearer sk_test_${'a'.repeat(65)}`,
    `Bearer ${'x'.repeat(100_000)}`,
    'Bearer sk_issued_0000000000000000000000000000000000000000',
    `Bearer ${' '.repeat(50_000)}x y`,
  ])('is rejected with 401: %s', async (Authorization) => {
    const service = createService()
    const { status, error, headers } = await service.send('GET', '/api/v1/balance', {
      key: null,
      headers: { Authorization },
    })
    expect([status, error.code]).toEqual([401, 'invalid_api_key'])
    expect(headers['WWW-Authenticate']).toBe('Bearer error="invalid_token"')
    expect(JSON.stringify(service.mock.requests.list())).not.toContain('sk_')
  })

  it('gets the same response as a key that was revoked', async () => {
    const service = createService()
    const { key, id } = (await service.control('POST', 'keys', { scopes: ['balance:read'] })).data
    await service.control('DELETE', `keys/${id}`)
    const [revokedKey, unknown] = [
      await service.get('/api/v1/balance', key),
      await service.get('/api/v1/balance', 'sk_no'),
    ]
    expect({ ...revokedKey.error, request_id: '' }).toEqual({ ...unknown.error, request_id: '' })
  })
})

describe('the header Authorization', () => {
  it.each([
    ', Bearer sk_test_all',
    'Bearer sk_test_all, Bearer sk_test_all',
    'Basic YTpi, Bearer sk_test_all',
    'Bearer sk_test_all\0',
    'Bearer sk_test_all\r\nX: y',
    'Bearer sk_test_₵',
  ])('is rejected if it is repeated or cannot be sent: %j', async (Authorization) => {
    const service = createService()
    const { status, error } = await service.send('GET', '/api/v1/balance', { key: null, headers: { Authorization } })
    expect([status, error.code, error.field]).toEqual([400, 'invalid_header', 'Authorization'])
    expect(JSON.stringify(service.mock.requests.list())).not.toContain('sk_')
  })

  it.each(['Bearer sk_test_all', 'bearer sk_test_all', 'BEARER   sk_test_all', 'Bearer sk_test_all '])(
    'may be written %j',
    async (Authorization) => {
      const { status } = await createService().send('GET', '/api/v1/balance', { key: null, headers: { Authorization } })
      expect(status).toBe(200)
    },
  )
  it('may have its name in any case', async () => {
    const service = createService()
    for (const name of ['authorization', 'AUTHORIZATION'])
      expect(
        (await service.send('GET', '/api/v1/balance', { key: null, headers: { [name]: 'Bearer sk_test_all' } })).status,
      ).toBe(200)
  })
})

describe('scopes', () => {
  it.each(operations.map((row) => [row.id, row] as const))(
    'let %s through with exactly the right one',
    async (_, row) => {
      const service = createService()
      const bodies = await goodBodies(service)
      const [product] = (await service.get('/api/v1/products?limit=1')).data
      const { data: payment } = await service.post('/api/v1/payments', {
        method: wallet.method,
        phone: wallet.phone,
        product_id: product.id,
      })
      const path = fillPath(row.path, { payment: payment.ref, product: product.id, order: payment.order_ref })
      const options = row.method === 'POST' ? { body: bodies[row.path] } : {}
      for (const scope of scopes) {
        const issuedKey = (await service.control('POST', 'keys', { scopes: [scope] })).data.key
        for (const key of [issuedKey, `sk_test_${scope.replace(':', '_')}`]) {
          const before = service.ledger()
          const { status, error, headers } = await service.send(row.method, path, { ...options, key })
          if (scope === row.scope) {
            expect(status).toBe(row.method === 'POST' ? 201 : 200)
            continue
          }
          expect([status, error.code]).toEqual([403, 'insufficient_scope'])
          expect(error.message).toContain(row.scope)
          expect(headers['WWW-Authenticate']).toContain(`scope="${row.scope}"`)
          // Only the time at which the key was last used may change.
          const withoutLastUse = (text: string) => text.replace(/"last_used_ms":(?:null|\d+)/g, '')
          expect(withoutLastUse(service.ledger())).toBe(withoutLastUse(before))
        }
      }
      const otherKey = (
        await service.control('POST', 'keys', { scopes: scopes.filter((scope) => scope !== row.scope) })
      ).data.key
      for (const key of [otherKey, 'sk_test_none'])
        expect((await service.send(row.method, path, { ...options, key })).error.code).toBe('insufficient_scope')
    },
  )

  it('of sk_test_all are all, of sk_test_none none, of sk_test_readonly the read scopes', async () => {
    const service = createService()
    expect((await service.get('/api/v1/orders', 'sk_test_readonly')).status).toBe(200)
    expect((await service.post('/api/v1/payments', wallet, { key: 'sk_test_readonly' })).status).toBe(403)
    expect((await service.get('/api/v1/orders', 'sk_test_none')).status).toBe(403)
  })

  it('scopes are checked before the body is read', async () => {
    const { error } = await createService().post('/api/v1/payments', '{', { key: 'sk_test_none' })
    expect(error.code).toBe('insufficient_scope')
  })
})

describe('a key that was issued', () => {
  it('a key is shown once, and only its hash is stored', async () => {
    const service = createService()
    const { data } = await service.control('POST', 'keys', { scopes: [...scopes], label: 'Shop' })
    expect(data.key).toMatch(/^sk_issued_[0-9a-f]{40}$/)
    await service.post('/api/v1/payments', card(), { key: data.key, headers: { 'Idempotency-Key': 'a' } })
    await service.post('/api/v1/products', { name: data.key, price: 5 }, { key: data.key }).catch(() => undefined)
    const keys = await service.control('GET', 'keys')
    expect(keys.data).toMatchObject([{ id: data.id, label: 'Shop', revoked_at: null }])
    expect(keys.data[0].last_used_at).not.toBeNull()
    const snapshot = JSON.stringify(service.mock.snapshot()).replaceAll(`"name":"${data.key}"`, '')
    for (const text of [snapshot, keys.text, JSON.stringify(service.mock.requests.list())])
      expect(text.includes(data.key)).toBe(false)
  })

  it('belongs to the merchant that it was issued for', async () => {
    const service = createService()
    const { key } = (await service.control('POST', 'keys?merchant=test-kofi', { scopes: [...scopes] })).data
    await createPaid(service, 50, 'sk_test_kofi')
    expect((await service.get('/api/v1/balance', key)).data.available).toBe(47.75)
    expect((await service.get('/api/v1/balance')).data.available).toBe(0)
  })

  it('is rejected after its revocation', async () => {
    const service = createService()
    const { key, id } = (await service.control('POST', 'keys', { scopes: ['payments:write'] })).data
    const payment = { key, headers: { 'Idempotency-Key': 'k' } }
    expect((await service.post('/api/v1/payments', wallet, payment)).status).toBe(201)
    expect((await service.control('DELETE', `keys/${id}`)).data).toEqual({ id, revoked: true })
    // Its own Idempotency-Key does not return the stored response either.
    expect((await service.post('/api/v1/payments', wallet, payment)).error.code).toBe('invalid_api_key')
    expect((await service.control('DELETE', `keys/${id}`)).data.revoked).toBe(true)
  })

  it('does not work again after a reset, although a new key has the same number', async () => {
    const service = createService({ clock: 'real', secret: 'of this server' })
    const issue = async () => (await service.control('POST', 'keys', { scopes: ['balance:read'] })).data
    const old = await issue()
    await service.control('DELETE', `keys/${old.id}`)
    await service.mock.reset()
    // On a real machine time passes before the next key is issued.
    await new Promise((done) => setTimeout(done, 5))
    const { key, id } = await issue()
    expect(id).toBe(old.id)
    expect([
      (await service.get('/api/v1/balance', key)).status,
      (await service.get('/api/v1/balance', old.key)).status,
    ]).toEqual([200, 401])
  })

  it('cannot have a scope that does not exist', async () => {
    const service = createService()
    for (const invalidScopes of [undefined, 'payments:write', ['customers:read'], [1], ['__proto__'], {}])
      expect((await service.control('POST', 'keys', { scopes: invalidScopes })).error.field).toBe('scopes')
    expect((await service.control('POST', 'keys', { scopes: [], label: 'x'.repeat(101) })).error.field).toBe('label')
    expect((await service.control('DELETE', 'keys/key_none')).error.code).toBe('not_found')
  })
})

describe('merchants', () => {
  it('cannot read records of each other with guessed ids', async () => {
    const service = createService()
    const body = { name: 'Secret', price: 9 }
    const product = (await service.post('/api/v1/products', body, { key: 'sk_test_a' })).data
    const payment = (
      await service.post(
        '/api/v1/payments',
        { method: 'mobile_money', phone: wallet.phone, product_id: product.id },
        { key: 'sk_test_a' },
      )
    ).data
    await service.advance('PT2S')
    for (const key of ['sk_test_b', 'sk_test_all', 'sk_test_A']) {
      expect((await service.get(`/api/v1/products/${product.id}`, key)).status).toBe(404)
      expect((await service.get(`/api/v1/payments/${payment.ref}`, key)).status).toBe(404)
      expect((await service.get(`/api/v1/orders/${payment.order_ref}`, key)).status).toBe(404)
      expect((await service.get('/api/v1/orders', key)).data).toEqual([])
      expect((await service.get('/api/v1/balance', key)).data.available).toBe(0)
      expect((await service.get('/api/v1/products?limit=100', key)).text).not.toContain('Secret')
      for (const [path, invalidBody] of [
        ['/api/v1/refunds', { payment_ref: payment.ref }],
        ['/api/v1/payments', { ...wallet, amount: undefined, product_id: product.id }],
        ['/api/v1/checkout/intent', { product_id: product.id }],
      ] as const)
        expect((await service.post(path, invalidBody, { key })).error.code).toBe('not_found')
      const cursor = Buffer.from(product.id).toString('base64url')
      expect((await service.get(`/api/v1/products?cursor=${cursor}`, key)).text).not.toContain('Secret')
    }
    expect((await service.get(`/api/v1/payments/${payment.ref}`, 'sk_test_a')).data.status).toBe('succeeded')
  })
})

it('a key longer than any real key is rejected before it is looked up', async () => {
  const baseStore = createPersistentMemory()
  const lookups: string[] = []
  const store: typeof baseStore = {
    ...baseStore,
    list(table, merchant, query) {
      if (table === 'keys') lookups.push(JSON.stringify(query.where))
      return baseStore.list(table, merchant, query)
    },
  }
  const service = createService({ store })
  expect((await service.get('/api/v1/balance', 'k'.repeat(201))).error.code).toBe('invalid_api_key')
  expect(lookups).toEqual([])
  expect((await service.get('/api/v1/balance', 'k'.repeat(200))).error.code).toBe('invalid_api_key')
  expect(lookups).toHaveLength(1)
})
