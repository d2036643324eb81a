import { describe, expect, it } from 'vitest'
import { card, createPaid, createService, scaleCount, wallet } from './service.js'

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

  it('for an unknown payment is rejected', async () => {
    const { status, error } = await createService().post('/api/v1/refunds', { payment_ref: 'x'.repeat(64), amount: 1 })
    expect([status, error.code, error.field]).toEqual([404, 'not_found', 'payment_ref'])
  })
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

describe('races', () => {
  it('of 64 refunds, 64 payouts and 64 buyers succeed exactly as often as the balance and the stock allow', async () => {
    for (let round = 0; round < scaleCount(20); round++) {
      const service = createService({ seed: 'empty', randomSeed: round })
      const { ref } = await createPaid(service, 100)
      const { id } = (await service.post('/api/v1/products', { name: 'x', price: 1, stock: 10 })).data
      const count = (responses: { status: number }[]) => responses.filter(({ status }) => status === 201).length
      const [refunds, payouts, buyers] = await Promise.all([
        // The payment of 100.00 left 96.00, enough for six refunds or payouts of 16.00.
        Promise.all(
          Array.from({ length: 64 }, () => service.post('/api/v1/refunds', { payment_ref: ref, amount: 16 })),
        ),
        Promise.all(
          Array.from({ length: 64 }, () => service.control('POST', 'payouts', { amount: 16, phone: '0244123129' })),
        ),
        Promise.all(
          Array.from({ length: 64 }, () =>
            service.post('/api/v1/payments', { method: 'mobile_money', phone: '0244123129', product_id: id }),
          ),
        ),
      ])
      expect(count(refunds) + count(payouts)).toBe(6)
      expect(count(buyers)).toBe(10)
      const codes = new Set([...refunds, ...payouts, ...buyers].flatMap(({ error }) => error?.code ?? []))
      expect([...codes].sort()).toEqual(expect.arrayContaining(['insufficient_balance', 'out_of_stock']))
      expect((await service.control('GET', 'ledger/verify')).data.ok).toBe(true)
      expect((await service.get('/api/v1/balance')).data).toMatchObject({ available: 0, reserved: 96 })
      expect((await service.get(`/api/v1/products/${id}`)).data.stock).toBe(0)
      const rows = (await service.control('GET', 'ledger/accounts')).data as { nature: string; balance: number }[]
      expect(
        rows.reduce((sum, row) => sum + Math.round(row.balance * 100) * (row.nature === 'debit' ? 1 : -1), 0),
      ).toBe(0)
    }
  }, 600_000)

  it('with many concurrent payments lose no payment', async () => {
    const service = createService({ seed: 'empty' })
    const payments = scaleCount(200)
    const responses = await Promise.all(
      Array.from({ length: payments }, () => service.post('/api/v1/payments', wallet)),
    )
    expect(new Set(responses.map(({ data }) => data.ref)).size).toBe(payments)
    await Promise.all(Array.from({ length: 200 }, () => service.control('POST', 'clock/advance', { by: 'PT1S' })))
    expect((await service.get('/api/v1/balance')).data.available).toBe((4341 * payments) / 100)
    expect((await service.control('GET', 'ledger/verify')).data).toMatchObject({ ok: true, entries: 2 * payments })
  })
})
