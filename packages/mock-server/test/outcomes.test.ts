import { describe, expect, it } from 'vitest'
import { type Scenario, scenarios } from '../src/index.js'
import { createOutcomes } from '../src/service/outcomes/queue.js'
import { card, createPaid, createService, type Service, wallet } from './service.js'

const read = async (service: Service, ref: string) => (await service.get(`/api/v1/payments/${ref}`)).data
const create = async (service: Service, body: object, headers = {}) =>
  (await service.post('/api/v1/payments', body, { headers })).data
const ends = (digits: string) => ({ ...wallet, phone: `0244123${digits}` })
const balances = async (service: Service): Promise<Record<string, number>> =>
  Object.fromEntries(
    (await service.control('GET', 'ledger/accounts')).data.map((row: { account: string; balance: number }) => [
      row.account,
      row.balance,
    ]),
  )
const readSuspense = async (service: Service) =>
  Object.fromEntries(Object.entries(await balances(service)).filter(([, balance]) => balance !== 0))

describe('a phone that ends in', () => {
  it.each(['789', '987', '000', '555'])('%s pays after two seconds, and not before', async (digits) => {
    const service = createService()
    const { ref, status, next_action } = await create(service, ends(digits))
    expect([status, next_action.type, next_action.url]).toEqual(['pending', 'approve_on_phone', null])
    await service.mock.clock.advance(1999)
    expect((await read(service, ref)).status).toBe('pending')
    await service.mock.clock.advance(1)
    expect(await read(service, ref)).toMatchObject({
      status: 'succeeded',
      next_action: null,
      failure: null,
      paid_at: '2026-01-05T09:00:02.000Z',
    })
    expect(await readSuspense(service)).toEqual({ 'psp:mtn': 45.5, 'merchant:available': 43.41, 'fees:income': 2.09 })
  })

  it.each([
    ['019', 'payer_limit_reached'],
    ['029', 'payer_not_found'],
    ['039', 'payment_not_approved'],
    ['049', 'insufficient_funds'],
    ['069', 'provider_error'],
  ])('%s fails with %s, on every network, and no money moves', async (digits, code) => {
    const service = createService()
    for (const prefix of ['024', '059', '050', '027']) {
      const { ref, status } = await create(service, { ...wallet, phone: `${prefix}3456${digits}` })
      expect(status).toBe('pending')
      await service.advance('PT2S')
      const payment = await read(service, ref)
      expect(payment).toMatchObject({ status: 'failed', next_action: null, paid_at: null, failure: { code } })
      expect(payment.failure.message).toMatch(/\.$/)
    }
    expect(await readSuspense(service)).toEqual({})
  })

  it('079 expires after exactly five minutes', async () => {
    const service = createService()
    const { ref, expires_at } = await create(service, ends('079'))
    expect(expires_at).toBe('2026-01-05T09:05:00.000Z')
    await service.mock.clock.advance(5 * 60_000 - 1)
    expect((await read(service, ref)).status).toBe('pending')
    await service.mock.clock.advance(1)
    expect(await read(service, ref)).toMatchObject({ status: 'expired', failure: { code: 'payment_expired' } })
    expect(await readSuspense(service)).toEqual({})
  })

  it('129 stays pending for ever', async () => {
    const service = createService()
    const { ref, expires_at } = await create(service, ends('129'))
    await service.advance('P3650D')
    expect([(await read(service, ref)).status, expires_at]).toEqual(['pending', null])
    expect((await service.control('POST', `payments/${ref}/approve`)).data.status).toBe('succeeded')
  })

  it('139 expires, then the money arrives in suspense, and an operator returns it', async () => {
    const service = createService()
    const { ref } = await create(service, ends('139'))
    await service.advance('PT5M')
    expect([(await read(service, ref)).status, await readSuspense(service)]).toEqual(['expired', {}])
    expect((await service.control('POST', `payments/${ref}/return`)).error.code).toBe('invalid_state')
    await service.advance('PT1M')
    expect([(await read(service, ref)).status, await readSuspense(service)]).toEqual([
      'expired',
      { 'psp:mtn': 45.5, suspense: 45.5 },
    ])
    expect((await service.get('/api/v1/balance')).data).toMatchObject({ available: 0, pending: 0 })
    expect((await service.control('POST', `payments/${ref}/return`)).data.late_money).toBe('returned')
    expect((await service.control('POST', `payments/${ref}/return`)).status).toBe(200)
    expect(await readSuspense(service)).toEqual({})
  })

  it('139 may be returned from the bank when the provider has settled', async () => {
    const service = createService()
    const { ref } = await create(service, ends('139'))
    await service.advance('PT6M')
    await service.control('POST', 'settlements', { account: 'psp:mtn' })
    expect((await service.control('POST', `payments/${ref}/return`)).error.code).toBe('insufficient_balance')
    expect((await service.control('POST', `payments/${ref}/return`, { from: 'nowhere' })).error.field).toBe('from')
    expect((await service.control('POST', `payments/${ref}/return`, { from: 'bank' })).status).toBe(200)
    expect(await readSuspense(service)).toEqual({})
  })

  it('149 is confirmed twice and posts once', async () => {
    const service = createService()
    const { ref } = await create(service, ends('149'))
    const executed = await service.advance('PT1H')
    expect(executed.filter((event) => event.kind === 'confirm' && event.ref === ref)).toHaveLength(2)
    const entries = (await service.control('GET', 'ledger/entries')).data as { kind: string; source: string }[]
    expect(entries.map(({ kind, source }) => `${kind} ${source}`)).toEqual([
      `payment_received ${ref}`,
      `payment_available ${ref}`,
    ])
  })
})

