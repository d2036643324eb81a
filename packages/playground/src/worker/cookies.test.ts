import { expect, test } from 'vitest'
import { storeCookie, toCookieHeader } from './cookies.js'

const path = '/cedi/play/service/operator'
const header = `cedi_operator=id.1%3D; Max-Age=60; Path=${path}; HttpOnly; SameSite=Strict`

test('a cookie is sent for its path and the paths below it, and for no other', () => {
  const cookies = storeCookie([], header, 0)
  expect(toCookieHeader(cookies, path, 0)).toBe('cedi_operator=id.1%3D')
  expect(toCookieHeader(cookies, `${path}/refunds`, 0)).toBe('cedi_operator=id.1%3D')
  expect(toCookieHeader(cookies, `${path}s`, 0)).toBe('')
  expect(toCookieHeader(cookies, '/cedi/play/service/portal', 0)).toBe('')
  expect(toCookieHeader(cookies, path.toUpperCase(), 0)).toBe('')
})

test('a cookie expires, is replaced by one with the same name and path, and can be deleted', () => {
  const cookies = storeCookie([], header, 0)
  expect(toCookieHeader(cookies, path, 59_999)).not.toBe('')
  expect(toCookieHeader(cookies, path, 60_000)).toBe('')
  expect(toCookieHeader(storeCookie(cookies, `cedi_operator=2; Path=${path}`, 0), path, 1e12)).toBe('cedi_operator=2')
  expect(storeCookie(cookies, `cedi_operator=; Max-Age=0; Path=${path}`, 0)).toEqual([])
})

test('two cookies with one name at two paths are both sent, the longer path first', () => {
  const cookies = storeCookie(storeCookie([], 'a=1; Path=/x', 0), 'a=2; path=/x/y', 0)
  expect(toCookieHeader(cookies, '/x/y/z', 0)).toBe('a=2; a=1')
})
