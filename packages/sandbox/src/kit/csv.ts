/** A cell of a file: text that arrives as it was typed, or the text of a number or a time, which a spreadsheet may convert. */
export type Cell = string | { readonly plain: string }

/** Converts rows to CSV for spreadsheets. @decision 0038 */
export const toCsv = (rows: readonly (readonly Cell[])[]): string =>
  // The byte order mark makes spreadsheets read UTF-8.
  `\ufeff${rows.map((row) => `${row.map(toCellText).join(',')}\r\n`).join('')}`

/** An invisible character (word joiner). Spreadsheets convert no text that begins with it. */
const guard = '\u2060'

/**
 * Start of a formula (CSV injection), also after spaces or with full-width characters, which some spreadsheets accept.
 * With French settings, spreadsheets end a cell at a semicolon and a row at a line break, even in quotes.
 */
const formula = /(?<=^|[;\r\n])(?=[^\S\r\n]*[=+\-@\uff1d\uff0b\uff0d\uff20|%'])|^(?=[\t\r\n])/g

/**
 * Start of a text that a spreadsheet may convert: a number, date, time or currency, a month (`Mar 5`), or a truth value.
 * Text with other signs, such as `024 ••• 3789` and `2 × Tote`, is never converted.
 */
const convertible =
  /^(?=\s*(?:[\p{N}\p{Sc}.,(#]|GH[₵¢S]|(?:jan|f[eé]v|feb|mar|a[pv]r|ma[iy]|jui?[nl]|aug|ao[uû]|sep|oct|nov|d[eé]c)\p{L}*[\s.-]*\d|(?:true|false|vrai|faux)\s*$))(?!.*[•×])/iu

function toCellText(cell: Cell): string {
  if (typeof cell !== 'string') return cell.plain
  const safe = cell.replace(formula, guard).replace(convertible, guard)
  return /[",;\t\r\n]/.test(safe) || safe.trim() !== safe ? `"${safe.replaceAll('"', '""')}"` : safe
}
