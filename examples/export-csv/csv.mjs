/**
 * A cell of a CSV file (RFC 4180). A text that a spreadsheet would take for a formula is kept from running.
 *
 * @param {string | number | null} value
 */
export function cell(value) {
  if (typeof value === 'number') return String(value)
  const text = /^[=+\-@\t\r]/.test(value ?? '') ? `'${value}` : (value ?? '')
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A line of a CSV file. @param {readonly (string | number | null)[]} cells */
export const line = (cells) => `${cells.map(cell).join(',')}\r\n`
