import { describe, expect, it } from 'vitest'
import { createService } from './service.js'

const kofi = { name: ' Kofi Boateng ', phone: '024 412 3789', place: ' GA-183-9105 ', note: ' Call at the gate. ' }
const storedDelivery = { name: 'Kofi Boateng', phone: '+233244123789', place: 'GA-183-9105', note: 'Call at the gate.' }

async function shop() {
  const service = createService()
  const { id } = (await service.post('/api/v1/products', { name: 'Drum', price: 50, type: 'physical' })).data
  const buy = (overrides: object = {}) =>
    service.post('/api/v1/payments', {
      product_id: id,
      method: 'mobile_money',
      phone: '0204123789',
      delivery: kofi,
      ...overrides,
    })
  const readOrder = async (ref: string) => (await service.get(`/api/v1/orders/${ref}`)).data
  return { ...service, buy, readOrder }
}

describe("a buyer's delivery details", () => {
  it('are complete on the order, and not on the payment', async () => {
    const { buy, readOrder, advance } = await shop()
    const { data, text } = await buy()
    expect(text).not.toMatch(/GA-183|gate|244123789/)
    await advance('PT3S')
    expect((await readOrder(data.order_ref)).delivery).toEqual(storedDelivery)
    for (const note of [undefined, ' ']) {
      const short = await buy({ delivery: { name: 'Esi', phone: '+233 20 412 3789', place: 'Osu', note } })
      expect((await readOrder(short.data.order_ref)).delivery).toEqual({
        name: 'Esi',
        phone: '+233204123789',
        place: 'Osu',
        note: null,
      })
    }
    expect((await readOrder((await buy({ delivery: undefined })).data.order_ref)).delivery).toBe(null)
  })

  it('are deleted when the order is cancelled, and 180 days after it was created', async () => {
    const { buy, readOrder, advance } = await shop()
    const orderRef = (await buy()).data.order_ref
    const declined = (await buy({ phone: '0204123049' })).data.order_ref
    const declinedCard = { number: '4000000000000002', expiry_month: 8, expiry_year: 2029, cvc: '123' }
    const atOnce = (await buy({ method: 'card', phone: undefined, card: declinedCard })).data.order_ref
    await advance('PT3S')
    for (const ref of [declined, atOnce])
      expect(await readOrder(ref)).toMatchObject({ status: 'cancelled', delivery: null })
    await advance('P179D')
    expect((await readOrder(orderRef)).delivery).toEqual(storedDelivery)
    await advance('P1D')
    expect(await readOrder(orderRef)).toMatchObject({
      status: 'paid',
      delivery: null,
      buyer: { phone: '+23320***3789' },
    })
  })

  it.each([
    [{ ...kofi, phone: '12' }, 'invalid_phone', 'delivery.phone'],
    [{ ...kofi, phone: '+1 202 555 0100' }, 'invalid_phone', 'delivery.phone'],
    [{ ...kofi, place: ' ' }, 'invalid_request', 'delivery.place'],
    [{ ...kofi, name: '' }, 'invalid_request', 'delivery.name'],
    [{ ...kofi, note: 'x'.repeat(501) }, 'invalid_request', 'delivery.note'],
    [{ ...kofi, town: 'Osu' }, 'invalid_request', 'delivery.town'],
    [{ name: 'Kofi', phone: '0244123789' }, 'invalid_request', 'delivery.place'],
    ['Osu', 'invalid_request', 'delivery'],
  ])('%j is rejected by its field', async (delivery, code, field) => {
    const { buy, ledger } = await shop()
    const before = ledger()
    expect((await buy({ delivery })).error).toMatchObject({ code, field })
    expect(ledger()).toBe(before)
  })

  it('are rejected when the payment has no order', async () => {
    const { buy } = await shop()
    const { status, error } = await buy({ product_id: undefined, amount: 5 })
    expect([status, error.code, error.field]).toEqual([422, 'invalid_request', 'delivery'])
  })

  it('appear neither in the log nor in the response stored for an Idempotency-Key', async () => {
    const { buy, post, mock, ledger } = await shop()
    await buy()
    await buy({ delivery: { ...kofi, phone: 'GA-183-9105' } })
    const logJson = JSON.stringify(mock.requests.list(2))
    expect(logJson).toContain('"delivery":"[redacted]"')
    expect(logJson).not.toMatch(/GA-183|Boateng|gate/)
    await post('/api/v1/payments', { amount: 5, method: 'mobile_money', phone: '0204123789' })
    expect(ledger().match(/GA-183/g)).toHaveLength(1)
  })
})
