/** Invisible characters (direction marks, zero-width spaces, soft hyphens), which text copied from a page contains. */
const invisible = /\p{Cf}/gu

/** Digits of Arabic, Persian and full-width keyboards. */
const localDigits = /[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g

/** Converts digits of other keyboards to ASCII, and removes invisible characters. @decision 0018 */
export const normalizeDigits = (text: string): string =>
  text.replace(invisible, '').replace(localDigits, (digit) => String(digit.charCodeAt(0) & 15))

/** Spaces, dashes and other separators of a number. */
const separators = /[\s\p{Z}\p{Pd}\u2212()./]/gu

/**
 * Parses a Ghanaian mobile number, also with formatting characters from copied text.
 *
 * @param text - `0244123789`, `244123789`, `+233 (0)24 412 3789`, `00233…`, `tel:…`; separators and invisible characters
 *   are ignored. `fixtures/phones.json` has the examples.
 * @returns E.164, such as `+233244123789`; undefined if it is not a mobile number of Ghana.
 * @decision 0018
 */
export function parsePhone(text: string): string | undefined {
  const [number = ''] = normalizeDigits(text)
    .replace(/^\s*tel:/i, '')
    .replace(separators, '')
    .split(';', 1)
  const match = /^(?:(?:[+\uff0b]|00)?233)?0?([25]\d{8})$/.exec(number)
  return match ? `+233${match[1]}` : undefined
}

/** Converts a card number to its digits: separators and invisible characters are ignored. */
export const toCardDigits = (text: string): string => normalizeDigits(text).replace(separators, '')
