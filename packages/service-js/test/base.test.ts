import { expect, test } from 'vitest'
import addresses from '../../contract/fixtures/base-addresses.json' with { type: 'json' }
import { originOf } from '../src/base.js'

test.each(addresses.accepted)('a script may come from $given', ({ given, base }) => {
  expect(originOf(`${given}/service.js?v=1`)).toBe(new URL(base).origin)
})

// The address of a script has a path and may have a query, and the browser has already read it.
// So what is left of the table is where it is loaded from.
const elsewhere = addresses.refused.filter(({ reason }) => reason === 'machine')
test.each(elsewhere)('a script may not come from $given', ({ given }) => {
  expect(() => originOf(`${given}/service.js`)).toThrow(/is not https$/)
})

test.each(['http://localhost@evil.example/service.js', 'ftp://pay.example/service.js', 'data:text/javascript,1'])(
  'nor from %s',
  (address) => {
    expect(() => originOf(address)).toThrow(TypeError)
  },
)

test('a page that is served by http on this machine works', () => {
  for (const origin of ['http://localhost:5173', 'http://shop.localhost', 'http://127.0.0.1:4010', 'http://[::1]:4010'])
    expect(originOf(`${origin}/service.js`)).toBe(origin)
})
