// Error messages contain the cause, the field and the solution. Each is compared literally, because merchants see
// nothing else.
import { describe, expect, it } from 'vitest'
import { card, createService, expectRejection, wallet } from './service.js'

const payments = '/api/v1/payments'
const intent = '/api/v1/checkout/intent'
const refunds = '/api/v1/refunds'
const products = '/api/v1/products'
const { card: details } = card()
const delivery = { name: 'Kofi', phone: '0244123789', place: 'Osu' }
const noPhone = 'must be a Ghanaian mobile number, such as 0244123789 or +233244123789.'
const noAmount = 'must be a number in GH₵ with at most two decimals, such as 45.5 or "45.50".'
const noSlash = 'is not an address. Send one such as https://shop.example/a.'

describe('an input error', () => {
  it.each([
    [payments, { ...wallet, amount: 1.005 }, 'invalid_amount', 'amount', `amount ${noAmount}`],
    [refunds, { payment_ref: 'pay_1', amount: 0.001 }, 'invalid_amount', 'amount', `amount ${noAmount}`],
    [products, { name: 'Tote', price: '1.005' }, 'invalid_amount', 'price', `price ${noAmount}`],
    [payments, { ...wallet, product_id: 'prd_1' }, 'invalid_request', 'amount', 'Send amount or product_id, not both.'],
    [intent, {}, 'invalid_request', 'amount', 'amount is missing. Send amount or product_id.'],
    [
      payments,
      { ...wallet, quantity: 2 },
      'invalid_request',
      'quantity',
      'quantity needs a product_id. Send both, or only an amount.',
    ],
    [
      payments,
      { ...wallet, card: details },
      'invalid_request',
      'card',
      'card is only for the method card. Leave it out, or change the method.',
    ],
    [
      payments,
      { ...wallet, phone: undefined },
      'invalid_request',
      'phone',
      'phone is missing. Add it: a mobile money payment needs it.',
    ],
    [payments, { ...wallet, phone: '12' }, 'invalid_phone', 'phone', `phone ${noPhone}`],
    [payments, { ...card(), phone: '12' }, 'invalid_phone', 'phone', `phone ${noPhone}`],
    [
      payments,
      { ...wallet, network: 'visa' },
      'network_mismatch',
      'network',
      'network must be one of mtn, telecel, airteltigo when method is mobile_money.',
    ],
    [
      payments,
      { ...wallet, phone: '0214123789' },
      'invalid_request',
      'network',
      'network is missing, and the phone number does not tell it. Send mtn, telecel or airteltigo.',
    ],
    [
      payments,
      { amount: 5, method: 'card' },
      'invalid_request',
      'card',
      'card is missing. Add it: a card payment needs it.',
    ],
    [payments, card('4242424242424241'), 'invalid_request', 'card.number', 'card.number has a wrong digit. Check it.'],
    [
      payments,
      card('378282246310005'),
      'network_mismatch',
      'card.number',
      'card.number must be of a Visa or Mastercard card.',
    ],
    [
      payments,
      { ...card(), network: 'mastercard' },
      'network_mismatch',
      'network',
      'network is mastercard, but the card is of visa. Leave network out.',
    ],
    [
      payments,
      { ...wallet, delivery: delivery },
      'invalid_request',
      'delivery',
      'delivery belongs to an order. Send product_id with it.',
    ],
    [
      payments,
      { ...wallet, metadata: { mock_scenario: 'rain' } },
      'invalid_request',
      'metadata.mock_scenario',
      'metadata.mock_scenario must be one of succeed, fail, pending, expire, late_money, double_confirmation, challenge, payer_limit_reached, payer_not_found, payment_not_approved, insufficient_funds, provider_error, card_declined, expired_card, incorrect_cvc, processing_error.',
    ],
    [payments, { ...wallet, return_url: 'https://a\\b' }, 'invalid_request', 'return_url', `return_url ${noSlash}`],
    [
      intent,
      { amount: 5, return_url: 'https://ama:secret@shop.example' },
      'invalid_request',
      'return_url',
      'return_url must not hold a name or a password.',
    ],
    [
      intent,
      { amount: 5, return_url: 'https://ama@shop.example' },
      'invalid_request',
      'return_url',
      'return_url must not hold a name or a password.',
    ],
    [
      products,
      { name: 'Tote', price: 5, image_url: 'https://:secret@shop.example' },
      'invalid_request',
      'image_url',
      'image_url must not hold a name or a password.',
    ],
    [
      intent,
      { amount: 5, allowed_origins: ['https://shop.example', 'https://shop.example:99999'] },
      'invalid_request',
      'allowed_origins[1]',
      'allowed_origins[1] is not an address. Send one such as https://shop.example.',
    ],
    [refunds, { payment_ref: 'pay_1', amount: 0 }, 'amount_too_small', 'amount', 'amount must be more than GH₵0.00.'],
    [
      refunds,
      { payment_ref: 'pay_1', amount: '1000000.01' },
      'amount_too_large',
      'amount',
      'amount must be at most GH₵1,000,000.00.',
    ],
  ] as const)('for %s with %j states the problem and the solution', async (path, body, code, field, message) => {
    expect(await expectRejection(createService(), path, body, 422)).toMatchObject({ code, field, message })
  })

  it('names an invalid header', async () => {
    const { error, status } = await createService().post(payments, wallet, { headers: { 'X-Mock-Scenario': '' } })
    expect([status, error.code]).toEqual([400, 'invalid_header'])
    expect(error.message).toMatch(/^X-Mock-Scenario must be one of succeed, fail, .*, processing_error\.$/)
  })

  it('names the field of an invalid delivery phone', async () => {
    const service = createService()
    const { id } = (await service.post(products, { name: 'Tote', price: 5, type: 'physical' })).data
    const body = { method: 'mobile_money', phone: wallet.phone, product_id: id, delivery: { ...delivery, phone: '12' } }
    expect((await service.post(payments, body)).error).toMatchObject({
      code: 'invalid_phone',
      field: 'delivery.phone',
      message: `delivery.phone ${noPhone}`,
    })
  })

  it('names a slug that is already used', async () => {
    const service = createService()
    await service.post(products, { name: 'Tote', price: 5, slug: 'tote' })
    expect((await service.post(products, { name: 'Tote', price: 5, slug: 'tote' })).error).toMatchObject({
      code: 'invalid_request',
      field: 'slug',
      message: 'The slug tote is taken by another product. Choose another.',
    })
  })
})

