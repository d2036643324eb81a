import { scopes } from '@cedi/contract'
import { describe, expect, it } from 'vitest'
import { controlRoutes } from '../src/api/control/routes.js'
import { createKnownMerchants, getTestKeyGrant } from '../src/service/merchants.js'
import { createPersistentMemory, createService, wallet } from './service.js'

const shop = 'sk_test_my_shop'
const twoShops = {
  merchants: [
    { id: 'demo', name: 'Ama' },
    { id: 'kofi', name: 'Kofi', products: [{ name: 'Cap', price: 5 }] },
  ],
}

describe('the name of a merchant', () => {
  it('an unknown merchant is rejected on every route with a list of the known names', async () => {
    const service = createService({ seed: twoShops })
    for (const route of Object.keys(controlRoutes)) {
      const [method = '', path = ''] = route.split(' ')
      const response = await service.control(method, `${path.replace('*', 'none')}?merchant=typo`, {})
      expect([route, response.status, response.error.code, response.error.field]).toEqual([
        route,
        404,
        'not_found',
        'merchant',
      ])
    }
    expect((await service.control('GET', 'ledger/verify?merchant=typo')).error.message).toBe(
      'There is no merchant typo. Use one of demo, kofi. The key sk_test_NAME belongs to the merchant test-NAME.',
    )
    expect((await service.control('GET', 'ledger/verify?merchant=kofi')).data).toMatchObject({ ok: true })
  })

  it('that is specified twice is rejected', async () => {
    const service = createService({ seed: twoShops })
    const response = await service.control('POST', 'outcomes?merchant=demo&merchant=kofi', { outcome: 'fail' })
    expect([response.status, response.error.code, response.error.field]).toEqual([422, 'invalid_request', 'merchant'])
    for (const name of ['demo', 'kofi'])
      expect((await service.control('GET', `outcomes?merchant=${name}`)).data).toEqual([])
  })

  it('of a test key is known after its first request, and can be given outcomes before', async () => {
    const service = createService()
    const read = async () => (await service.control('GET', 'ledger/verify?merchant=test-my_shop')).error?.message
    expect(await read()).toBe(
      'The key sk_test_my_shop of the merchant test-my_shop was not used yet. Use one of demo. The key sk_test_NAME belongs to the merchant test-NAME.',
    )
    expect((await service.control('POST', 'outcomes?merchant=test-my_shop', { outcome: 'fail' })).data).toEqual({
      merchant: 'test-my_shop',
      outcomes: ['fail'],
    })
    expect((await service.control('POST', 'keys?merchant=test-a', { scopes: [] })).status).toBe(201)
    expect((await service.control('GET', 'keys?merchant=test-a')).data).toHaveLength(1)
    const other = createService()
    await other.get('/api/v1/balance', shop)
    expect((await other.control('GET', 'ledger/verify?merchant=test-my_shop')).data).toMatchObject({ ok: true })
  })

  it('of a fixed key is demo, so that no merchant is called test-all', async () => {
    const service = createService()
    for (const name of ['test-all', 'test-payments_write', 'test-', 'test--a', 'test'])
      for (const [method, body] of [['GET'], ['POST', { scopes: [] }]] as const)
        expect((await service.control(method, `keys?merchant=${name}`, body)).error.field).toBe('merchant')
  })

  it('is known to all servers on one store after its first write', async () => {
    const store = createPersistentMemory()
    const [one, two] = [createService({ store }), createService({ store })]
    await one.post('/api/v1/payments', wallet, { key: shop })
    expect((await two.control('GET', 'ledger/verify?merchant=test-my_shop')).data.ok).toBe(true)
  })

  it('a seeded merchant is removed by a reset and restored by a snapshot', async () => {
    const service = createService()
    await service.post('/api/v1/payments', wallet, { key: shop })
    const snapshot = service.mock.snapshot()
    await service.mock.reset()
    expect((await service.control('GET', 'ledger/entries?merchant=test-my_shop')).status).toBe(404)
    service.mock.restore(snapshot)
    expect((await service.control('GET', 'ledger/entries?merchant=test-my_shop')).status).toBe(200)
    service.mock.restore(createService({ seed: 'empty' }).mock.snapshot())
  })

  it('of the seed is known after a reset and in a snapshot, also without a write', async () => {
    const service = createService({ seed: twoShops })
    const status = async (name: string) => (await service.control('GET', `keys?merchant=${name}`)).status
    expect([await status('demo'), await status('kofi')]).toEqual([200, 200])
    service.mock.restore(service.mock.snapshot())
    expect([await status('demo'), await status('kofi')]).toEqual([200, 200])
    const empty = createService({ seed: 'empty' })
    await empty.mock.reset()
    expect((await empty.control('GET', 'keys?merchant=demo')).status).toBe(200)
  })

  it('is known to another server on the store that has only its name', async () => {
    const store = createPersistentMemory()
    const merchants = ['kofi', 'yaa', 'esi'].map((id) => ({ id, name: id }))
    await createService({ store, seed: { merchants } }).get('/api/v1/balance')
    const other = createService({ store, seed: 'empty' })
    expect((await other.control('GET', 'ledger/verify?merchant=kofi')).data).toMatchObject({ ok: true })
    expect((await other.control('GET', 'ledger/verify?merchant=typo')).error.message).toBe(
      'There is no merchant typo. Use one of esi, kofi, yaa, demo. The key sk_test_NAME belongs to the merchant test-NAME.',
    )
  })

  it('is in the full list of twenty merchants', async () => {
    const merchants = Array.from({ length: 19 }, (_, index) => ({ id: `m${index}`, name: 'M' }))
    const { message } = (await createService({ seed: { merchants } }).control('GET', 'keys?merchant=x')).error
    expect(message.match(/m\d+|demo/g)).toHaveLength(20)
    expect(message).not.toContain('and more')
  })

  it('is in a list of at most twenty names', async () => {
    const merchants = Array.from({ length: 30 }, (_, index) => ({ id: `m${index}`, name: 'M' }))
    const { message } = (await createService({ seed: { merchants } }).control('GET', 'keys?merchant=x')).error
    expect(message.match(/m\d+/g)).toHaveLength(20)
    expect(message).toContain('m26 and more. ')
  })

  it('another server on the same store does not call an incomplete list of merchants complete', async () => {
    const store = createPersistentMemory()
    const merchants = ['demo', ...Array.from({ length: 20 }, (_, index) => `m${index + 10}`)].map((id) => ({
      id,
      name: 'M',
    }))
    await createService({ store, seed: { merchants } }).get('/api/v1/balance')
    const other = createService({ store, seed: 'empty' })
    const { message } = (await other.control('GET', 'keys?merchant=x')).error
    expect(message.match(/m\d+|demo/g)).toHaveLength(20)
    expect(message).toContain(' and more. ')
  })
})

