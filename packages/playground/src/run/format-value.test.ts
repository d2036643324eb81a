import { expect, test } from 'vitest'
import { formatValue } from './format-value.js'

test('formatValue returns text unchanged, errors as name and message, and objects as JSON', () => {
  const circle: { self?: unknown } = {}
  circle.self = circle
  expect(
    ['a', 1, undefined, null, 5n, { pesewas: 100n }, new TypeError('No.'), circle].map((value) => formatValue(value)),
  ).toEqual(['a', '1', 'undefined', 'null', '"5n"', '{\n  "pesewas": "100n"\n}', 'TypeError: No.', '[object Object]'])
})
