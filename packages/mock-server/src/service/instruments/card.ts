/** A card network. */
export type CardNetwork = 'visa' | 'mastercard'

export { toCardDigits as cardDigits } from '@cedi/contract/phone'

/** Whether a card number's last digit is the check digit of the others (ISO/IEC 7812). */
export const hasCheckDigit = (digits: string): boolean =>
  [...digits].map(Number).reduce((sum, digit, index) => {
    const isDoubled = (digits.length - index) % 2 === 0
    return sum + (isDoubled ? digit * 2 - (digit > 4 ? 9 : 0) : digit)
  }, 0) %
    10 ===
  0

/** A card's network by its first digits; undefined for others. */
export function cardNetwork(digits: string): CardNetwork | undefined {
  if (digits.startsWith('4')) return 'visa'
  const first = Number(digits.slice(0, 4))
  return (first >= 5100 && first <= 5599) || (first >= 2221 && first <= 2720) ? 'mastercard' : undefined
}

/** Whether a card has expired: it is valid until the end of its month. */
export function cardHasExpired(month: number, year: number, nowMs: number): boolean {
  return nowMs >= Date.UTC(year, month, 1)
}