it('merchants that only read use no memory', () => {
  const knownMerchants = createKnownMerchants()
  expect(knownMerchants.list()).toEqual(['demo'])
  for (let index = 0; index < 20_000; index++) knownMerchants.add(`test-${index}`)
  expect(knownMerchants.list()).toHaveLength(10_000)
})

it('the test keys of the demo merchant have all scopes, none, the read scopes, or one scope each', () => {
  const reading = scopes.filter((scope) => scope.endsWith(':read'))
  const grantedScopes = { all: scopes, none: [], readonly: reading }
  const one = Object.fromEntries(scopes.map((scope) => [scope.replace(':', '_'), [scope]]))
  for (const [name, list] of Object.entries({ ...grantedScopes, ...one }))
    expect(getTestKeyGrant(`sk_test_${name}`)).toEqual({ merchant: 'demo', scopes: list })
  expect(getTestKeyGrant('sk_test_other')).toEqual({ merchant: 'test-other', scopes })
})

describe('queueOutcome', () => {
  it('accepts a merchant by name or by test key, before and after the key was used', async () => {
    const { mock, post } = createService({ seed: twoShops })
    expect(mock.queueOutcome('card_declined')).toEqual({ merchant: 'demo', outcomes: ['card_declined'] })
    expect(mock.queueOutcome('fail', 'kofi')).toEqual({ merchant: 'kofi', outcomes: ['fail'] })
    expect(mock.queueOutcome('pending', 'sk_test_all').outcomes).toEqual(['card_declined', 'pending'])
    expect(mock.queueOutcome('insufficient_funds', shop)).toEqual({
      merchant: 'test-my_shop',
      outcomes: ['insufficient_funds'],
    })
    const { ref } = (await post('/api/v1/payments', wallet, { key: shop })).data
    await mock.clock.advance('PT2S')
    const read = await mock.handle({
      method: 'GET',
      url: `/api/v1/payments/${ref}`,
      headers: { Authorization: `Bearer ${shop}` },
    })
    expect(JSON.parse(read.body).data.failure.code).toBe('insufficient_funds')
  })

  it('rejects an unknown name and queues nothing', async () => {
    const { mock } = createService({ seed: twoShops })
    expect(() => mock.queueOutcome('fail', 'my_shop')).toThrow(
      new TypeError(
        "There is no merchant my_shop. Use one of demo, kofi. The key sk_test_NAME belongs to the merchant test-NAME. For one that only the store knows, use control('POST', 'outcomes?merchant=NAME', …).",
      ),
    )
    expect(mock.snapshot().outcomes).toEqual({})
  })

  it('truncates a very long name', () => {
    const { mock } = createService()
    expect(() => mock.queueOutcome('fail', 'm'.repeat(81))).toThrow(`There is no merchant ${'m'.repeat(80)}. Use`)
  })
})

it('a snapshot with outcomes for an unknown merchant is rejected', async () => {
  const { mock, get } = createService({ seed: twoShops })
  mock.queueOutcome('fail', 'kofi')
  const early = mock.snapshot()
  expect(() => createService({ seed: twoShops }).mock.restore(early)).not.toThrow()
  await get('/api/v1/balance')
  const snapshot = mock.snapshot()
  expect(() => mock.restore(snapshot)).not.toThrow()
  expect(() => mock.restore({ ...snapshot, outcomes: { ...snapshot.outcomes, 'test-new': ['fail'] } })).not.toThrow()
  expect(() => mock.restore({ ...snapshot, outcomes: { typo: ['fail'] } })).toThrow(
    'outcomes wait for typo, and no such merchant is in it. Leave them out.',
  )
})
