/**
 * Formats a cell of a CSV file (RFC 4180). Prefixes text that a spreadsheet would run as a formula, also after a semicolon
 * or a line break, because some spreadsheets end a cell there, even in quotes.
 *
 * @param {string | number | null} value
 */
export function cell(value) {
  if (typeof value === 'number') return String(value)
  const text = (value ?? '').replace(/(?<=^|[;\r\n])(?=[^\S\r\n]*[=+\-@|%])|^(?=[\t\r\n])/g, "'")
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Formats a line of a CSV file. @param {readonly (string | number | null)[]} cells */
export const line = (cells) => `${cells.map(cell).join(',')}\r\n`
