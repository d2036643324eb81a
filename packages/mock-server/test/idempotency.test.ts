import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { ConnectionDropped } from '../src/index.js'
import {
  card,
  createPaid,
  createPersistentMemory,
  createService,
  goodBodies,
  describe as request,
  type Service,
  scaleCount,
  wallet,
  writePaths,
} from './service.js'

const withKey = (value: string) => ({ headers: { 'Idempotency-Key': value } })
const count = (service: Service) => JSON.parse(service.ledger()).merchants.demo?.tables.payments?.length ?? 0

describe.each(writePaths)('an Idempotency-Key on POST %s', (path) => {
  it('returns the same response, byte for byte, and has one effect', async () => {
    const service = createService()
    const body = (await goodBodies(service))[path]
    const first = await service.post(path, body, withKey('k'))
    const after = service.ledger()
    const second = await service.post(path, body, withKey('k'))
    expect([second.status, second.text]).toEqual([first.status, first.text])
    expect(second.headers).toEqual({ ...first.headers, 'Idempotency-Hit': 'true' })
    expect(first.headers['Idempotency-Hit']).toBeUndefined()
    expect(service.ledger()).toBe(after)
  })

  it('rejects another body', async () => {
    const service = createService()
    const body = (await goodBodies(service))[path]
    await service.post(path, body, withKey('k'))
    const other = path.endsWith('products') ? { ...body, price: 7 } : { ...body, amount: 7 }
    const { status, error } = await service.post(path, other, withKey('k'))
    expect([status, error.code, error.field]).toEqual([422, 'idempotency_key_reused', 'Idempotency-Key'])
  })

  it('rejects a second request while the first runs, and replays the response afterwards', async () => {
    const service = createService()
    const body = (await goodBodies(service))[path]
    const both = await Promise.all([service.post(path, body, withKey('k')), service.post(path, body, withKey('k'))])
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
    const rejectedResponse = both.find(({ status }) => status === 409)
    expect([rejectedResponse?.error.code, rejectedResponse?.error.field]).toEqual([
      'idempotency_in_progress',
      'Idempotency-Key',
    ])
    expect((await service.post(path, body, withKey('k'))).text).toBe(both.find(({ status }) => status === 201)?.text)
  })
})

