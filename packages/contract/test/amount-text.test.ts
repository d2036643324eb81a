import fc from 'fast-check'
import { expect, test } from 'vitest'
import { amountText } from '../src/amount-text.js'

test('an amount has two decimals and the separators of its language', () => {
  expect(amountText(5, 'en-GH')).toBe('GH₵0.05')
  expect(amountText(150, 'en-GH')).toBe('GH₵1.50')
  expect(amountText(123_450, 'en-GH')).toBe('GH₵1,234.50')
  expect(amountText(123_450, 'fr')).toBe('1\u202f234,50\u00a0GH₵')
  expect(amountText(99_999_999_99, 'en-GH')).toBe('GH₵99,999,999.99')
  expect(amountText(-123_450, 'fr-CI')).toBe('-1\u202f234,50\u00a0GH₵')
  expect(amountText(0, 'tw')).toBe('GH₵0.00')
})

test('an amount has the format of Intl in each language of the checkout', () => {
  const maximum = 10 ** 14
  fc.assert(
    fc.property(
      fc.integer({ min: -maximum, max: maximum }),
      fc.constantFrom('en-GH', 'en', 'fr', 'fr-FR'),
      (pesewas, locale) => {
        const format = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
        const [cedis, rest] = [Math.trunc(pesewas / 100), Math.abs(pesewas % 100)]
        // Avoids fractions that a binary number cannot represent.
        const parts = format
          .formatToParts(cedis)
          .map(({ type, value }) => (type === 'fraction' ? String(rest).padStart(2, '0') : value))
        const sign = pesewas < 0 && cedis === 0 ? '-' : ''
        const number = `${sign}${parts.join('').replace(/^-0/, '0')}`
        expect(amountText(pesewas, locale)).toBe(locale.startsWith('fr') ? `${number}\u00a0GH₵` : `GH₵${number}`)
      },
    ),
  )
})