describe('a card', () => {
  it.each([
    ['4242424242424242', 'visa'],
    ['5555555555554444', 'mastercard'],
    ['4242 4242 4242 4242', 'visa'],
  ])('%s is charged immediately', async (number, network) => {
    const service = createService()
    const payment = await create(service, card(number))
    expect(payment).toMatchObject({
      status: 'succeeded',
      network,
      card_last4: number.slice(-4),
      next_action: null,
      phone: null,
    })
    expect(await readSuspense(service)).toEqual({ 'psp:card': 45.5, 'merchant:pending': 43.41, 'fees:income': 2.09 })
  })

  it.each([
    ['4000000000000002', 'card_declined'],
    ['4000000000009995', 'insufficient_funds'],
    ['4000000000000069', 'expired_card'],
    ['4000000000000127', 'incorrect_cvc'],
    ['4000000000000119', 'processing_error'],
  ])('%s is declined immediately with 201, and the payment has the failure %s', async (number, code) => {
    const service = createService()
    const { status, data } = await service.post('/api/v1/payments', card(number))
    expect([status, data.status, data.failure.code]).toEqual([201, 'failed', code])
    expect(await readSuspense(service)).toEqual({})
  })
})

describe('the outcome of a payment is decided by', () => {
  it('the queue, then the header, then the metadata, then the number, then the default', async () => {
    const service = createService({ defaultOutcome: 'fail' })
    const body = { ...card('4000000000000002'), metadata: { mock_scenario: 'insufficient_funds' } }
    const header = { 'X-Mock-Scenario': 'incorrect_cvc' }
    const failure = async (body: object, headers = {}) => (await create(service, body, headers)).failure?.code
    service.mock.queueOutcome('processing_error')
    expect(await failure(body, header)).toBe('processing_error')
    expect(await failure(body, header)).toBe('incorrect_cvc')
    expect(await failure(body)).toBe('insufficient_funds')
    expect(await failure({ ...body, metadata: {} })).toBe('card_declined')
    expect(await failure(card('4111111111111111'))).toBe('card_declined')
    expect(await failure(card('4242424242424242'))).toBeUndefined()
  })

  it.each([
    ['succeed', 'succeeded'],
    ['fail', 'failed'],
    ['pending', 'pending'],
  ] as const)('the default %s otherwise', async (defaultOutcome, status) => {
    const service = createService({ defaultOutcome })
    const { ref } = await create(service, ends('000'))
    await service.advance('PT2S')
    expect((await read(service, ref)).status).toBe(status)
  })

  it('each payment uses the next outcome in the queue of its merchant, once', async () => {
    const service = createService()
    expect((await service.control('POST', 'outcomes', { outcomes: ['card_declined', 'expired_card'] })).data).toEqual({
      merchant: 'demo',
      outcomes: ['card_declined', 'expired_card'],
    })
    await service.control('POST', 'outcomes', { outcome: 'incorrect_cvc' })
    expect((await service.post('/api/v1/payments', card(), { key: 'sk_test_other' })).data.status).toBe('succeeded')
    const codes: unknown[] = []
    for (let index = 0; index < 4; index++) codes.push((await create(service, card())).failure?.code)
    expect(codes).toEqual(['card_declined', 'expired_card', 'incorrect_cvc', undefined])
    expect((await service.control('GET', 'outcomes')).data).toEqual([])
  })

  it('one outcome of the queue each, when many payments are created concurrently', async () => {
    const service = createService()
    const queue = ['card_declined', 'expired_card', 'incorrect_cvc', 'processing_error', 'insufficient_funds'] as const
    service.mock.queueOutcome(queue)
    const payments = await Promise.all(Array.from({ length: 8 }, () => create(service, card())))
    const codes = payments.map(({ failure }) => failure?.code).filter(Boolean)
    expect(codes.sort()).toEqual([...queue].sort())
  })

  it('a queue, which rejected payments and simulations do not use up', async () => {
    const service = createService()
    await service.control('POST', 'outcomes', { outcome: 'card_declined' })
    await service.post('/api/v1/payments', { ...card(), amount: 0.5 })
    await service.post('/api/v1/payments', { ...card(), amount: undefined, product_id: 'prd_none' })
    const simulated = await create(service, card(), { 'X-Service-Simulate': 'true' })
    expect(simulated.failure.code).toBe('card_declined')
    expect((await service.control('GET', 'outcomes')).data).toEqual(['card_declined'])
    expect((await service.control('DELETE', 'outcomes')).data).toEqual({ removed: true })
    expect((await create(service, card())).status).toBe('succeeded')
  })

  it.each(['a reset', 'a DELETE'])(
    'no queue after %s has emptied it, even while a simulation holds its outcome',
    async (action) => {
      // The queue is emptied at each step of the simulation in turn.
      for (let elapsed = 0; elapsed < 60; elapsed++)
        for (const isFirst of [true, false]) {
          const service = createService()
          await service.get('/api/v1/balance')
          service.mock.queueOutcome('card_declined')
          const simulate = () => create(service, card(), { 'X-Service-Simulate': 'true' })
          const empty = () => (action === 'a reset' ? service.mock.reset() : service.control('DELETE', 'outcomes'))
          const first = isFirst ? simulate() : empty()
          for (let tick = 0; tick < elapsed; tick++) await null
          await Promise.all([first, isFirst ? empty() : simulate()])
          expect((await service.control('GET', 'outcomes')).data).toEqual([])
        }
    },
  )

  it('an outcome name only, no other string', async () => {
    const service = createService()
    for (const name of ['', 'success', 'constructor', 'payment_expired']) {
      const header = await service.post('/api/v1/payments', card(), { headers: { 'X-Mock-Scenario': name } })
      expect([header.status, header.error.code, header.error.field]).toEqual([400, 'invalid_header', 'X-Mock-Scenario'])
      const metadata = await service.post('/api/v1/payments', { ...card(), metadata: { mock_scenario: name } })
      expect([metadata.status, metadata.error.field]).toEqual([422, 'metadata.mock_scenario'])
      expect((await service.control('POST', 'outcomes', { outcome: name })).error.field).toBe('outcome')
      expect(() => service.mock.queueOutcome(name as never)).toThrow(TypeError)
    }
    for (const body of [{}, { outcomes: [] }, { outcomes: ['succeed', 1] }, { outcome: null }])
      expect((await service.control('POST', 'outcomes', body)).error.field).toBe('outcome')
  })

  it('each scenario by its name, for wallets and cards', async () => {
    for (const scenario of scenarios)
      for (const body of [wallet, card()]) {
        const service = createService()
        const { ref } = await create(service, body, { 'X-Mock-Scenario': scenario })
        await service.advance('P2D')
        expect((await read(service, ref)).status).toBeTypeOf('string')
        expect((await service.control('GET', 'ledger/verify')).data.ok).toBe(true)
      }
  })
})