describe('a not_found error', () => {
  it.each([
    [
      payments,
      { method: 'mobile_money', phone: wallet.phone, product_id: 'prd_x' },
      'product_id',
      'product prd_x. Check the id',
    ],
    [intent, { product_id: 'prd_x' }, 'product_id', 'product prd_x. Check the id'],
    [refunds, { payment_ref: 'pay_x' }, 'payment_ref', 'payment pay_x. Check the reference'],
    [refunds, { payment_ref: 'p'.repeat(64) }, 'payment_ref', `payment ${'p'.repeat(64)}. Check the reference`],
  ])('for %s with %j names the missing record', async (path, body, field, expectation) => {
    expect((await createService().post(path, body)).error).toMatchObject({
      code: 'not_found',
      field,
      message: `There is no ${expectation}.`,
    })
  })
})

describe('the next action', () => {
  it('contains the amount and the masked number for a wallet, and the URL of the page for a card', async () => {
    const service = createService()
    expect((await service.post(payments, wallet)).data.next_action).toEqual({
      type: 'approve_on_phone',
      url: null,
      message: 'Approve the payment of GH₵45.50 on the phone with the number +23324***3789.',
    })
    const { next_action } = (await service.post(payments, card('4000002500003155'))).data
    expect(next_action).toMatchObject({ type: 'redirect', message: 'Confirm the payment on the page of your bank.' })
    expect(next_action.url).toMatch(/^http:\/\/cedi\.test\/challenge\/./)
  })

  it('is null for a card payment that stays pending', async () => {
    const headers = { 'X-Mock-Scenario': 'pending' }
    const { status, next_action } = (await createService().post(payments, card(), { headers })).data
    expect([status, next_action]).toEqual(['pending', null])
  })
})
