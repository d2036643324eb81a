import { describe, expect, test } from 'vitest'
import {
  contactFields,
  isInPairs,
  parseCode,
  parseContact,
  parseExpiry,
  parseInstrument,
  toProblem,
} from '../../src/checkout/form-input.js'

const nowMs = Date.UTC(2026, 0, 1)
const card = { number: '4242 4242 4242 4242', expiry: '08/29', cvc: '123' }
const read = (fields: Readonly<Record<string, string>>) => parseInstrument('card', { ...card, ...fields }, nowMs)

describe('the instrument of a form', () => {
  test('is the number of a wallet as it was typed, with the chosen network', () => {
    expect(parseInstrument('telecel', { phone: ' 024 412 3789 ' }, nowMs)).toEqual({
      method: 'mobile_money',
      network: 'telecel',
      phone: '024 412 3789',
    })
    for (const fields of [{}, { phone: '' }, { phone: '024 412 378' }])
      expect(parseInstrument('mtn', fields, nowMs)).toEqual({ field: 'phone', text: 'badPhone' })
  })

  test('is a card with its number without spaces, and its month and year as numbers', () => {
    expect(read({ number: ' 4242 4242 4242 4242 ', cvc: ' 123 ' })).toEqual({
      method: 'card',
      card: { number: '4242424242424242', expiry_month: 8, expiry_year: 2029, cvc: '123' },
    })
  })

  test.each(['8/29', '08 / 2029', '0829', ' 8 / 29 ', '082029'])(
    'expires in August 2029 with the expiry "%s"',
    (expiry) => {
      expect(read({ expiry })).toMatchObject({ card: { expiry_month: 8, expiry_year: 2029 } })
    },
  )

  test.each(['', '13/29', '00/29', '8', '8/2', '8/1929', 'x8/29', '8/29x', '8//29', '8/20290'])(
    'is rejected with the expiry "%s"',
    (expiry) => {
      expect(read({ expiry })).toEqual({ field: 'expiry', text: 'badExpiry' })
    },
  )

  test('is rejected for an expired card, and accepted for a card that expires this month', () => {
    expect(read({ expiry: '12/25' })).toEqual({ field: 'expiry', text: 'expired_card' })
    expect(read({ expiry: '1/26' })).toMatchObject({ method: 'card' })
    expect(read({ expiry: '10/26' })).toMatchObject({ card: { expiry_month: 10 } })
    expect(read({ expiry: '12/26' })).toMatchObject({ card: { expiry_month: 12 } })
  })

  test.each([
    '',
    '4242 4242 4242 4241',
    '4242',
    '9999 9999 9999 9995',
    '4242x4242424242424',
    '42424242424242424242424242424242',
  ])('is rejected with the card number "%s"', (number) => {
    expect(read({ number })).toEqual({ field: 'number', text: 'badCard' })
  })

  test('requires a security code of three or four digits', () => {
    expect(read({ cvc: '1234' })).toMatchObject({ card: { cvc: '1234' } })
    for (const cvc of ['', '12', '12345', '12a', 'a123', '123a'])
      expect(read({ cvc })).toEqual({ field: 'cvc', text: 'badCvc' })
  })

  test('is rejected with the first invalid field', () => {
    expect(read({ number: '', expiry: '', cvc: '' })).toMatchObject({ field: 'number' })
    expect(read({ expiry: '', cvc: '' })).toMatchObject({ field: 'expiry' })
  })
})

describe('the delivery details of a form', () => {
  const kofi = { name: 'Kofi', place: 'Osu', phone: '024 412 3789' }
  const delivery = { name: 'Kofi', phone: '024 412 3789', place: 'Osu', note: '' }

  test("contain the wallet's number unless the buyer types another one", () => {
    expect(parseContact('delivery', kofi)).toEqual({ email: undefined, name: 'Kofi', delivery })
    expect(parseContact('delivery', { ...kofi, reach: ' 020 412 3789 ', remark: 'Gate' })).toEqual({
      email: undefined,
      name: 'Kofi',
      delivery: { ...delivery, phone: '020 412 3789', note: 'Gate' },
    })
    expect(parseContact('delivery', { ...kofi, reach: ' ' })).toMatchObject({ delivery })
  })

  test('are rejected with the first empty or invalid field', () => {
    expect(parseContact('delivery', { place: 'Osu', phone: kofi.phone })).toEqual({ field: 'name', text: 'badName' })
    expect(parseContact('delivery', { ...kofi, name: '  ' })).toEqual({ field: 'name', text: 'badName' })
    expect(parseContact('delivery', { name: 'Kofi', phone: kofi.phone })).toEqual({ field: 'place', text: 'badPlace' })
    expect(parseContact('delivery', { ...kofi, place: '  ' })).toEqual({ field: 'place', text: 'badPlace' })
    for (const texts of [
      { ...kofi, phone: '' },
      { name: 'Kofi', place: 'Osu' },
      { ...kofi, reach: '12' },
    ])
      expect(parseContact('delivery', texts)).toEqual({ field: 'reach', text: 'badReach' })
  })

  test.each([null, undefined, 'email' as const])(
    'contain at most a name and an email address if %s is required',
    (requirement) => {
      expect(parseContact(requirement, {})).toEqual({ email: undefined, name: undefined })
      expect(parseContact(requirement, { name: '', email: ' ' })).toEqual({ email: undefined, name: undefined })
      expect(parseContact(requirement, { ...kofi, email: ' kofi@example.com ' })).toEqual({
        email: 'kofi@example.com',
        name: 'Kofi',
      })
    },
  )

  test.each([
    'kofi',
    'kofi@',
    '@example.com',
    'a b@example.com',
    'a@b c',
    'a@b@c',
    'kofi@gmail',
    'kofi@gmail..com',
    'kofi@.com',
    'mailto:kofi@gmail.com',
    `${'a'.repeat(65)}@b.com`,
    `a@${'b'.repeat(250)}.com`,
  ])('are rejected with the email address "%s"', (email) => {
    for (const requirement of [null, 'email', 'delivery'] as const)
      expect(parseContact(requirement, { ...kofi, email })).toEqual({ field: 'email', text: 'badEmail' })
  })

  test('accept an email address of any valid length', () => {
    const email = `${'a'.repeat(64)}@${'b'.repeat(185)}.com`
    expect(parseContact('email', { email })).toMatchObject({ email })
  })

  test('contain only these fields', () => {
    expect(contactFields).toEqual(['phone', 'name', 'place', 'reach', 'remark', 'email'])
  })
})

