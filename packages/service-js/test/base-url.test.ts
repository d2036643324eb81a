import { expect, test } from 'vitest'
import addresses from '../../contract/fixtures/base-addresses.json' with { type: 'json' }
import { parseBaseUrl } from '../src/base-url.js'

test.each(addresses.accepted)('the script is allowed from $given', ({ given: input, base }) => {
  expect(parseBaseUrl(`${input}/service.js?v=1`)).toBe(base)
  expect(parseBaseUrl(`${input}/service/v1.2.3.js`)).toBe(base)
  expect(parseBaseUrl(input)).toBe(base)
})

test('a path that only resembles the script is part of the base URL', () => {
  expect(parseBaseUrl('https://pay.example/my-service.js')).toBe('https://pay.example/my-service.js')
  expect(parseBaseUrl('https://pay.example/service.js/')).toBe('https://pay.example/service.js')
})

// Only origins: the browser has already parsed the URL of a script, which has a path and may have a query.
const rejected = addresses.refused.filter(({ reason }) => reason === 'machine')
test.each(rejected)('the script is rejected from $given', ({ given: input }) => {
  expect(() => parseBaseUrl(`${input}/service.js`)).toThrow(/must be https$/)
})

test.each(['http://localhost@evil.example/service.js', 'ftp://pay.example/service.js', 'data:text/javascript,1'])(
  'the script is rejected from %s',
  (address) => {
    expect(() => parseBaseUrl(address)).toThrow(TypeError)
  },
)

test('http is allowed for localhost', () => {
  for (const origin of [
    'http://localhost:5173',
    'http://shop.localhost',
    'http://127.0.0.1:23300',
    'http://[::1]:23300',
  ])
    expect(parseBaseUrl(`${origin}/service.js`)).toBe(origin)
})
