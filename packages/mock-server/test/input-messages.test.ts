// Messages for each invalid field of a body.
import { describe, expect, it } from 'vitest'
import { card, createService, expectRejection, wallet } from './service.js'

const payments = '/api/v1/payments'
const intent = '/api/v1/checkout/intent'
const products = '/api/v1/products'
const { card: details } = card()
const cardWith = (overrides: object) => [payments, { ...card(), card: { ...details, ...overrides } }] as const
const orderFor = (overrides: object) =>
  [
    payments,
    { ...wallet, product_id: 'prd_1', delivery: { name: 'Kofi', phone: '0244123789', place: 'Osu', ...overrides } },
  ] as const
const product = { name: 'Tote', price: 5 }
const notOnlySpace = (maximum: number) => `a text of 1 to ${maximum} characters that is not only space`
const metadata =
  'metadata must be an object of at most 50 texts of up to 500 characters; names have 1 to 40 letters, digits, dots, dashes or underscores.'

describe('an invalid field is rejected with its requirement:', () => {
  it.each<readonly [path: string, body: object, message: string]>([
    [...cardWith({ number: '12' }), 'card.number must be the digits of a card number.'],
    [...cardWith({ cvc: 123 }), 'card.cvc must be three or four digits in quotation marks.'],
    [...cardWith({ expiry_month: 13 }), 'card.expiry_month must be a month from 1 to 12.'],
    [...cardWith({ expiry_month: 1.5 }), 'card.expiry_month must be a month from 1 to 12.'],
    [...cardWith({ expiry_year: 30 }), 'card.expiry_year must be a year of four digits, such as 2030.'],
    [payments, { ...card(), card: 5 }, 'card must be an object.'],
    [payments, { ...wallet, currency: 'USD' }, 'currency must be GHS.'],
    [payments, { ...wallet, email: 'kofi' }, 'email must be an e-mail address of at most 254 characters.'],
    [
      payments,
      { ...wallet, return_url: 'ftp://shop.example' },
      'return_url must be an address that starts with https:// (http:// only for this machine).',
    ],
    [
      payments,
      { ...wallet, metadata: { basket: 5 } },
      'metadata.basket must be a text of up to 500 characters, such as "1042".',
    ],
    [payments, { ...wallet, metadata: { 'my basket': '5' } }, metadata],
    [payments, { ...wallet, product_id: 'prd_1', quantity: 0 }, 'quantity must be a whole number from 1 to 99.'],
    [...orderFor({ name: ' ' }), `delivery.name must be ${notOnlySpace(120)}.`],
    [...orderFor({ place: ' ' }), `delivery.place must be ${notOnlySpace(200)}.`],
    [
      intent,
      { amount: 5, allowed_origins: ['https://shop.example', 'shop.example'] },
      'allowed_origins[1] must be an origin such as https://shop.example (http:// only for this machine).',
    ],
    [intent, { amount: 5, channels: ['card', 'card'] }, 'channels must name nothing twice.'],
    [products, { ...product, name: ' ' }, `name must be ${notOnlySpace(120)}.`],
    [
      products,
      { ...product, slug: 'Kente tote' },
      'slug must be small letters, digits and dashes, at most 64, with a letter or digit at both ends.',
    ],
    [
      products,
      { ...product, image_url: 'http://shop.example/a.png' },
      'image_url must be an address that starts with https://.',
    ],
  ])('POST %s %o', async (path, body, message) => {
    expect((await expectRejection(createService(), path, JSON.stringify(body), 422)).message).toBe(message)
  })
})
