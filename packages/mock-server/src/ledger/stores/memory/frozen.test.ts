import { expect, test } from 'vitest'
import { frozen } from './frozen.js'

test('frozen returns a deeply frozen list without a copy', () => {
  const texts = Object.freeze(['payments:read', 'refunds:write'])
  const items = Object.freeze([Object.freeze({ product_id: 'P1', quantity: 2 })])
  expect(frozen(texts)).toBe(texts)
  expect(frozen(items)).toBe(items)
  const row = Object.freeze({ scopes: texts, items })
  expect(frozen(row)).toBe(row)
})

test('frozen copies a frozen list deeply if a member is mutable', () => {
  const item = { product_id: 'P1', sizes: ['S'] }
  const items = Object.freeze([item])
  const copy = frozen(items)
  item.product_id = 'P2'
  item.sizes.push('M')
  expect(copy).not.toBe(items)
  expect(copy).toEqual([{ product_id: 'P1', sizes: ['S'] }])
  expect(Object.isFrozen(copy[0]?.sizes)).toBe(true)
})

test('frozen copies a mutable list, which the caller may change afterwards', () => {
  const open = ['a']
  const copy = frozen(open)
  open.push('b')
  expect(copy).toEqual(['a'])
  expect(() => (copy as string[]).push('c')).toThrow(TypeError)
})

test('frozen returns primitive values unchanged, also as members', () => {
  for (const value of [null, undefined, 5, 'text', true, 5n]) expect(frozen(value)).toBe(value)
  const row = frozen({ a: null, b: undefined, c: 5n, d: '' })
  expect(row).toEqual({ a: null, b: undefined, c: 5n, d: '' })
  expect(Object.isFrozen(row)).toBe(true)
})

test('frozen copies a value with a single mutable member', () => {
  const copy = Object.freeze({ product_id: 'P1' })
  const open = { product_id: 'P2' }
  const list = frozen(Object.freeze([copy, open]))
  open.product_id = 'P3'
  expect(list).toEqual([{ product_id: 'P1' }, { product_id: 'P2' }])
  expect(list[0]).toBe(copy)
})
