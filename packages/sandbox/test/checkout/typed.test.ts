import { describe, expect, test } from 'vitest'
import { contactFields, problemOf, readCode, readContact, readInstrument } from '../../src/checkout/typed.js'

const nowMs = Date.UTC(2026, 0, 1)
const card = { number: '4242 4242 4242 4242', expiry: '08/29', cvc: '123' }
const read = (fields: Readonly<Record<string, string>>) => readInstrument('card', { ...card, ...fields }, nowMs)

describe('the payment details of a form', () => {
  test('are the number of a wallet as it was typed, with the chosen network', () => {
    expect(readInstrument('telecel', { phone: ' 024 412 3789 ' }, nowMs)).toEqual({
      method: 'mobile_money',
      network: 'telecel',
      phone: '024 412 3789',
    })
    for (const fields of [{}, { phone: '' }, { phone: '024 412 378' }])
      expect(readInstrument('mtn', fields, nowMs)).toEqual({ field: 'phone', word: 'badPhone' })
  })

  test('are a card, its number without spaces, its month and year as numbers', () => {
    expect(read({ number: ' 4242 4242 4242 4242 ', cvc: ' 123 ' })).toEqual({
      method: 'card',
      card: { number: '4242424242424242', expiry_month: 8, expiry_year: 2029, cvc: '123' },
    })
  })

  test.each(['8/29', '08 / 2029', '0829', ' 8 / 29 ', '082029'])('ends in August 2029 when it says "%s"', (expiry) => {
    expect(read({ expiry })).toMatchObject({ card: { expiry_month: 8, expiry_year: 2029 } })
  })

  test.each(['', '13/29', '00/29', '8', '8/2', '8/1929', 'x8/29', '8/29x', '8//29', '8/20290'])(
    'does not end in "%s"',
    (expiry) => {
      expect(read({ expiry })).toEqual({ field: 'expiry', word: 'badExpiry' })
    },
  )

  test('are refused for an expired card, and accepted for one that expires this month', () => {
    expect(read({ expiry: '12/25' })).toEqual({ field: 'expiry', word: 'expired_card' })
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
  ])('is no card with the number "%s"', (number) => {
    expect(read({ number })).toEqual({ field: 'number', word: 'badCard' })
  })

  test('need the three or four digits on the back of the card', () => {
    expect(read({ cvc: '1234' })).toMatchObject({ card: { cvc: '1234' } })
    for (const cvc of ['', '12', '12345', '12a', 'a123', '123a'])
      expect(read({ cvc })).toEqual({ field: 'cvc', word: 'badCvc' })
  })

  test('are refused with the first field that is wrong', () => {
    expect(read({ number: '', expiry: '', cvc: '' })).toMatchObject({ field: 'number' })
    expect(read({ expiry: '', cvc: '' })).toMatchObject({ field: 'expiry' })
  })
})

