import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromPesewas, toPesewas } from './money.js'

test('toPesewas is the inverse of fromPesewas', () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 7_036_874_417_766_400n), (pesewas) => toPesewas(fromPesewas(pesewas)) === pesewas),
  )
})

test.each([
  [25, '2500'],
  [25.5, '2550'],
  ['25.50', '2550'],
  [0.1, '10'],
  [19.99, '1999'],
  ['0', '0'],
  [0.29, '29'],
  ['007', '700'],
  ['999999999999999.99', '99999999999999999'],
])('toPesewas converts %j exactly', (amount, pesewas) => {
  expect(toPesewas(amount)).toBe(BigInt(pesewas))
})

test.each([
  '',
  ' ',
  '1.234',
  '-1',
  '+1',
  '1,00',
  '1e3',
  '.5',
  '5.',
  '0x10',
  1.234,
  -1,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  1e21,
  1e-7,
  9e15,
  70_368_744_177_665,
  null,
  undefined,
  ['5'],
  '٣',
  '1000000000000000',
  '0000000000000001',
])('toPesewas rejects %j', (amount) => {
  expect(() => toPesewas(amount as string)).toThrow(/at most two decimals/)
})

test('fromPesewas rejects values that a number cannot represent exactly', () => {
  for (const pesewas of [-1n, 10n ** 18n, 5, '5']) {
    expect(() => fromPesewas(pesewas as bigint)).toThrow(/^pesewas must be a bigint from 0n to 7036874417766400n\.$/)
  }
  expect(() => toPesewas(5n as never)).toThrow(/at most two decimals/)
})
