import { describe, expect, it } from 'vitest'
import { productJson } from '../src/api/serializers.js'
import type { ProductRow } from '../src/ledger/index.js'
import { createService, wallet } from './service.js'

const buy = (product_id: string, quantity = 1) => ({
  method: 'mobile_money',
  phone: wallet.phone,
  product_id,
  quantity,
})

describe('a product', () => {
  it("has a slug made from its name, unique among the merchant's products", async () => {
    const service = createService({ seed: 'empty' })
    const slugs: string[] = []
    for (const name of ['Kente tote', 'Kente tote', 'Ɔdɔ Yɛwu!', '—', '💰', 'Ñandú'.repeat(20), 'Ñandú'.repeat(20)])
      slugs.push((await service.post('/api/v1/products', { name, price: 5 })).data.slug)
    expect(slugs.slice(0, 1).concat(slugs.slice(2, 3))).toEqual(['kente-tote', 'odo-yewu'])
    expect(slugs[1]).toMatch(/^kente-tote-[a-z0-9]{10}$/)
    expect(new Set(slugs).size).toBe(7)
    for (const slug of slugs) expect(slug).toMatch(/^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/)
  })

  it('is rejected with a slug that is already used, also by a concurrent request', async () => {
    const service = createService({ seed: 'empty' })
    const body = { name: 'a', price: 5, slug: 'kente' }
    const responses = await Promise.all([
      service.post('/api/v1/products', body),
      service.post('/api/v1/products', body),
    ])
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 422])
    expect(responses.find(({ status }) => status === 422)?.error.field).toBe('slug')
    expect((await service.post('/api/v1/products', body, { key: 'sk_test_other' })).status).toBe(201)
  })

  it('keeps the values that were sent, and trims its name', async () => {
    const service = createService({ seed: 'empty' })
    const body = {
      name: '  Batik  ',
      description: null,
      type: 'physical',
      price: '30.10',
      active: false,
      stock: 0,
      image_url: 'https://x.example/a.png',
    }
    expect((await service.post('/api/v1/products', body)).data).toMatchObject({ ...body, name: 'Batik', price: 30.1 })
  })

  it('is listed with its current values, the same as when read alone', async () => {
    const service = createService({ seed: 'empty' })
    const { id } = (await service.post('/api/v1/products', { name: 'Kɛntɛ "tote"', price: 5, stock: 3 })).data
    await service.post('/api/v1/products', { name: 'other', price: 6 })
    const findListed = async () =>
      (await service.get('/api/v1/products')).data.find((item: { id: string }) => item.id === id)
    for (const stock of [3, 2, 1]) {
      const product = (await service.get(`/api/v1/products/${id}`)).data
      expect(product.stock).toBe(stock)
      // The second time, the text of its row is known.
      expect([await findListed(), await findListed()]).toEqual([product, product])
      await service.post('/api/v1/payments', buy(id))
    }
  })

  it('the text of a mutable row is not cached', () => {
    const open = { id: 'prd_1', price_pesewas: 500n, stock: 2, created_ms: 0 } as ProductRow & { stock: number }
    const before = productJson(open)
    open.stock = 1
    expect([JSON.parse(before).stock, JSON.parse(productJson(open)).stock]).toEqual([2, 1])
  })

  it('that is not active cannot be bought', async () => {
    const service = createService()
    const { id } = (await service.post('/api/v1/products', { name: 'x', price: 5, active: false })).data
    const { status, error } = await service.post('/api/v1/payments', buy(id))
    expect([status, error.code, error.field]).toEqual([409, 'invalid_state', 'product_id'])
    expect((await service.post('/api/v1/checkout/intent', { product_id: id })).error.code).toBe('invalid_state')
  })
})

