import { expect, test } from 'vitest'
import { createMockServer } from '../index.js'
import { findCallerAddress } from './anonymous-limit.js'

const verify = { method: 'GET', url: '/api/licenses/verify?key=none' }

test('the 601st license check of an address within a minute is rejected, and other addresses are served', async () => {
  const mock = createMockServer()
  const caller = { isTrusted: false, address: '198.51.100.7' }
  for (let index = 0; index < 600; index++) expect((await mock.handle(verify, caller)).status).toBe(200)
  const response = await mock.handle(verify, caller)
  expect(response.status).toBe(429)
  expect(response.headers['Retry-After']).toMatch(/^[1-9]/)
  expect((await mock.handle(verify, { ...caller, address: '198.51.100.8' })).status).toBe(200)
  const withKey = { ...verify, headers: { Authorization: 'Bearer sk_test_all' } }
  expect((await mock.handle(withKey, caller)).status).toBe(200)
})

test('callers of one IPv6 network share a limit, and callers in the process have none', async () => {
  const mock = createMockServer()
  for (let index = 0; index < 600; index++)
    await mock.handle(verify, { isTrusted: false, address: `2001:db8:1:2::${index.toString(16)}` })
  expect((await mock.handle(verify, { isTrusted: false, address: '2001:db8:1:2:ffff::1' })).status).toBe(429)
  expect((await mock.handle(verify)).status).toBe(200)
})

test('the address comes from X-Forwarded-For only if a trusted proxy sends it', () => {
  const find = findCallerAddress
  expect(find('198.51.100.7', '10.0.0.1', [])).toBe('198.51.100.7')
  expect(find('::ffff:127.0.0.1', '198.51.100.7, 10.0.0.9', ['127.0.0.1', '10.0.0.9'])).toBe('198.51.100.7')
  expect(find('127.0.0.1', 'forged, 198.51.100.7', ['127.0.0.1'])).toBe('198.51.100.7')
  expect(find('127.0.0.1', undefined, ['127.0.0.1'])).toBe('127.0.0.1')
})
