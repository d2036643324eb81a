import phones from '@cedi/contract/fixtures/phones.json' with { type: 'json' }
import { describe, expect, it } from 'vitest'
import { card, createService, expectRejection, wallet } from './service.js'

describe('phones and cards', () => {
  it.each([...phones.rejected, '024412378a', '+233+244123789', '+1 202 555 0100'])(
    'reject the phone %j',
    async (phone) => {
      const error = await expectRejection(createService(), '/api/v1/payments', { ...wallet, phone }, 422)
      expect([error.code, error.field]).toEqual(['invalid_phone', 'phone'])
    },
  )

  it('accept every phone of the shared table and return it masked', async () => {
    for (const { given: input, phone } of phones.accepted) {
      const { data } = await createService().post('/api/v1/payments', { ...wallet, network: 'mtn', phone: input })
      expect([input, data?.phone]).toEqual([input, `${phone.slice(0, 6)}***${phone.slice(-4)}`])
    }
  })

  it.each([
    ['4242424242424241', 'invalid_request'],
    ['378282246310005', 'network_mismatch'],
    ['6011111111111117', 'network_mismatch'],
    ['4242-4242-4242-4242', 'invalid_request'],
    ['4242', 'invalid_request'],
    ['4'.repeat(20), 'invalid_request'],
  ])('reject the card %s', async (number, code) => {
    const error = await expectRejection(createService(), '/api/v1/payments', card(number), 422)
    expect([error.code, error.field]).toEqual([code, 'card.number'])
  })

  it('are accepted only with their own method', async () => {
    const service = createService()
    const { card: details } = card()
    expect((await expectRejection(service, '/api/v1/payments', { ...wallet, card: details }, 422)).field).toBe('card')
    expect((await expectRejection(service, '/api/v1/payments', { ...wallet, phone: undefined }, 422)).field).toBe(
      'phone',
    )
    expect((await expectRejection(service, '/api/v1/payments', { amount: 5, method: 'card' }, 422)).field).toBe('card')
    expect((await expectRejection(service, '/api/v1/payments', { ...card(), network: 'mastercard' }, 422)).code).toBe(
      'network_mismatch',
    )
    expect(await expectRejection(service, '/api/v1/payments', { ...card(), phone: '1'.repeat(10) }, 422)).toMatchObject(
      {
        code: 'invalid_phone',
        field: 'phone',
      },
    )
    for (const [name, value] of [
      ['cvc', 123],
      ['cvc', '12'],
      ['cvc', '12345'],
      ['expiry_month', 0],
      ['expiry_month', 13],
      ['expiry_month', '12'],
      ['expiry_year', 30],
      ['expiry_year', 2101],
    ] as const)
      expect(
        (await expectRejection(service, '/api/v1/payments', { ...card(), card: { ...details, [name]: value } }, 422))
          .field,
      ).toBe(`card.${name}`)
  })

  it('fail with expired_card after the last day of the month, and not before', async () => {
    const service = createService({ startMs: Date.UTC(2026, 1, 28, 23, 59, 59, 999) })
    const body = { ...card(), card: { ...card().card, expiry_month: 2, expiry_year: 2026 } }
    expect((await service.post('/api/v1/payments', body)).data.status).toBe('succeeded')
    await service.mock.clock.advance(1)
    expect((await service.post('/api/v1/payments', body)).data).toMatchObject({
      status: 'failed',
      failure: { code: 'expired_card' },
    })
  })
})

describe('addresses', () => {
  it.each([
    'javascript:alert(1)',
    'http://shop.example',
    'https://',
    'https:// x',
    'ftp://x',
    '//x',
    'https://a b',
    'http://localhost.evil.example',
    'http://127.0.0.1@evil.example',
    `https://x/${'a'.repeat(2048)}`,
  ])('reject the return_url %s', async (return_url) => {
    const service = createService()
    for (const [path, body] of [
      ['/api/v1/payments', wallet],
      ['/api/v1/checkout/intent', { amount: 5 }],
    ] as const)
      expect((await expectRejection(service, path, { ...body, return_url }, 422)).field).toBe('return_url')
  })

  it.each(['https://shop.example/thanks?a=b#c', 'http://localhost:3000/x', 'http://127.0.0.1', 'http://[::1]:8080/'])(
    'accept the return_url %s, written as a browser writes it',
    async (return_url) => {
      const service = createService()
      const { data } = await service.post('/api/v1/checkout/intent', { amount: 5, return_url })
      expect(data.return_url).toBe(new URL(return_url).href)
    },
  )
})

describe('metadata', () => {
  it('metadata is returned as it was sent, even with names like constructor', async () => {
    const metadata = { constructor: 'a', toString: 'b', 'x.y-z_1': '', long: '€'.repeat(500) }
    expect((await createService().post('/api/v1/payments', { ...wallet, metadata })).data.metadata).toEqual(metadata)
  })
  it('is rejected with more than fifty strings, or a string of more than five hundred characters', async () => {
    const service = createService()
    const tooMany = Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`k${index}`, 'v']))
    for (const metadata of [
      tooMany,
      { a: 'x'.repeat(501) },
      { 'a b': 'x' },
      { '': 'x' },
      { a: 1 },
      { a: null },
      { ['k'.repeat(41)]: 'x' },
      [],
      'x',
    ])
      expect((await expectRejection(service, '/api/v1/payments', { ...wallet, metadata }, 422)).field).toMatch(
        /^metadata(?:\.a)?$/,
      )
    expect(
      (await expectRejection(service, '/api/v1/payments', { ...wallet, metadata: { order: 1042 } }, 422)).field,
    ).toBe('metadata.order')
    expect(
      (
        await expectRejection(
          service,
          '/api/v1/payments',
          JSON.stringify(wallet).replace('}', ',"metadata":{"__proto__":"x"}}'),
          422,
        )
      ).field,
    ).toBe('metadata')
  })
})
