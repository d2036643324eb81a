import { describe, expect, it } from 'vitest'
import { checkRow, fromJsonRow, parseItem, parsePesewas, toJsonRow } from './json-row.js'

const order = {
  merchant: 'ama',
  id: 'ORD_1',
  base_status: 'paid',
  payment_ref: 'PAY_1',
  items: [{ product_id: 'P1', name: 'Shea butter', quantity: 2, unit_price_pesewas: 1_250n }],
  total_pesewas: 2_500n,
  currency: 'GHS',
  buyer: { name: null, email: 'kofi@example.com', phone: null },
  refunded_pesewas: 0n,
  refund_reserved_pesewas: 0n,
  created_ms: 1_700_000_000_000,
  delivery: null,
}
const key = {
  merchant: 'ama',
  id: 'KEY_1',
  hash: 'ab',
  scopes: ['payments:read'],
  label: null,
  created_ms: 5,
  last_used_ms: null,
  revoked_ms: null,
}

const jsonOrder = (changes: object = {}) => ({ ...(toJsonRow(order) as typeof order), ...changes })

describe('a row as JSON', () => {
  it('has its amounts as strings, at the top level and in the items of an order', () => {
    expect(toJsonRow(order)).toEqual({
      ...order,
      items: [{ ...order.items[0], unit_price_pesewas: '1250' }],
      total_pesewas: '2500',
      refunded_pesewas: '0',
      refund_reserved_pesewas: '0',
    })
  })

  it('is unchanged after serialization and parsing', () => {
    expect(fromJsonRow('orders', toJsonRow(order))).toEqual(order)
    expect(fromJsonRow('keys', toJsonRow(key))).toEqual(key)
  })

  it('is parsed with null for a missing nullable column', () => {
    const { delivery: _, ...oldRow } = jsonOrder()
    expect(() => checkRow('orders', 'ama', oldRow)).not.toThrow()
    expect(fromJsonRow('orders', oldRow)).toEqual(order)
  })

  it('keeps null for a nullable amount or list', () => {
    const row = fromJsonRow('orders', { ...jsonOrder(), items: null, total_pesewas: null })
    expect(row).toMatchObject({ items: null, total_pesewas: null })
  })
})

