/** String, number, or the characters between them. Sticky, so that each character is read once. */
const jsonToken = /"((?:[^"\\]|\\.)*)"|(-?\d[\d.eE+-]*)|[^"\d-]+/gy

/** Maximum length of a number in JSON. No valid amount is longer. @decision 0004 */
const maxNumberLength = 40

/** Returns the digits of a number without leading and trailing zeros. */
function significantDigits(text: string): string {
  const digits = text.replace(/[eE].*|\D/g, '')
  let start = 0
  let end = digits.length
  while (digits[start] === '0') start += 1
  while (end > start && digits[end - 1] === '0') end -= 1
  return digits.slice(start, end)
}

/** Whether parsing rounds a number, because it has more digits than a double holds. */
const isRounded = (text: string): boolean =>
  text.length > maxNumberLength ||
  (Number.isFinite(Number(text)) && significantDigits(text) !== significantDigits(String(Number(text))))

/**
 * Finds a decimal number that `JSON.parse` rounds, such as an amount of 0.9999999999999999999.
 *
 * @param json - Valid JSON.
 * @returns Name of its member; undefined if there is none.
 * @decision 0004
 */
export function findRoundedNumber(json: string): string | undefined {
  let name: string | undefined
  for (const [token, string, number] of json.matchAll(jsonToken)) {
    if (number !== undefined && name !== undefined && /[.eE]/.test(number) && isRounded(number)) return name
    // A name is followed by a colon alone. Everything else ends the member.
    if (string !== undefined) name = string
    else if (token.trim() !== ':') name = undefined
  }
  return undefined
}