test('invisible direction marks in copied text are removed', () => {
  const addFormatCharacters = (text: string) => `\u202a${text}\u202c\u200f`
  const { number, expiry, cvc } = card
  expect(parseInstrument('mtn', { phone: addFormatCharacters('+233 24 412 3789') }, nowMs)).toMatchObject({
    phone: '+233 24 412 3789',
  })
  expect(
    read({ number: addFormatCharacters(number), expiry: addFormatCharacters(expiry), cvc: addFormatCharacters(cvc) }),
  ).toEqual(read({}))
  expect(parseCode(addFormatCharacters('123 456'))).toBe('123456')
  const kofi = { name: 'Kofi', place: 'Osu', reach: '0204123789', remark: 'Gate', email: 'kofi@example.com' }
  const values = Object.fromEntries(Object.entries(kofi).map(([name, text]) => [name, addFormatCharacters(text)]))
  expect(parseContact('delivery', values)).toEqual(parseContact('delivery', kofi))
  expect(parseContact('delivery', { ...kofi, place: addFormatCharacters('') })).toEqual({
    field: 'place',
    text: 'badPlace',
  })
})

test.each([
  '08/29',
  '08 / 29',
  '8/29',
  '0829',
  '08 / 2029',
  '08/2029',
  '8 / 2029',
  '08-29',
  '08.29',
  '08 29',
  '08\u201129',
  '08\u00a0/\u00a02029',
  '2029-08',
  '2029/8',
  '\uff10\uff18/\uff12\uff19',
  ' 08/29 ',
])('the expiry %j is August 2029', (text) => {
  expect(parseExpiry(text)).toEqual({ month: 8, year: 2029 })
})

test.each(['', '13/29', '00/29', '08', '08/2', '8/129', '2029-13', '08/29/01', 'Aug 29'])(
  'the expiry %j is invalid',
  (text) => {
    expect(parseExpiry(text)).toBeUndefined()
  },
)

test.each(['4242-4242-4242-4242', '4242.4242.4242.4242', '4242\u00a04242\u00a04242\u00a04242'])(
  'the card number %j is accepted',
  (number) => {
    expect(read({ number })).toEqual(read({}))
  },
)

test('a code has four to twelve digits with any grouping', () => {
  for (const [text, code] of [
    ['123456', '123456'],
    [' 12-34 56 ', '123456'],
    ['1234', '1234'],
    ['123456789012', '123456789012'],
  ] as const)
    expect(parseCode(text)).toBe(code)
  for (const text of [undefined, '', '123', '1234567890123', '12a4', 'a1234', '1234a', '12.34'])
    expect(parseCode(text)).toBeUndefined()
})

test('an error of the service is shown at its field', () => {
  const at = (code: string, field?: string) => toProblem({ code, field })
  expect(at('out_of_stock', 'code')).toEqual({ field: '', text: 'outOfStock' })
  expect(at('invalid_phone', 'delivery.phone')).toEqual({ field: 'reach', text: 'badReach' })
  expect(at('invalid_request', 'delivery.phone')).toEqual({ field: 'reach', text: 'badReach' })
  expect(at('invalid_phone', 'phone')).toEqual({ field: 'phone', text: 'badPhone' })
  expect(at('invalid_request', 'code')).toEqual({ field: 'code', text: 'badCode' })
  expect(at('invalid_request', 'card.number')).toEqual({ field: 'number', text: 'badCard' })
  expect(at('invalid_request', 'discard')).toEqual({ field: '', text: 'badRequest' })
  expect(at('network_mismatch')).toEqual({ field: 'number', text: 'badCard' })
  expect(at('invalid_request')).toEqual({ field: '', text: 'badRequest' })
  // Without a response.
  expect(toProblem()).toEqual({ field: '', text: 'notAsked' })
})

test.each(['05 54 12 31 29', ' 05.54.12.31.29 ', '05-54-12-31-29', '05\u00a054\u00a012\u00a031\u00a029'])(
  'the number %j is in pairs',
  (phone) => expect(isInPairs(phone)).toBe(true),
)

test.each(['055 412 3129', '0554123129', '+233 55 412 3129', '05 54 12 31', '055 41 23 12 9'])(
  'the number %j is not in pairs',
  (phone) => expect(isInPairs(phone)).toBe(false),
)
