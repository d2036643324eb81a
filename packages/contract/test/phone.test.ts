import { describe, expect, test } from 'vitest'
import phones from '../fixtures/phones.json' with { type: 'json' }
import { parsePhone, toCardDigits } from '../src/phone.js'

describe('a phone number', () => {
  test.each(phones.accepted)('$given is parsed as $phone', ({ given: input, phone }) => {
    expect(parsePhone(input)).toBe(phone)
  })

  test.each(phones.rejected)('%j is not a mobile number of Ghana', (input) => {
    expect(parsePhone(input)).toBeUndefined()
  })

  test('is parsed in linear time', () => {
    expect(parsePhone(`${'0 '.repeat(100_000)}x`)).toBeUndefined()
  })
})

test.each([
  '4242 4242 4242 4242',
  '4242-4242-4242-4242',
  '4242.4242.4242.4242',
  '4242\u00a04242\u00a04242\u00a04242',
  '\u202a4242424242424242\u202c',
  '\uff14\uff12\uff14\uff12 4242 4242 4242',
])('the card number %j has the digits of 4242 4242 4242 4242', (input) => {
  expect(toCardDigits(input)).toBe('4242424242424242')
})
