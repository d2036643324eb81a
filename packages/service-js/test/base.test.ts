import { expect, test } from 'vitest'
import addresses from '../../contract/fixtures/base-addresses.json' with { type: 'json' }
import { baseOf } from '../src/base.js'

test.each(addresses.accepted)('a script may come from $given', ({ given, base }) => {
  expect(baseOf(`${given}/service.js?v=1`)).toBe(base)
  expect(baseOf(`${given}/service/v1.2.3.js`)).toBe(base)
  expect(baseOf(given)).toBe(base)
})

test('a service whose path only looks like the script keeps it', () => {
  expect(baseOf('https://pay.example/my-service.js')).toBe('https://pay.example/my-service.js')
  expect(baseOf('https://pay.example/service.js/')).toBe('https://pay.example/service.js')
})

// The browser has already parsed the address of a script, which has a path and may have a query.
// So only the origins of the table are tested.
const elsewhere = addresses.refused.filter(({ reason }) => reason === 'machine')
test.each(elsewhere)('a script may not come from $given', ({ given }) => {
  expect(() => baseOf(`${given}/service.js`)).toThrow(/must be https$/)
})

test.each(['http://localhost@evil.example/service.js', 'ftp://pay.example/service.js', 'data:text/javascript,1'])(
  'nor from %s',
  (address) => {
    expect(() => baseOf(address)).toThrow(TypeError)
  },
)

test('a page served over http from this machine works', () => {
  for (const origin of ['http://localhost:5173', 'http://shop.localhost', 'http://127.0.0.1:4010', 'http://[::1]:4010'])
    expect(baseOf(`${origin}/service.js`)).toBe(origin)
})
