/**
 * A table as CSV, for spreadsheets. What buyers typed stays text: an apostrophe stands before what a spreadsheet would
 * read as a formula.
 *
 * @decision 0038
 */
export const csvText = (rows: readonly (readonly string[])[]): string =>
  // The first character tells a spreadsheet that it is UTF-8.
  `\ufeff${rows.map((row) => `${row.map(cellText).join(',')}\r\n`).join('')}`

/**
 * Where a spreadsheet would begin a formula: also with a space first, or with full-width characters, which some read
 * like the normal ones. In French, spreadsheets end a cell at a semicolon and a row at a line break, even in quotes.
 */
const formula = /(?<=^|[;\r\n])(?=[^\S\r\n]*[=+\-@\uff1d\uff0b\uff0d\uff20|%])|^(?=[\t\r\n])/g

function cellText(text: string): string {
  const safe = text.replace(formula, "'")
  return /[",;\t\r\n]/.test(safe) || safe.trim() !== safe ? `"${safe.replaceAll('"', '""')}"` : safe
}
