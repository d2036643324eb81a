import { expect, test } from 'vitest'
import { printed } from './printed.js'

test('values are printed in a readable form', () => {
  const circle: { self?: unknown } = {}
  circle.self = circle
  expect(
    ['a', 1, undefined, null, 5n, { pesewas: 100n }, new TypeError('No.'), circle].map((value) => printed(value)),
  ).toEqual(['a', '1', 'undefined', 'null', '"5n"', '{\n  "pesewas": "100n"\n}', 'TypeError: No.', '[object Object]'])
})
