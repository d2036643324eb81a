import { describe, expect, it } from 'vitest'
import { createMockServer } from '../src/index.js'
import { createPaid, createService } from './service.js'

describe('the control API', () => {
  it('lists its routes, and each of them exists', async () => {
    const { controlRoutes } = await import('../src/api/control/routes.js')
    const service = createService()
    for (const route of Object.keys(controlRoutes)) {
      const [method = '', path = ''] = route.split(' ')
      const response = await service.control(method, path.replace('*', 'none'))
      expect(response.error?.message ?? '').not.toMatch(/^The control API has nothing/)
      expect((await service.control('PATCH', path.replace('*', 'none'))).headers['Allow']).toContain(method)
    }
    for (const path of ['', 'payment', 'payments/a/b/approve', 'toString', '__proto__', 'reset/', '../api/v1/products'])
      expect((await service.control('POST', path)).status).toBe(404)
  })

  it('lists the payments of one merchant, newest first, with and without an order', async () => {
    const service = createService()
    const make = (amount: number, key?: string) =>
      service.post('/api/v1/payments', { amount, method: 'mobile_money', phone: '0244123789' }, key ? { key } : {})
    const [first, second] = [await make(5), await make(6)]
    const payments = await service.control('GET', 'payments?limit=2')
    expect(payments.data).toMatchObject([
      { ref: second.data.ref, amount: 6 },
      { ref: first.data.ref, amount: 5 },
    ])
  })

  it('rejects a body that is not a JSON object, and an impossible merchant name', async () => {
    const service = createService()
    for (const [body, code] of [
      ['{', 'malformed_json'],
      ['[]', 'invalid_request'],
      ['null', 'invalid_request'],
      ['5', 'invalid_request'],
    ])
      expect((await service.send('POST', '/__mock/reset', { body })).error.code).toBe(code)
    for (const merchant of ['', '%00', 'a/b', 'a'.repeat(81), '💰'])
      expect((await service.control('GET', `keys?merchant=${merchant}`)).error.field).toBe('merchant')
    for (const merchant of ['__proto__', 'constructor', 'toString'])
      for (const path of [
        'keys',
        'refunds',
        'payouts',
        'licenses',
        'outcomes',
        'events',
        'ledger/accounts',
        'ledger/entries',
        'ledger/verify',
      ])
        expect((await service.control('GET', `${path}?merchant=${merchant}`)).error.code).toBe('not_found')
    await service.control('POST', 'outcomes?merchant=__proto__', { outcome: 'fail' })
    expect((await service.control('GET', 'outcomes')).data).toEqual([])
  })

  it.each([
    [
      'POST',
      'payments/none/decline',
      { cod: 'insufficient_funds' },
      'POST /__mock/payments/*/decline has no field cod. Did you mean code?',
    ],
    ['POST', 'payments/none/approve', { code: 'x' }, 'POST /__mock/payments/*/approve has no field code. It has none.'],
    ['PUT', 'clock', { Now: '2030-01-01T00:00:00Z' }, 'PUT /__mock/clock has no field Now. Did you mean now?'],
    [
      'POST',
      'payouts',
      { amount: 5, phon: '0244123789' },
      'POST /__mock/payouts has no field phon. Did you mean phone?',
    ],
    [
      'POST',
      'outcomes',
      { outcomess: ['fail'] },
      'POST /__mock/outcomes has no field outcomess. Did you mean outcomes?',
    ],
    ['POST', 'outcomes', { outcome: 'fail', outcomes: ['fail'] }, 'outcome and outcomes are given. Send one of them.'],
    ['POST', 'keys', { scopes: [], Label: 'x' }, 'POST /__mock/keys has no field Label. Did you mean label?'],
    ['POST', 'seed', { merchant: [] }, 'This is no seed: merchants is missing. Add it.'],
    ['GET', 'payments?limt=5', undefined, '/__mock has no query parameter limt. Did you mean limit?'],
    ['GET', 'payments?merchnt=ama', undefined, '/__mock has no query parameter merchnt. Did you mean merchant?'],
    ['GET', 'payments?limit=abc', undefined, 'limit must be a whole number from 1 to 9999.'],
    ['GET', 'payments?limit=0', undefined, 'limit must be a whole number from 1 to 9999.'],
  ])('rejects %s %s with the body %j', async (method, path, body, message) => {
    const { status, error } = await createService().control(method, path, body)
    expect([status, error.code, error.message]).toEqual([422, 'invalid_request', message])
  })

  it('rejects text that a database cannot store or that changes the direction of other text, and names the field', async () => {
    const service = createService()
    const { ref } = await createPaid(service)
    const refund = (await service.post('/api/v1/refunds', { payment_ref: ref, amount: 1 })).data.ref
    const before = service.ledger()
    for (const text of ['a\0b', '\ud800', 'a\u202eb'])
      for (const [path, body, field] of [
        ['keys', { scopes: [], label: text }, 'label'],
        [`refunds/${refund}/reject`, { note: text }, 'note'],
        [`refunds/${refund}/pay`, { note: text }, 'note'],
        ['seed', { merchants: [{ id: 'esi', name: text }] }, 'merchants[0].name'],
        ['seed', { merchants: [{ id: 'esi', name: 'Esi', products: [{ name: text, price: 5 }] }] }, undefined],
      ] as const) {
        const response = await service.control('POST', path, body)
        expect([path, response.status, response.error.code]).toEqual([path, 422, 'invalid_request'])
        expect(response.error.field).toBe(field ?? 'merchants[0].products[0].name')
      }
    expect(service.ledger()).toBe(before)
    expect((await service.control('POST', 'keys', { scopes: [], label: '😀 ₵' })).data.label).toBe('😀 ₵')
  })

  it('can be called in process, and throws an error for a rejected call', async () => {
    const mock = createMockServer()
    expect(await mock.control('GET', 'clock')).toEqual({ now: '2026-01-05T09:00:00.000Z', kind: 'manual' })
    await expect(mock.control('POST', 'payments/none/approve')).rejects.toThrow(
      'POST /__mock/payments/none/approve: not_found. There is no payment none. Check the reference.',
    )
  })

  it('responds only to requests with its token, if a token is set', async () => {
    const service = createService({ control: { token: 'geheim' } })
    const readClock = (headers: Record<string, string>) => service.send('GET', '/__mock/clock', { key: null, headers })
    for (const invalidBody of [
      {},
      { 'X-Mock-Token': '' },
      { 'X-Mock-Token': 'Geheim' },
      { 'X-Mock-Token': 'geheim, geheim' },
    ])
      expect((await readClock(invalidBody)).status).toBe(401)
    expect((await readClock({ 'X-Mock-Token': 'geheim' })).status).toBe(200)
  })

  it('the control API responds in the process only to callers that are marked as trusted', async () => {
    const mock = createMockServer()
    const url = 'http://127.0.0.1:23300/__mock/snapshot'
    const readClock = { method: 'GET', url }
    const localCaller = { isTrusted: true }
    const statuses = async (caller?: typeof localCaller) => [
      (await mock.deliver(readClock, caller)).status,
      (await mock.handle(readClock, caller)).status,
      (await mock.fetch(url, {}, caller)).status,
    ]
    expect(await statuses()).toEqual([401, 401, 401])
    expect(await statuses({ isTrusted: false })).toEqual([401, 401, 401])
    expect(await statuses(localCaller)).toEqual([200, 200, 200])
  })
})

