/**
 * Converts rows to CSV for spreadsheets. Prefixes text that a spreadsheet would evaluate as a formula with an apostrophe
 * (CSV injection).
 *
 * @decision 0038
 */
export const toCsv = (rows: readonly (readonly string[])[]): string =>
  // The byte order mark makes spreadsheets read UTF-8.
  `\ufeff${rows.map((row) => `${row.map(cellText).join(',')}\r\n`).join('')}`

/**
 * Start of a formula, also after spaces or with full-width characters, which some spreadsheets accept. With French
 * settings, spreadsheets end a cell at a semicolon and a row at a line break, even in quotes.
 */
const formula = /(?<=^|[;\r\n])(?=[^\S\r\n]*[=+\-@\uff1d\uff0b\uff0d\uff20|%])|^(?=[\t\r\n])/g

function cellText(text: string): string {
  const safe = text.replace(formula, "'")
  return /[",;\t\r\n]/.test(safe) || safe.trim() !== safe ? `"${safe.replaceAll('"', '""')}"` : safe
}