describe('checkRow', () => {
  const items = (item: unknown) => ({ items: [item] })
  it.each([
    [
      'an amount that is a number',
      { total_pesewas: 2_500 },
      'total_pesewas must be a whole number of pesewas, as a string',
    ],
    ['an amount with a sign', { total_pesewas: '-1' }, 'total_pesewas must be a whole number of pesewas, as a string'],
    [
      'an amount with a point',
      { total_pesewas: '1.5' },
      'total_pesewas must be a whole number of pesewas, as a string',
    ],
    ['an amount of nothing', { total_pesewas: '' }, 'total_pesewas must be a whole number of pesewas, as a string'],
    [
      'an amount with words',
      { total_pesewas: '5 GHS' },
      'total_pesewas must be a whole number of pesewas, as a string',
    ],
    ['31 digits', { total_pesewas: '1'.repeat(31) }, 'total_pesewas must be a whole number of pesewas, as a string'],
    ['a time in text', { created_ms: '5' }, 'created_ms must be a whole number'],
    ['half a millisecond', { created_ms: 0.5 }, 'created_ms must be a whole number'],
    ['a number in a column of text', { payment_ref: 5 }, 'payment_ref must be text'],
    ['another currency', { currency: 'USD' }, 'currency must be one of GHS'],
    ['another status', { base_status: 'lost' }, 'base_status must be one of pending, paid, fulfilled, cancelled'],
    ['a list in place of an object', { buyer: [] }, 'buyer must be an object'],
    ['a text in place of an object', { buyer: 'Kofi' }, 'buyer must be an object'],
    ['an object in place of a list', { items: {} }, 'items must be a list of items'],
    ['an item that is none', items('P1'), 'items must be a list of items'],
    ['an item that is null', items(null), 'items must be a list of items'],
    ['an item whose amount is a number', items({ unit_price_pesewas: 5 }), 'items must be a list of items'],
    ['an item with one amount of two', items({ a_pesewas: '5', b_pesewas: 5 }), 'items must be a list of items'],
    ['a good item before a bad one', { items: [...jsonOrder().items, 5] }, 'items must be a list of items'],
    ['nothing where there must be something', { buyer: null }, 'buyer is missing. Add it'],
    ['a column that there is none of', { colour: 'red' }, 'there is no column colour. Leave it out'],
    ['a column that all objects inherit', { toString: 'x' }, 'there is no column toString. Leave it out'],
  ])('rejects an invalid value and names the column: %s', (_, changes, fault) => {
    expect(() => checkRow('orders', 'ama', jsonOrder(changes))).toThrow(new TypeError(`orders ORD_1 of ama: ${fault}.`))
  })

  it('rejects a row without a required column', () => {
    const { buyer: _, ...orderWithoutBuyer } = jsonOrder()
    expect(() => checkRow('orders', 'ama', orderWithoutBuyer)).toThrow('orders ORD_1 of ama: buyer is missing. Add it.')
  })

  it.each([
    ['texts that are none', { scopes: ['payments:read', 5] }, 'scopes must be a list of texts'],
    ['one text', { scopes: 'payments:read' }, 'scopes must be a list of texts'],
  ])('rejects a row: %s', (_, changes, fault) => {
    expect(() => checkRow('keys', 'ama', { ...key, ...changes })).toThrow(`keys KEY_1 of ama: ${fault}.`)
  })

  it.each(['yes', 1, 'true'])('rejects a flag with the value %o', (active) => {
    const product = {
      merchant: 'ama',
      id: 'P1',
      name: 'Shea butter',
      slug: 'shea',
      type: 'digital',
      price_pesewas: '100',
      currency: 'GHS',
      created_ms: 0,
    }
    expect(() => checkRow('products', 'ama', { ...product, active })).toThrow(
      'products P1 of ama: active must be true or false.',
    )
    expect(() => checkRow('products', 'ama', { ...product, active: false })).not.toThrow()
  })

  it.each([
    ['no object', 'x', 'Each row of orders of ama must be an object.'],
    ['null', null, 'Each row of orders of ama must be an object.'],
    ['a list', [], 'Each row of orders of ama must be an object.'],
    ['no id', jsonOrder({ id: undefined }), 'Each row of orders of ama must have an id.'],
    ['an empty id', jsonOrder({ id: '' }), 'Each row of orders of ama must have an id.'],
    ['a number as its id', jsonOrder({ id: 5 }), 'Each row of orders of ama must have an id.'],
    [
      "another merchant's name",
      jsonOrder({ merchant: 'kofi' }),
      'orders ORD_1 of ama must name this merchant, not kofi.',
    ],
  ])('rejects a row with %s', (_, row, message) => {
    expect(() => checkRow('orders', 'ama', row)).toThrow(new TypeError(message))
  })

  it.each([jsonOrder(), jsonOrder({ items: [] }), jsonOrder({ items: [{ note: 5 }] }), jsonOrder({ delivery: {} })])(
    'rejects %o',
    (row) => {
      expect(() => checkRow('orders', 'ama', row)).not.toThrow()
    },
  )

  it('accepts the largest amount', () => {
    expect(() => checkRow('orders', 'ama', jsonOrder({ total_pesewas: '1'.repeat(30) }))).not.toThrow()
  })
})

describe('parsePesewas', () => {
  it.each([
    ['0', 0n],
    ['-5', -5n],
    ['9'.repeat(30), BigInt('9'.repeat(30))],
  ])('parses %s', (text, pesewas) => {
    expect(parsePesewas(text, 'x')).toBe(pesewas)
  })

  it.each([5, 5n, null, '', '-', '1.5', ' 5', '5 ', '+5', '1'.repeat(31)])(
    '%s are refused by the name of the place',
    (value) => {
      expect(() => parsePesewas(value, 'fees:income')).toThrow(
        new TypeError('fees:income must be a whole number of pesewas, as a string.'),
      )
    },
  )

  it('parses the amounts of a list item and keeps the other members', () => {
    expect(parseItem({ unit_price_pesewas: '12', quantity: '12', pesewas_of: '12' })).toEqual({
      unit_price_pesewas: 12n,
      quantity: '12',
      pesewas_of: '12',
    })
  })
})