describe('the ledger of a merchant', () => {
  it('shows accounts, entries and settlements', async () => {
    const service = createService()
    await createPaid(service, 100)
    const settle = (body: object) => service.control('POST', 'settlements', body)
    expect((await settle({ account: 'psp:mtn', amount: 60, id: 'S1' })).data).toEqual({
      id: 'S1',
      account: 'psp:mtn',
      amount: 60,
    })
    expect((await settle({ account: 'psp:mtn', amount: 60, id: 'S1' })).status).toBe(201)
    expect((await settle({ account: 'psp:mtn', amount: 61, id: 'S1' })).error.code).toBe('invalid_state')
    expect((await settle({ account: 'psp:mtn', amount: 41 })).error.code).toBe('insufficient_balance')
    expect((await settle({ account: 'psp:mtn' })).data.amount).toBe(40)
    for (const [body, field] of [
      [{}, 'account'],
      [{ account: 'bank:operating' }, 'account'],
      [{ account: 'psp:__proto__' }, 'account'],
      [{ account: 'psp:mtn', id: 'a|b' }, 'id'],
      [{ account: 'psp:mtn', amount: null }, 'amount'],
      [{ account: 'psp:mtn', amount: {} }, 'amount'],
    ] as const)
      expect((await settle(body)).error.field).toBe(field)
    const { data } = await service.control('GET', 'ledger/entries')
    expect(data.map(({ kind }: { kind: string }) => kind)).toEqual([
      'payment_received',
      'payment_available',
      'provider_settled',
      'provider_settled',
    ])
    expect((await service.control('GET', 'ledger/verify')).data).toMatchObject({ ok: true, entries: 4 })
  })
})