describe('an Idempotency-Key', () => {
  it('ignores the order of the fields, and quotation marks around the key', async () => {
    const service = createService()
    const metadata = { a: '1', b: '2' }
    const first = await service.post('/api/v1/payments', { ...wallet, metadata }, withKey('"k\\"\\\\ 1"'))
    const reordered = {
      metadata: { b: '2', a: '1' },
      phone: wallet.phone,
      method: wallet.method,
      amount: wallet.amount,
    }
    expect((await service.post('/api/v1/payments', reordered, withKey('"k\\"\\\\ 1"'))).text).toBe(first.text)
    const bareResponse = await service.post('/api/v1/payments', wallet, withKey('bare'))
    expect((await service.post('/api/v1/payments', wallet, withKey('"bare"'))).text).toBe(bareResponse.text)
    expect(count(service)).toBe(2)
  })

  it.each([
    'x'.repeat(255),
    `"${'\\"'.repeat(255)}"`,
    '8e03978e-40d5-43e8-bc93-6894a57f9324',
    '~!@#$%^&*()',
    '__proto__',
    'constructor',
  ])('may be %s', async (value) => {
    const service = createService()
    const first = await service.post('/api/v1/payments', wallet, withKey(value))
    expect((await service.post('/api/v1/payments', wallet, withKey(value))).text).toBe(first.text)
    expect(count(service)).toBe(1)
  })

  it('is separate for each merchant and each path', async () => {
    const service = createService()
    const first = await service.post('/api/v1/payments', wallet, withKey('k'))
    const other = await service.post('/api/v1/payments', wallet, { key: 'sk_test_other', ...withKey('k') })
    const intent = await service.post('/api/v1/checkout/intent', { amount: 5 }, withKey('k'))
    expect(new Set([first.data.ref, other.data.ref, intent.data.id]).size).toBe(3)
  })

  it('is the same for all keys of a merchant', async () => {
    const service = createService()
    const first = await service.post('/api/v1/payments', wallet, withKey('k'))
    expect(
      (await service.post('/api/v1/payments', wallet, { key: 'sk_test_payments_write', ...withKey('k') })).text,
    ).toBe(first.text)
  })

  it('is new again after 24 hours, and not before', async () => {
    const service = createService()
    const first = await service.post('/api/v1/payments', wallet, withKey('k'))
    await service.mock.clock.advance(86_400_000 - 1)
    expect((await service.post('/api/v1/payments', wallet, withKey('k'))).data.ref).toBe(first.data.ref)
    await service.mock.clock.advance(1)
    expect((await service.post('/api/v1/payments', { ...wallet, amount: 7 }, withKey('k'))).data.ref).not.toBe(
      first.data.ref,
    )
    expect(count(service)).toBe(2)
  })

  it('is removed from the store after it expires', async () => {
    const service = createService()
    const countKeys = () => JSON.parse(service.ledger()).merchants.demo?.tables.idempotency_keys?.length ?? 0
    const send = (index: number) => service.post('/api/v1/refunds', { payment_ref: 'pay_none' }, withKey(`k${index}`))
    for (let index = 0; index < 1_000; index++) await send(index)
    expect(countKeys()).toBe(1_000)
    await service.mock.clock.advance(86_400_000)
    for (let index = 0; index < 1_000; index++) await send(1_000 + index)
    expect(countKeys()).toBe(1_000)
  })

  it('deletes expired keys at most once an hour', async () => {
    const store = createPersistentMemory()
    let clearCount = 0
    const deleteExpiredKeys: typeof store.deleteExpiredKeys = async (...args) => {
      clearCount++
      return store.deleteExpiredKeys?.(...args)
    }
    const service = createService({ store: { ...store, deleteExpiredKeys } })
    const send = (index: number) => service.post('/api/v1/refunds', { payment_ref: 'pay_none' }, withKey(`k${index}`))
    for (let index = 0; index < 3; index++) await send(index)
    expect(clearCount).toBe(1)
    await service.mock.clock.advance('PT1H')
    for (let index = 3; index < 6; index++) await send(index)
    expect(clearCount).toBe(2)
  })

  it('repeats a rejection caused by the state, but not one caused by wrong input', async () => {
    const service = createService()
    const { ref } = await createPaid(service, 10)
    const refund = { payment_ref: ref, amount: 10 }
    expect((await service.post('/api/v1/refunds', refund, withKey('state'))).error.code).toBe('insufficient_balance')
    await createPaid(service, 100)
    const secondResponse = await service.post('/api/v1/refunds', refund, withKey('state'))
    expect([secondResponse.error.code, secondResponse.headers['Idempotency-Hit']]).toEqual([
      'insufficient_balance',
      'true',
    ])
    expect((await service.post('/api/v1/refunds', refund, withKey('new'))).status).toBe(201)
    expect((await service.post('/api/v1/payments', { ...wallet, amount: 0 }, withKey('input'))).status).toBe(422)
    expect((await service.post('/api/v1/payments', wallet, { key: 'sk_test_none', ...withKey('input') })).status).toBe(
      403,
    )
    expect((await service.post('/api/v1/payments', wallet, withKey('input'))).status).toBe(201)
  })

  it('stores no hash of a body that would reveal a phone number by trying all numbers', async () => {
    const service = createService()
    await service.post('/api/v1/payments', wallet, withKey('k'))
    const canonical = JSON.stringify(Object.fromEntries(Object.entries(wallet).sort()))
    const countKeys = JSON.stringify(service.mock.snapshot())
    expect(countKeys).toMatch(/"fingerprint":"[0-9a-f]{64}"/)
    expect(countKeys).not.toContain(createHash('sha256').update(canonical).digest('hex'))
  })

  it('does nothing on a request that only reads', async () => {
    const service = createService()
    const first = await service.send('GET', '/api/v1/balance', withKey('k'))
    await createPaid(service)
    expect((await service.send('GET', '/api/v1/balance', withKey('k'))).text).not.toBe(first.text)
  })

  it('does not use up a queued outcome a second time', async () => {
    const service = createService()
    service.mock.queueOutcome(['card_declined', 'expired_card'])
    const first = await service.post('/api/v1/payments', card(), withKey('k'))
    expect((await service.post('/api/v1/payments', card(), withKey('k'))).text).toBe(first.text)
    expect((await service.control('GET', 'outcomes')).data).toEqual(['expired_card'])
  })
})

