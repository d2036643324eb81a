/**
 * Formats an amount: `GH₵1,234.50`, in French `1 234,50 GH₵`.
 *
 * Does not use `Intl`, whose first call delays the checkout on slow phones by up to half a second.
 *
 * @param pesewas - Integer number of pesewas.
 * @param locale - BCP 47 tag. All languages except French use the English format.
 */
export function amountText(pesewas: number, locale: string): string {
  const [thousands, decimal] = /^fr\b/i.test(locale) ? ['\u202f', ','] : [',', '.']
  // `toFixed(2)` is exact up to 10^13 cedis.
  const [cedis = '', fraction] = (Math.abs(pesewas) / 100).toFixed(2).split('.')
  let grouped = ''
  for (let end = cedis.length; end > 0; end -= 3)
    grouped = cedis.slice(Math.max(0, end - 3), end) + (grouped && thousands + grouped)
  const number = `${pesewas < 0 ? '-' : ''}${grouped}${decimal}${fraction}`
  return decimal === ',' ? `${number}\u00a0GH₵` : `GH₵${number}`
}
