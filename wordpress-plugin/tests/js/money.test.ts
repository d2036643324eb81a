import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { feePesewas, formatAmount, formatCedis, grossPesewas, parseCedis } from '../../src/money'

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('the fee calculator', () => {
  it.each([
    [100n, 54n],
    [300n, 61n],
    [1000n, 85n],
    [1443n, 101n],
    [1500n, 103n],
    [4550n, 209n],
    [10000n, 400n],
    [999999n, 35050n],
  ])('a payment of %s pesewas has a fee of %s', (gross, fee) => {
    expect(feePesewas(gross)).toBe(fee)
  })

  it('returns the smallest gross amount that results in the net amount', () => {
    fc.assert(
      fc.property(fc.bigInt(1n, 100_000_000n), (net) => {
        const gross = grossPesewas(net)
        expect(gross - feePesewas(gross)).toBeGreaterThanOrEqual(net)
        expect(gross - 1n - feePesewas(gross - 1n)).toBeLessThan(net)
      }),
    )
  })
})

describe('a typed amount', () => {
  it.each([
    ['25', 2500n],
    ['25.5', 2550n],
    ['25.50', 2550n],
    ['GH₵25.50', 2550n],
    ['GHS 1,250', 125000n],
    [' 1 000.05 ', 100005n],
    ['0.01', 1n],
    ['45,50', 4550n],
    ['1 200,50', 120050n],
    ['45,5', 4550n],
    ['1,250', 125000n],
  ])('parses %j exactly', (text, pesewas) => {
    expect(parseCedis(text)).toBe(pesewas)
  })

  it.each(['', 'abc', '-5', '1.005', '1e3', '.5', '5.', '1.2.3', '99999999999999'])('%j is rejected', (text) => {
    expect(parseCedis(text)).toBeUndefined()
  })

  it.each(['en-GB', 'fr-FR'])('an amount formatted in %s is parsed to the same value', (lang) => {
    vi.stubGlobal('document', { documentElement: { lang } })
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 12n), (pesewas) => {
        expect(parseCedis(formatCedis(pesewas))).toBe(pesewas)
      }),
    )
  })
})

describe('an amount of the API', () => {
  it('is shown with the sign after it on a French page', () => {
    vi.stubGlobal('document', { documentElement: { lang: 'fr-FR' } })
    expect(formatAmount(-1234.5)).toBe('-1\u00a0234,50\u00a0GH₵')
  })

  it.each([
    [1234.5, 'GH₵1,234.50'],
    ['1234.50', 'GH₵1,234.50'],
    [0, 'GH₵0.00'],
    [-4, '-GH₵4.00'],
    ['n/a', 'n/a'],
  ])('%j is shown as %s', (amount, text) => {
    expect(formatAmount(amount)).toBe(text)
  })
})
