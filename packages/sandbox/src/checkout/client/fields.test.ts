import { expect, test } from 'vitest'
import { formatPhone, suggestDomain } from './fields.js'

test.each([
  ['kofi@gmail.con', 'gmail.com'],
  ['kofi@gmial.com', 'gmail.com'],
  ['kofi@gmail.co', 'gmail.com'],
  ['Kofi@GMAIL.CM ', 'gmail.com'],
  ['ama@yaho.fr', 'yahoo.fr'],
])('the hint for %s is %s', (email, domain) => {
  expect(suggestDomain(email)).toBe(domain)
})

test.each(['kofi@gmail.com', 'kofi@studio.com.gh', 'kofi@gmx.com', 'kofi', 'kofi@', ''])(
  'the address %j has no hint',
  (email) => {
    expect(suggestDomain(email)).toBeUndefined()
  },
)

test('a number in pairs is not changed to the format of Ghana', () => {
  expect(['+233 (0)24 412 3789', '05 54 12 31 29'].map(formatPhone)).toEqual(['024 412 3789', '05 54 12 31 29'])
})