describe('the delivery details of a form', () => {
  const kofi = { name: 'Kofi', place: 'Osu', phone: '024 412 3789' }
  const delivery = { name: 'Kofi', phone: '024 412 3789', place: 'Osu', note: '' }

  test("have the wallet's number unless the buyer types another one", () => {
    expect(readContact('delivery', kofi)).toEqual({ email: undefined, name: 'Kofi', delivery })
    expect(readContact('delivery', { ...kofi, reach: ' 020 412 3789 ', remark: 'Gate' })).toEqual({
      email: undefined,
      name: 'Kofi',
      delivery: { ...delivery, phone: '020 412 3789', note: 'Gate' },
    })
    expect(readContact('delivery', { ...kofi, reach: ' ' })).toMatchObject({ delivery })
  })

  test('are refused with the first field that is empty or wrong', () => {
    expect(readContact('delivery', { place: 'Osu', phone: kofi.phone })).toEqual({ field: 'name', word: 'badName' })
    expect(readContact('delivery', { ...kofi, name: '  ' })).toEqual({ field: 'name', word: 'badName' })
    expect(readContact('delivery', { name: 'Kofi', phone: kofi.phone })).toEqual({ field: 'place', word: 'badPlace' })
    expect(readContact('delivery', { ...kofi, place: '  ' })).toEqual({ field: 'place', word: 'badPlace' })
    for (const texts of [
      { ...kofi, phone: '' },
      { name: 'Kofi', place: 'Osu' },
      { ...kofi, reach: '12' },
    ])
      expect(readContact('delivery', texts)).toEqual({ field: 'reach', word: 'badPhone' })
  })

  test.each([null, undefined, 'email' as const])('is a name and an address at most when it is asked for %s', (asks) => {
    expect(readContact(asks, {})).toEqual({ email: undefined, name: undefined })
    expect(readContact(asks, { name: '', email: ' ' })).toEqual({ email: undefined, name: undefined })
    expect(readContact(asks, { ...kofi, email: ' kofi@example.com ' })).toEqual({
      email: 'kofi@example.com',
      name: 'Kofi',
    })
  })

  test.each([
    'kofi',
    'kofi@',
    '@example.com',
    'a b@example.com',
    'a@b c',
    'a@b@c',
    `${'a'.repeat(65)}@b`,
    `a@${'b'.repeat(190)}`,
  ])('is no address: "%s"', (email) => {
    for (const asks of [null, 'email', 'delivery'] as const)
      expect(readContact(asks, { ...kofi, email })).toEqual({ field: 'email', word: 'badEmail' })
  })

  test('may have an e-mail address of any valid length', () => {
    const email = `${'a'.repeat(64)}@${'b'.repeat(189)}`
    expect(readContact('email', { email })).toMatchObject({ email })
  })

  test('contain only these fields', () => {
    expect(contactFields).toEqual(['phone', 'name', 'place', 'reach', 'remark', 'email'])
  })
})

test('characters that turn the direction of text are left out, because they come unseen with what is copied', () => {
  const copied = (text: string) => `\u202a${text}\u202c\u200f`
  const { number, expiry, cvc } = card
  expect(readInstrument('mtn', { phone: copied('+233 24 412 3789') }, nowMs)).toMatchObject({
    phone: '+233 24 412 3789',
  })
  expect(read({ number: copied(number), expiry: copied(expiry), cvc: copied(cvc) })).toEqual(read({}))
  expect(readCode(copied('123 456'))).toBe('123456')
  const kofi = { name: 'Kofi', place: 'Osu', reach: '0204123789', remark: 'Gate', email: 'kofi@example.com' }
  const typed = Object.fromEntries(Object.entries(kofi).map(([name, text]) => [name, copied(text)]))
  expect(readContact('delivery', typed)).toEqual(readContact('delivery', kofi))
  expect(readContact('delivery', { ...kofi, place: copied('') })).toEqual({ field: 'place', word: 'badPlace' })
})

test('a code has four to twelve digits, grouped in any way', () => {
  for (const [text, code] of [
    ['123456', '123456'],
    [' 12-34 56 ', '123456'],
    ['1234', '1234'],
    ['123456789012', '123456789012'],
  ] as const)
    expect(readCode(text)).toBe(code)
  for (const text of [undefined, '', '123', '1234567890123', '12a4', 'a1234', '1234a', '12.34'])
    expect(readCode(text)).toBeUndefined()
})

test('an error of the service is shown at its field', () => {
  const at = (code: string, field?: string) => problemOf({ code, field })
  expect(at('out_of_stock', 'code')).toEqual({ field: '', word: 'outOfStock' })
  expect(at('invalid_phone', 'delivery.phone')).toEqual({ field: 'reach', word: 'badPhone' })
  expect(at('invalid_request', 'delivery.phone')).toEqual({ field: 'reach', word: 'badPhone' })
  expect(at('invalid_phone', 'phone')).toEqual({ field: 'phone', word: 'badPhone' })
  expect(at('invalid_request', 'code')).toEqual({ field: 'code', word: 'badCode' })
  expect(at('invalid_request', 'card.number')).toEqual({ field: 'number', word: 'badCard' })
  expect(at('invalid_request', 'discard')).toEqual({ field: '', word: 'badRequest' })
  expect(at('network_mismatch')).toEqual({ field: 'number', word: 'badCard' })
  expect(at('invalid_request')).toEqual({ field: '', word: 'badRequest' })
  // No answer came.
  expect(problemOf()).toEqual({ field: '', word: 'notAsked' })
})
