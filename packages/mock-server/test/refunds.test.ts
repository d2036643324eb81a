import { describe, expect, it } from 'vitest'
import { card, createPaid, createService, wallet } from './service.js'

describe('a refund', () => {
  it('reserves the amount until an operator pays or rejects it', async () => {
    const service = createService()
    const { ref } = await createPaid(service, 100)
    const balance = async () => (await service.get('/api/v1/balance')).data
    const refund = (await service.post('/api/v1/refunds', { payment_ref: ref, amount: 40, reason: 'Too late.' })).data
    expect(refund).toMatchObject({ payment_ref: ref, amount: 40, reason: 'Too late.', note: null })
    expect(await balance()).toMatchObject({ available: 56, reserved: 40 })
    expect((await service.control('POST', `refunds/${refund.ref}/reject`, { note: 'No.' })).data).toMatchObject({
      status: 'rejected',
      note: 'No.',
    })
    expect(await balance()).toMatchObject({ available: 96, reserved: 0 })
    const secondRefund = (await service.post('/api/v1/refunds', { payment_ref: ref, amount: 40 })).data
    await service.control('POST', `refunds/${secondRefund.ref}/pay`)
    expect(await balance()).toMatchObject({ available: 56, reserved: 0 })
  })

  it('is resolved once: repeating the action changes nothing, and the opposite action is rejected', async () => {
    const service = createService()
    const { ref } = await createPaid(service)
    for (const [first, other] of [
      ['pay', 'reject'],
      ['reject', 'pay'],
    ]) {
      const refund = (await service.post('/api/v1/refunds', { payment_ref: ref, amount: 1 })).data.ref
      const { data } = await service.control('POST', `refunds/${refund}/${first}`)
      expect((await service.control('POST', `refunds/${refund}/${first}`, { note: 'again' })).data).toEqual(data)
      expect((await service.control('POST', `refunds/${refund}/${other}`)).error.code).toBe('invalid_state')
    }
    expect((await service.control('POST', 'refunds/ref_none/pay')).error.code).toBe('not_found')
    const last = (await service.post('/api/v1/refunds', { payment_ref: ref, amount: 1 })).data.ref
    expect((await service.control('POST', `refunds/${last}/pay`, { note: 'x'.repeat(501) })).error.field).toBe('note')
  })

  it('without an amount refunds the remaining amount', async () => {
    const service = createService()
    const { ref } = await createPaid(service, 100)
    await createPaid(service, 100)
    await service.post('/api/v1/refunds', { payment_ref: ref, amount: '30.10' })
    expect((await service.post('/api/v1/refunds', { payment_ref: ref })).data.amount).toBe(69.9)
    expect((await service.post('/api/v1/refunds', { payment_ref: ref })).error.code).toBe('refund_exceeds_payment')
    expect((await service.control('GET', 'refunds')).data).toHaveLength(2)
  })

  it('may be one pesewa, and at most the remaining amount', async () => {
    const service = createService()
    const { ref } = await createPaid(service, 100)
    expect((await service.post('/api/v1/refunds', { payment_ref: ref, amount: 0.01 })).data.amount).toBe(0.01)
    expect((await service.post('/api/v1/refunds', { payment_ref: ref, amount: 100 })).error).toMatchObject({
      code: 'refund_exceeds_payment',
      field: 'amount',
    })
    for (const [amount, code] of [
      [0, 'amount_too_small'],
      [0.001, 'invalid_amount'],
      [1_000_000.01, 'amount_too_large'],
    ] as const)
      expect((await service.post('/api/v1/refunds', { payment_ref: ref, amount })).error.code).toBe(code)
    expect((await service.post('/api/v1/refunds', { payment_ref: ref, currency: 'USD' })).error.code).toBe(
      'unsupported_currency',
    )
  })

  it('cannot exceed the available balance, because the fee is not returned', async () => {
    const service = createService()
    const { ref } = await createPaid(service, 100)
    expect((await service.post('/api/v1/refunds', { payment_ref: ref })).error).toMatchObject({
      code: 'insufficient_balance',
    })
    const charged = (await service.post('/api/v1/payments', card(), { key: 'sk_test_card' })).data
    expect(
      (await service.post('/api/v1/refunds', { payment_ref: charged.ref, amount: 1 }, { key: 'sk_test_card' })).error
        .code,
    ).toBe('insufficient_balance')
  })

  it.each(['129', '039', '079'])(
    'for a payment by a phone that ends in %s is refused, because no money came',
    async (digits) => {
      const service = createService()
      const { ref } = (await service.post('/api/v1/payments', { ...wallet, phone: `0244123${digits}` })).data
      await service.advance('PT5M')
      expect((await service.post('/api/v1/refunds', { payment_ref: ref, amount: 1 })).error).toMatchObject({
        code: 'payment_not_refundable',
        field: 'payment_ref',
      })
    },
  )
})