describe('a lost response', () => {
  it('after the commit is replayed for the same key, with one effect and the same body', async () => {
    const service = createService({ seed: 'empty' })
    const send = (at: number) =>
      service.mock.handle(request('POST', '/api/v1/payments', 'sk_test_all', { 'Idempotency-Key': `k${at}` }, wallet))
    let sameCount = 0
    const times = scaleCount(500)
    for (let index = 0; index < times; index++) {
      service.mock.faults.add({ fault: { drop: 'after_commit' }, times: 1 })
      await send(index).catch((error) => expect(error).toBeInstanceOf(ConnectionDropped))
      const retriedResponse = await send(index)
      const third = await send(index)
      if (
        retriedResponse.status === 201 &&
        retriedResponse.headers['Idempotency-Hit'] === 'true' &&
        third.body === retriedResponse.body
      )
        sameCount++
    }
    expect(sameCount).toBe(times)
    expect(count(service)).toBe(times)
  })

  it.each([
    ['504 after the commit', { status: 504, after_commit: true }],
    ['half a body', { truncate: true }],
    ['a body that is not JSON', { malformed_json: true }],
  ] as const)('as %s is replayed by its key', async (_, fault) => {
    const service = createService({ seed: 'empty' })
    service.mock.faults.add({ fault, times: 1 })
    const payRequest = request('POST', '/api/v1/payments', 'sk_test_all', { 'Idempotency-Key': 'k' }, wallet)
    const lostResponse = await service.mock.handle(payRequest)
    const retriedResponse = await service.mock.handle(payRequest)
    expect(lostResponse.body).not.toBe(retriedResponse.body)
    expect([retriedResponse.status, retriedResponse.headers['Idempotency-Hit'], count(service)]).toEqual([
      201,
      'true',
      1,
    ])
  })

  it.each([
    ['drop', { drop: 'before' }],
    ['503', { status: 503 }],
  ] as const)('before the effect (%s) changes nothing', async (_, fault) => {
    const service = createService({ seed: 'empty' })
    service.mock.faults.add({ fault, times: 1 })
    const payRequest = request('POST', '/api/v1/payments', 'sk_test_all', { 'Idempotency-Key': 'k' }, wallet)
    await service.mock.handle(payRequest).catch((error) => expect(error.code).toBe('ECONNRESET'))
    expect(count(service)).toBe(0)
    const retriedResponse = await service.mock.handle(payRequest)
    expect([retriedResponse.status, retriedResponse.headers['Idempotency-Hit'], count(service)]).toEqual([
      201,
      undefined,
      1,
    ])
  })

  it('results in a second payment if the request has no key', async () => {
    const service = createService({ seed: 'empty' })
    service.mock.faults.add({ fault: { drop: 'after_commit' }, times: 1 })
    await service.post('/api/v1/payments', wallet).catch(() => undefined)
    await service.post('/api/v1/payments', wallet)
    expect(count(service)).toBe(2)
  })
})

it('a request with a key that is rejected leaves the queued outcome to the next one', async () => {
  const service = createService()
  const { id } = (await service.post('/api/v1/products', { name: 'x', price: 5, stock: 0 })).data
  service.mock.queueOutcome('card_declined')
  const { card: paidWith } = card()
  const body = { method: 'card', card: paidWith, product_id: id }
  const { error } = await service.post('/api/v1/payments', body, { headers: { 'Idempotency-Key': 'sold-out' } })
  expect(error.code).toBe('out_of_stock')
  expect((await service.control('GET', 'outcomes')).data).toEqual(['card_declined'])
})