describe('stock', () => {
  it('stock is reserved by a payment and released when it ends without success', async () => {
    const service = createService()
    const { id } = (await service.post('/api/v1/products', { name: 'x', price: 5, stock: 3 })).data
    const stock = async () => (await service.get(`/api/v1/products/${id}`)).data.stock
    const { ref } = (await service.post('/api/v1/payments', buy(id, 2))).data
    expect(await stock()).toBe(1)
    expect((await service.post('/api/v1/payments', buy(id, 2))).error).toMatchObject({
      code: 'out_of_stock',
      field: 'quantity',
    })
    await service.control('POST', `payments/${ref}/cancel`)
    expect(await stock()).toBe(3)
  })

  it('does not change when a card payment is rejected immediately', async () => {
    const service = createService()
    const { id } = (await service.post('/api/v1/products', { name: 'x', price: 5, stock: 3 })).data
    const card = { number: '4000000000000002', expiry_month: 1, expiry_year: 2030, cvc: '123' }
    const { data } = await service.post('/api/v1/payments', { method: 'card', card, product_id: id, quantity: 2 })
    expect(data.status).toBe('failed')
    expect((await service.get(`/api/v1/products/${id}`)).data.stock).toBe(3)
    expect((await service.get(`/api/v1/orders/${data.order_ref}`)).data.status).toBe('cancelled')
  })

  it('is not reserved by a checkout intent', async () => {
    const service = createService()
    const { id } = (await service.post('/api/v1/products', { name: 'x', price: 5, stock: 1 })).data
    await service.post('/api/v1/checkout/intent', { product_id: id })
    expect((await service.get(`/api/v1/products/${id}`)).data.stock).toBe(1)
    expect((await service.post('/api/v1/checkout/intent', { product_id: id, quantity: 2 })).error.code).toBe(
      'out_of_stock',
    )
  })
})

describe('an order', () => {
  it.each([
    ['digital', 'fulfilled'],
    ['license', 'fulfilled'],
    ['physical', 'paid'],
    ['service', 'paid'],
  ])('for a %s product is %s once it is paid', async (type, status) => {
    const service = createService()
    const { id } = (await service.post('/api/v1/products', { name: 'x', price: 5, type })).data
    const { order_ref } = (await service.post('/api/v1/payments', buy(id, 2))).data
    await service.advance('PT2S')
    expect((await service.get(`/api/v1/orders/${order_ref}`)).data).toMatchObject({
      status,
      total: 10,
      items: [{ product_id: id, quantity: 2, unit_price: 5 }],
    })
  })

  it('is fulfilled by the merchant, masks its buyer, and shows its refunds', async () => {
    const service = createService()
    const { id } = (await service.post('/api/v1/products', { name: 'x', price: 50, type: 'physical' })).data
    const { ref, order_ref } = (
      await service.post('/api/v1/payments', { ...buy(id), name: 'Kofi', email: 'k@x.example' })
    ).data
    const order = async () => (await service.get(`/api/v1/orders/${order_ref}`)).data
    expect((await service.control('POST', `orders/${order_ref}/fulfil`)).error.code).toBe('invalid_state')
    await service.advance('PT2S')
    expect((await service.control('POST', `orders/${order_ref}/fulfil`)).data.status).toBe('fulfilled')
    // A receipt is a page, and the mock server has no pages.
    expect((await order()).receipt_url).toBe(null)
    expect((await order()).buyer).toEqual({ name: 'Kofi', email: 'k@x.example', phone: '+23324***3789' })
    const refund = async (amount: number) =>
      (await service.post('/api/v1/refunds', { payment_ref: ref, amount })).data.ref
    const rejected = await refund(10)
    expect((await order()).status).toBe('refund_pending')
    await service.control('POST', `refunds/${rejected}/reject`)
    expect((await order()).status).toBe('fulfilled')
    await service.control('POST', `refunds/${await refund(10)}/pay`)
    expect(await order()).toMatchObject({ status: 'partially_refunded', refunded_amount: 10 })
    // The service keeps its fee, so another payment must bring the money for the rest.
    await service.post('/api/v1/payments', { ...wallet, amount: 100 })
    await service.advance('PT2S')
    await service.control('POST', `refunds/${await refund(40)}/pay`)
    expect(await order()).toMatchObject({ status: 'refunded', refunded_amount: 50 })
  })
})
