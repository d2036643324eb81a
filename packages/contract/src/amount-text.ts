/**
 * An amount as people read it: `GH₵1,234.50`, in French `GH₵1 234,50`.
 *
 * The digits are grouped here and not by `Intl`, because its first number makes a slow phone load tables: the checkout
 * opened up to half a second later.
 *
 * @param pesewas - A whole number of pesewas.
 * @param locale - A BCP 47 tag. Languages but French are written as English is.
 */
export function amountText(pesewas: number, locale: string): string {
  const [thousands, decimal] = /^fr\b/i.test(locale) ? ['\u202f', ','] : [',', '.']
  // Two decimals are exact: a number is nearer to its own pesewa than to any other, up to ten million million cedis.
  const cedis = (pesewas / 100).toFixed(2)
  return `GH₵${cedis.replace(/\B(?=(\d{3})+\.)/g, thousands).replace('.', decimal)}`
}