describe('the queue of outcomes', () => {
  it('returns the same outcome to each call of a request until the outcome is returned to the queue', () => {
    const outcomes = createOutcomes()
    outcomes.add('demo', ['fail', 'expire'])
    const claim = outcomes.claim('demo')
    expect([claim.take(), claim.take(), outcomes.list('demo')]).toEqual(['fail', 'fail', ['expire']])
    claim.putBack()
    expect(outcomes.list('demo')).toEqual(['fail', 'expire'])
    claim.putBack()
    expect(outcomes.list('demo')).toEqual(['fail', 'expire'])
  })

  it('ignores a return by a request that received nothing, or whose queue was cleared', () => {
    const outcomes = createOutcomes()
    outcomes.add('demo', ['fail'])
    const [first, second, other] = ['demo', 'demo', 'kofi'].map((merchant) => outcomes.claim(merchant))
    expect([first?.take(), second?.take(), other?.take()]).toEqual(['fail', undefined, undefined])
    second?.putBack()
    other?.putBack()
    expect([outcomes.list('demo'), outcomes.list('kofi')]).toEqual([[], []])
    outcomes.clear('demo')
    outcomes.add('demo', ['expire'])
    first?.putBack()
    expect(outcomes.list('demo')).toEqual(['expire'])
  })

  it('is in a snapshot while it is not empty', async () => {
    const service = createService()
    service.mock.queueOutcome(['card_declined', 'pending'])
    service.mock.queueOutcome('expire', 'sk_test_other')
    await create(service, card())
    expect(service.mock.snapshot().outcomes).toEqual({ demo: ['pending'], 'test-other': ['expire'] })
    await create(service, card())
    expect(service.mock.snapshot().outcomes).toEqual({ 'test-other': ['expire'] })
  })

  it('lists the valid outcomes in the error, and queues none of a list with an invalid one', () => {
    const { mock } = createService()
    expect(() => mock.queueOutcome(['succeed', 'success' as Scenario])).toThrow(
      new TypeError(
        'An outcome must be one of succeed, fail, pending, expire, late_money, double_confirmation, challenge, payer_limit_reached, payer_not_found, payment_not_approved, insufficient_funds, provider_error, card_declined, expired_card, incorrect_cvc, processing_error.',
      ),
    )
    expect(mock.snapshot().outcomes).toEqual({})
  })
})

