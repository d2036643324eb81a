/**
 * A table as CSV, for spreadsheets. What buyers typed stays text: a cell that a spreadsheet would read as a formula
 * begins with an apostrophe.
 *
 * @decision 0073
 */
export const csvText = (rows: readonly (readonly string[])[]): string =>
  // The first character tells a spreadsheet that it is UTF-8.
  `\ufeff${rows.map((row) => `${row.map(cellText).join(',')}\r\n`).join('')}`

/** Also after a space, and as full-width characters, which some spreadsheets read like the normal ones. */
const formula = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20|%]|^[\t\r\n]/

function cellText(text: string): string {
  const safe = formula.test(text) ? `'${text}` : text
  return /[",;\t\r\n]/.test(safe) || safe.trim() !== safe ? `"${safe.replaceAll('"', '""')}"` : safe
}
