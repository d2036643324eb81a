import { describe, expect, it } from 'vitest'
import { createMockServer } from '../src/index.js'
import { card, createPaid, createPersistentMemory, createService, wallet } from './service.js'

describe('reset', () => {
  it('puts everything back to how it was at the start', async () => {
    const service = createService({ rateLimit: { requests: 5, seconds: 60 } })
    await service.get('/api/v1/openapi.json', null)
    const before = JSON.stringify({ ...service.mock.snapshot(), requests: 0 })
    const { mock } = service
    const { faults } = mock
    for (let index = 0; index < 5; index++) await service.post('/api/v1/payments', wallet)
    expect((await service.get('/api/v1/balance')).status).toBe(429)
    await service.advance('P1D')
    faults.add({ fault: { status: 503 } })
    mock.queueOutcome('fail')
    await mock.reset()
    expect(JSON.stringify(mock.snapshot())).toBe(before)
    expect([mock.requests.list(), faults.list(), mock.faults === faults]).toEqual([[], [], true])
    expect((await service.get('/api/v1/balance')).headers['RateLimit']).toBe('"default";r=4;t=60')
    expect((await service.control('POST', 'reset')).data).toEqual({ reset: true })
  })
})

describe('a snapshot', () => {
  it('that is restored gives the same server again, to the byte', async () => {
    const service = createService()
    await createPaid(service)
    const { id } = (await service.post('/api/v1/products', { name: 'x', price: 5, type: 'license', stock: 3 })).data
    await service.post(
      '/api/v1/payments',
      { method: 'card', card: card().card, product_id: id, email: 'a@b' },
      { headers: { 'Idempotency-Key': 'k' } },
    )
    await service.control('POST', 'keys', { scopes: ['orders:read'] })
    service.mock.queueOutcome(['fail', 'pending'])
    const text = JSON.stringify(service.mock.snapshot())
    const other = createService({ seed: 'empty' })
    expect((await other.send('PUT', '/__mock/snapshot', { body: text })).data).toEqual({ restored: true })
    expect(JSON.stringify({ ...other.mock.snapshot(), requests: 0 })).toBe(
      JSON.stringify({ ...service.mock.snapshot(), requests: 0 }),
    )
    for (const one of [service, other]) one.mock.restore(JSON.parse(text))
    const after = async (one: typeof service) => [
      (await one.post('/api/v1/payments', wallet)).text,
      (await one.advance('P2D')).length,
      (await one.get('/api/v1/balance')).text,
      (
        await one.post(
          '/api/v1/payments',
          { method: 'card', card: card().card, product_id: id, email: 'a@b' },
          { headers: { 'Idempotency-Key': 'k' } },
        )
      ).text,
      JSON.stringify(one.mock.snapshot()),
      (await one.control('GET', 'ledger/verify')).text,
    ]
    expect(await after(other)).toEqual(await after(service))
  })

  it('of a server before its first request still applies its seed', async () => {
    const mock = createMockServer()
    const emptySnapshot = mock.snapshot()
    const service = createService()
    service.mock.restore(emptySnapshot)
    expect((await service.get('/api/v1/products')).data).toHaveLength(5)
  })

  it('restored on a durable store changes records, clock and request numbers at one moment, for every server', async () => {
    const baseStore = createPersistentMemory()
    let requests: (() => Promise<unknown>)[] = []
    const store = {
      ...baseStore,
      async restore(ledger: Parameters<typeof baseStore.restore>[0]) {
        await baseStore.restore(ledger)
        for (const send of requests) await send()
      },
    }
    const [one, two, emptySnapshot] = [0, 1, 2].map(() => createService({ store }))
    if (!one || !two || !emptySnapshot) throw new Error('There are three.')
    await one.advance('P30D')
    await one.get('/api/v1/balance')
    const snapshot = { ...(await one.control('GET', 'snapshot')).data, requests: 4_000 }
    await one.mock.reset()
    const pay = (service: typeof one) =>
      service.post('/api/v1/payments', card(), { headers: { 'Idempotency-Key': 'k' } })
    // As soon as the restored records are visible, requests see the restored clock too.
    let first: Awaited<ReturnType<typeof pay>> | undefined
    requests = [
      async () => {
        first = await pay(two)
      },
      () => emptySnapshot.get('/api/v1/balance'),
    ]
    expect((await one.send('PUT', '/__mock/snapshot', { body: snapshot })).status).toBe(200)
    expect(first?.data.created_at).toBe('2026-02-04T09:00:00.000Z')
    for (const service of [one, two, emptySnapshot]) {
      const secondPayment = await pay(service)
      expect([secondPayment.data, secondPayment.headers['Idempotency-Hit']]).toEqual([first?.data, 'true'])
      expect(service.mock.clock.now().toISOString()).toBe(snapshot.now)
    }
    const { headers } = await emptySnapshot.get('/api/v1/balance')
    expect(Number(headers['X-Request-Id']?.slice('req_'.length))).toBeGreaterThan(4_000)
  })

  it('that was edited is rejected, and the server does not change', async () => {
    const service = createService()
    await createPaid(service)
    await service.post('/api/v1/refunds', { payment_ref: (await createPaid(service)).ref, amount: 5 })
    await service.post('/api/v1/payments', { ...wallet, amount: 5 }, { headers: { 'Idempotency-Key': 'k' } })
    const validJson = JSON.stringify(service.mock.snapshot())
    const before = service.ledger()
    const invalidSnapshots: unknown[] = [null, undefined, 'x', [], {}, { version: 2 }, { version: 1 }]
    const changes: readonly (readonly [path: string, value: unknown])[] = [
      ...[
        'x',
        '9'.repeat(5000),
        '2026-02-30T09:00:00.000Z',
        '9999-12-31T23:59:59.999Z',
        '1969-12-31T23:59:59.999Z',
      ].map((now) => ['now', now] as const),
      ['requests', -1],
      ['requests', 'a'],
      ['planted', 1],
      ['outcomes', []],
      ['outcomes', { demo: ['nonsense'] }],
      ['ledger', null],
      ['ledger.merchants.a b', { tables: {}, counters: {}, accounts: {}, entries: [] }],
      ['ledger.merchants.demo.tables.payments.0.amount_pesewas', 'abc'],
      ['ledger.merchants.demo.accounts.merchant:available.0', '99999'],
      ['ledger.merchants.demo.entries.0.1', 'x'],
      ['ledger.merchants.demo.entries.0', undefined],
    ]
    for (const [path, value] of changes) {
      const snapshot = JSON.parse(validJson)
      const names = path.split('.')
      const last = names.pop() ?? ''
      names.reduce((member, name) => member[name], snapshot)[last] = value
      invalidSnapshots.push(snapshot)
    }
    for (const snapshot of invalidSnapshots) {
      expect(() => service.mock.restore(snapshot), JSON.stringify(snapshot)?.slice(0, 200)).toThrow(TypeError)
      const { error } = await service.send('PUT', '/__mock/snapshot', { body: JSON.stringify(snapshot) ?? 'null' })
      expect(error.code).toBe('invalid_request')
      expect(service.ledger()).toBe(before)
    }
    expect((await service.control('GET', 'ledger/verify')).data.ok).toBe(true)
  })
})

it('an id too long for an index is rejected', async () => {
  const service = createService()
  await service.get('/api/v1/products')
  const store = JSON.parse(JSON.stringify(service.mock.snapshot()))
  store.ledger.merchants.demo.tables.products[0].id = 'p'.repeat(1001)
  expect(() => service.mock.restore(store)).toThrow(
    `the id ${'p'.repeat(40)}… of demo must have at most 1000 characters.`,
  )
})