describe('a late approval by the buyer', () => {
  it('does not change the payment, and the amount is posted to suspense', async () => {
    const service = createService({ approvalDelayMs: 10 * 60_000 })
    const { ref } = await create(service, wallet)
    await service.advance('PT5M')
    expect((await read(service, ref)).status).toBe('expired')
    await service.advance('PT5M')
    expect(await readSuspense(service)).toEqual({ 'psp:mtn': 45.5, suspense: 45.5 })
  })
})

describe('the control API', () => {
  it.each(['approve', 'decline', 'expire', 'cancel'])(
    '%s ends a payment, and the answer that was scheduled changes nothing',
    async (action) => {
      for (const digits of ['789', '039', '079', '129', '139', '149']) {
        const service = createService()
        const { ref } = await create(service, ends(digits))
        const { data } = await service.control('POST', `payments/${ref}/${action}`)
        expect(data.status).toBe(
          { approve: 'succeeded', decline: 'failed', expire: 'expired', cancel: 'cancelled' }[action],
        )
        const before = service.ledger()
        expect(await service.advance('P2D')).toEqual([])
        expect(service.ledger()).toBe(before)
        expect(await read(service, ref)).toEqual(data)
      }
    },
  )

  it('ends one payment and no other payment of the merchant', async () => {
    const service = createService()
    const [endedPayment, otherPayment] = [await create(service, wallet), await create(service, wallet)]
    await service.control('POST', `payments/${endedPayment.ref}/cancel`)
    expect(await service.advance('PT2S')).toMatchObject([{ kind: 'confirm', ref: otherPayment.ref }])
    expect((await read(service, otherPayment.ref)).status).toBe('succeeded')
  })

  it('declines with the requested reason', async () => {
    const service = createService()
    const { ref } = await create(service, ends('129'))
    for (const code of ['succeed', 'nonsense', 5, null, 'payment_expired'])
      expect((await service.control('POST', `payments/${ref}/decline`, { code })).error.field).toBe('code')
    expect(
      (await service.control('POST', `payments/${ref}/decline`, { code: 'insufficient_funds' })).data.failure.code,
    ).toBe('insufficient_funds')
  })

  it('changes nothing when repeated, and rejects a change of an ended payment', async () => {
    const service = createService()
    const payment = await createPaid(service)
    expect((await service.control('POST', `payments/${payment.ref}/approve`)).data).toEqual(payment)
    // Also while something is still scheduled for it.
    const doublePayment = await create(service, ends('149'))
    await service.advance('PT2S')
    const before = service.ledger()
    expect((await service.control('POST', `payments/${doublePayment.ref}/approve`)).data.status).toBe('succeeded')
    expect(service.ledger()).toBe(before)
    for (const action of ['decline', 'expire', 'cancel'])
      expect((await service.control('POST', `payments/${doublePayment.ref}/${action}`)).error.code).toBe(
        'invalid_state',
      )
    for (const path of ['payments/pay_none/approve', 'payments/pay_none/return', 'payments//approve'])
      expect((await service.control('POST', path)).error.code).toBe('not_found')
  })

  it('treats the approval of an expired payment as late money', async () => {
    const service = createService()
    const { ref } = await create(service, ends('079'))
    await service.advance('PT5M')
    expect((await service.control('POST', `payments/${ref}/approve`)).data.status).toBe('expired')
    expect(await readSuspense(service)).toEqual({ 'psp:mtn': 45.5, suspense: 45.5 })
  })

  it('makes an approved card payment available only the next day', async () => {
    const service = createService()
    const { ref } = await create(service, card('4000002500003155'))
    await service.control('POST', `payments/${ref}/approve`)
    expect((await service.get('/api/v1/balance')).data).toMatchObject({ available: 0, pending: 43.41 })
    await service.advance('P1D')
    expect((await service.get('/api/v1/balance')).data).toMatchObject({ available: 43.41, pending: 0 })
  })
})
