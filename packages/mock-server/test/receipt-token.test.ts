import { describe, expect, it } from 'vitest'
import type { OrderRow, PaymentRow } from '../src/ledger/index.js'
import { createServer } from '../src/server/mock-server.js'
import {
  getReceiptUrl,
  type ReceiptKind,
  readReceipt,
  receiptToken,
  toReceiptSubject,
} from '../src/service/receipt-token.js'
import { signToken } from '../src/service/token.js'
import { base, createService, wallet } from './service.js'

const secret = 'the secret of this service'
const payment = { merchant: 'demo', id: 'pay_1', amount_pesewas: 12_000n, created_ms: 5, status: 'succeeded' }
const order = {
  merchant: 'demo',
  id: 'ord_1',
  payment_ref: 'pay_1',
  total_pesewas: 12_000n,
  created_ms: 5,
  base_status: 'paid',
}
const paymentRow = (changes: object = {}) => ({ ...payment, ...changes }) as unknown as PaymentRow
const orderRow = (changes: object = {}) => ({ ...order, ...changes }) as unknown as OrderRow

/** The address that a service with receipts, or without, gives. */
const getUrl = (row: PaymentRow | OrderRow, hasReceipts = true) => {
  const context = { secret, hasReceipts, baseUrl: 'https://pay.example/cedi' }
  return getReceiptUrl({ context, request: {} } as unknown as Parameters<typeof getReceiptUrl>[0], row)
}

describe('a receipt', () => {
  it.each<ReceiptKind>(['receipt', 'proof'])('that is a %s is read back with its payment', (kind) => {
    const claims = { k: kind, m: 'demo', p: 'pay_1', a: 12_000, c: 5 }
    // A payment and its order have the same receipt.
    for (const row of [paymentRow(), orderRow()])
      expect(readReceipt(secret, receiptToken(secret, kind, toReceiptSubject(row)))).toEqual(claims)
    expect(receiptToken(secret, kind, toReceiptSubject(orderRow()))).toBe(
      receiptToken(secret, kind, toReceiptSubject(paymentRow())),
    )
  })

  it('is rejected if it is from another service, changed or truncated', () => {
    const token = receiptToken(secret, 'proof', toReceiptSubject(paymentRow()))
    const [payload = '', signature = ''] = token.split('.')
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
    // The proof alone must not give access to the complete receipt.
    const complete = Buffer.from(JSON.stringify({ ...claims, k: 'receipt' })).toString('base64url')
    for (const invalidToken of [
      receiptToken('another secret', 'proof', toReceiptSubject(paymentRow())),
      `${complete}.${signature}`,
      token.slice(0, -1),
      payload,
      '',
    ])
      expect(readReceipt(secret, invalidToken), invalidToken).toBeUndefined()
  })

  it.each([
    ['of no kind', { k: undefined }],
    ['of another kind', { k: 'checkpoint' }],
    ['of an empty kind', { k: '' }],
    ['of another kind without a merchant', { k: 'checkpoint', m: undefined }],
    ['of another kind without a payment', { k: 'checkpoint', p: undefined }],
    ['without a merchant', { m: undefined }],
    ['with a number for a merchant', { m: 1 }],
    ['without a payment', { p: undefined }],
    ['with a number for a payment', { p: 1 }],
    ['without both', { m: undefined, p: undefined }],
  ])('is rejected for another token of this service: %s', (_, changes) => {
    const claims = { k: 'receipt', m: 'demo', p: 'pay_1', a: 12_000, c: 5 }
    expect(readReceipt(secret, signToken(secret, claims))).toEqual(claims)
    expect(readReceipt(secret, signToken(secret, { ...claims, ...changes }))).toBeUndefined()
  })
})

describe('the address of a receipt', () => {
  const address = () =>
    `https://pay.example/cedi/receipt/${signToken(secret, { k: 'receipt', m: 'demo', p: 'pay_1', a: 12_000, c: 5 })}`

  it.each([
    ['pending', false],
    ['succeeded', true],
    ['failed', false],
    ['expired', false],
    ['cancelled', false],
  ])('of a payment that is %s is given: %s', (status, hasReceipt) => {
    expect(getUrl(paymentRow({ status }))).toBe(hasReceipt ? address() : null)
  })

  it.each([
    ['pending', false],
    ['paid', true],
    ['fulfilled', true],
    ['cancelled', false],
  ])('of an order that is %s is given: %s', (base_status, hasReceipt) => {
    expect(getUrl(orderRow({ base_status }))).toBe(hasReceipt ? address() : null)
  })

  it('is null on a service without receipts', () => {
    expect([getUrl(paymentRow(), false), getUrl(orderRow(), false)]).toEqual([null, null])
  })

  it('a paid order links to the receipt of its payment', async () => {
    const startMs = 1_800_000_000_000
    const service = createService({ secret, startMs }, (options) => createServer(options, { hasReceipts: true }))
    const { id } = (await service.post('/api/v1/products', { name: 'Tote', price: '120.50' })).data
    const body = { method: 'mobile_money', phone: wallet.phone, product_id: id, quantity: 2 }
    const payment = (await service.post('/api/v1/payments', body)).data
    const read = async () => (await service.get(`/api/v1/orders/${payment.order_ref}`)).data
    expect((await read()).receipt_url).toBe(null)
    await service.advance('PT2S')
    const { receipt_url } = await read()
    const [origin, token] = receipt_url.split('/receipt/')
    expect(origin).toBe(base)
    expect(readReceipt(secret, token)).toEqual({
      k: 'receipt',
      m: 'demo',
      p: payment.ref,
      a: 24_100,
      c: startMs,
    })
  })
})
