/** String, and the decimal number behind it if it is the name of a member. */
const stringAndDecimal = /"((?:[^"\\]|\\.)*)"(?:\s*:\s*(-?\d+(?:\.\d+(?:[eE][+-]?\d+)?|[eE][+-]?\d+)))?/g

/** Returns the digits of a number without leading and trailing zeros. */
const significantDigits = (text: string): string => text.replace(/[eE].*|\D/g, '').replace(/^0+|0+$/g, '')

/** Whether parsing rounds a number, because it has more digits than a double holds. */
const isRounded = (text: string): boolean =>
  Number.isFinite(Number(text)) && significantDigits(text) !== significantDigits(String(Number(text)))

/**
 * Finds a decimal number that `JSON.parse` rounds, such as an amount of 0.9999999999999999999.
 *
 * @param json - Valid JSON.
 * @returns Name of its member; undefined if there is none.
 * @decision 0004
 */
export function findRoundedNumber(json: string): string | undefined {
  for (const [, name, number] of json.matchAll(stringAndDecimal)) if (number && isRounded(number)) return name
  return undefined
}
