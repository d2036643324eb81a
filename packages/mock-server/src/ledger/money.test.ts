import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AmountError, formatCedis, formatCedisText, parseCedis } from './money.js'

test('an amount is unchanged after formatting and parsing, as a string and as a number', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2n ** 46n * 100n }), (pesewas) => {
      const wire = formatCedis(pesewas)
      expect(parseCedis(wire)).toBe(pesewas)
      expect(parseCedis(JSON.parse(JSON.stringify(wire)))).toBe(pesewas)
      expect(parseCedis(formatCedisText(pesewas).replace(/[^\d.]/g, ''))).toBe(pesewas)
    }),
  )
})

test.each([
  [25, 2_500n],
  [25.5, 2_550n],
  ['25.50', 2_550n],
  ['0.01', 1n],
  [19.99, 1_999n],
  [0.29, 29n],
  [-0, 0n],
  ['007', 700n],
  ['999999999999999.99', 99_999_999_999_999_999n],
])('%s cedis are %s pesewas', (amount, pesewas) => {
  expect(parseCedis(amount)).toBe(pesewas)
})

test.each([
  1e21,
  1e-7,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
  0.1 + 0.2,
  -1,
  1.005,
  2 ** 53,
  '',
  ' ',
  '1,000',
  '1.',
  '.5',
  '+1',
  '-1',
  '-0',
  '1e3',
  '1.234',
  '0x10',
  ' 1',
  '1 ',
  '1\n',
  '١',
  'GH₵1',
  'NaN',
  '1000000000000000',
  '0000000000000001',
])('%s is rejected instead of rounded', (amount) => {
  expect(() => parseCedis(amount)).toThrow(AmountError)
})

test.each([null, undefined, [25], {}, { toString: 1 }, true, 25n].map((amount) => [amount]))(
  'what is %o is no amount either',
  (amount) => {
    expect(() => parseCedis(amount as unknown as number)).toThrow(AmountError)
  },
)

test('an invalid amount is rejected with a message that contains an example', () => {
  let error: unknown
  try {
    parseCedis('1,000')
  } catch (caught) {
    error = caught
  }
  expect(error).toMatchObject({ name: 'AmountError', code: 'invalid_amount' })
  expect((error as Error).message).toBe(
    'invalid_amount: "1,000" is not an amount in GH₵. Write digits with at most two decimals, such as 25, 25.5 or "25.50"; nothing is rounded for you. (Resources and their fields)',
  )
})

test.each([
  [-1, '-1'],
  [1e21, '1e+21'],
  [null, 'null'],
  [undefined, 'undefined'],
  [25n, '25'],
  [{ toString: () => '25' }, '[object Object]'],
  [10n ** 50n, `1${'0'.repeat(39)}`],
  ['9'.repeat(50), `"${'9'.repeat(40)}"`],
])('the error of an amount contains at most 40 characters of the input', (amount, excerpt) => {
  expect(() => parseCedis(amount as number)).toThrow(`invalid_amount: ${excerpt} is not an amount in GH₵.`)
})

test('formatCedisText writes thousands separators and two decimals', () => {
  const texts = [0n, 5n, 123_450n, 100_000_000n, -123n, 123_456_789_012n].map(formatCedisText)
  expect(texts).toEqual(['GH₵0.00', 'GH₵0.05', 'GH₵1,234.50', 'GH₵1,000,000.00', '-GH₵1.23', 'GH₵1,234,567,890.12'])
})

test('formatCedis throws for an amount that a number cannot represent', () => {
  expect(() => formatCedis(2n ** 46n * 100n + 1n)).toThrow(
    new RangeError('7036874417766401 pesewas do not fit into a number. Use formatCedisText. (decision 0004)'),
  )
  expect(() => parseCedis(7_874_990_670_874_868 / 100)).toThrow(AmountError)
  expect(formatCedis(-150n)).toBe(-1.5)
})
