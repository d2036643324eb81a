import { expect, test } from 'vitest'
import { frozen } from './frozen.js'

test('a list that is deeply frozen is returned without a copy', () => {
  const texts = Object.freeze(['payments:read', 'refunds:write'])
  const items = Object.freeze([Object.freeze({ product_id: 'P1', quantity: 2 })])
  expect(frozen(texts)).toBe(texts)
  expect(frozen(items)).toBe(items)
  const row = Object.freeze({ scopes: texts, items })
  expect(frozen(row)).toBe(row)
})

test('a frozen list of which a member can be changed is copied, to the last member', () => {
  const item = { product_id: 'P1', sizes: ['S'] }
  const items = Object.freeze([item])
  const kept = frozen(items)
  item.product_id = 'P2'
  item.sizes.push('M')
  expect(kept).not.toBe(items)
  expect(kept).toEqual([{ product_id: 'P1', sizes: ['S'] }])
  expect(Object.isFrozen(kept[0]?.sizes)).toBe(true)
})

test('a list that can be changed is copied, and the one who gave it may go on with it', () => {
  const open = ['a']
  const kept = frozen(open)
  open.push('b')
  expect(kept).toEqual(['a'])
  expect(() => (kept as string[]).push('c')).toThrow(TypeError)
})

test('what has no members is itself, also as a member', () => {
  for (const value of [null, undefined, 5, 'text', true, 5n]) expect(frozen(value)).toBe(value)
  const row = frozen({ a: null, b: undefined, c: 5n, d: '' })
  expect(row).toEqual({ a: null, b: undefined, c: 5n, d: '' })
  expect(Object.isFrozen(row)).toBe(true)
})

test('one open member among frozen ones is enough for a copy', () => {
  const kept = Object.freeze({ product_id: 'P1' })
  const open = { product_id: 'P2' }
  const list = frozen(Object.freeze([kept, open]))
  open.product_id = 'P3'
  expect(list).toEqual([{ product_id: 'P1' }, { product_id: 'P2' }])
  expect(list[0]).toBe(kept)
})