describe('a payout', () => {
  it('is reserved, then paid after two seconds', async () => {
    const service = createService()
    await createPaid(service, 100)
    const { status, data } = await service.control('POST', 'payouts', { amount: '50', phone: '0204123789' })
    expect([status, data.status, data.network, data.phone]).toEqual([201, 'pending', 'telecel', '+23320***3789'])
    expect((await service.get('/api/v1/balance')).data).toMatchObject({ available: 46, reserved: 50 })
    await service.advance('PT2S')
    expect((await service.control('GET', 'payouts')).data[0].status).toBe('paid')
  })

  it.each([
    ['089', 'recipient_not_found'],
    ['119', 'payout_failed'],
  ])('to a phone that ends in %s fails with %s, and the money is back', async (digits, code) => {
    const service = createService()
    await createPaid(service, 100)
    await service.control('POST', 'payouts', { amount: 50, phone: `0244123${digits}` })
    await service.advance('PT2S')
    expect((await service.control('GET', 'payouts')).data[0]).toMatchObject({ status: 'failed', failure: { code } })
    expect((await service.get('/api/v1/balance')).data).toMatchObject({ available: 96, reserved: 0 })
  })

  it.each([
    ['pay', 'paid', 46],
    ['fail', 'failed', 96],
  ])('can be resolved manually: %s', async (action, status, available) => {
    const service = createService()
    await createPaid(service, 100)
    const { ref } = (await service.control('POST', 'payouts', { amount: 50, phone: '0244123789' })).data
    expect((await service.control('POST', `payouts/${ref}/${action}`)).data.status).toBe(status)
    expect(await service.advance('P1D')).toEqual([])
    expect((await service.get('/api/v1/balance')).data.available).toBe(available)
    expect((await service.control('POST', `payouts/${ref}/${action === 'pay' ? 'fail' : 'pay'}`)).error.code).toBe(
      'invalid_state',
    )
    expect((await service.control('POST', 'payouts/pyo_none/pay')).error.code).toBe('not_found')
  })

  it('is rejected when it is invalid or too large', async () => {
    const service = createService()
    await createPaid(service, 100)
    for (const [body, code] of [
      [{}, 'invalid_amount'],
      [{ amount: null }, 'invalid_amount'],
      [{ amount: 1.005, phone: '0244123789' }, 'invalid_amount'],
      [{ amount: 0, phone: '0244123789' }, 'invalid_amount'],
      [{ amount: '9'.repeat(16), phone: '0244123789' }, 'invalid_amount'],
      [{ amount: '9'.repeat(64_000), phone: '0244123789' }, 'invalid_amount'],
      [{ amount: '9'.repeat(15), phone: '0244123789' }, 'insufficient_balance'],
      [{ amount: 5 }, 'invalid_phone'],
      [{ amount: 5, phone: '0214123789' }, 'invalid_phone'],
      [{ amount: 96.01, phone: '0244123789' }, 'insufficient_balance'],
    ] as const)
      expect((await service.control('POST', 'payouts', body)).error.code).toBe(code)
  })
})
