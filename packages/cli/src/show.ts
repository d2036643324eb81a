import { escapeControls } from '@cedi/contract/terminal-text'
import { getSchemaName, resolve, type Schema } from './schema.js'

export { escapeControls } from '@cedi/contract/terminal-text'

/** Escapes terminal control characters of each line. */
export const escapeLines = (text: string): string => text.split('\n').map(escapeControls).join('\n')

/** Serializes a value to indented JSON with escaped terminal control characters. */
export const formatJson = (value: unknown): string => `${escapeLines(JSON.stringify(value, null, 2) ?? 'null')}\n`

/** Converts a value from JSON to a string. `String` fails for an object with a member `toString`. */
export const toText = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value))

/** Formats a value on one line, with escaped terminal control characters. */
export function formatValue(value: unknown, schema: Schema = {}): string {
  if (value === null || value === undefined) return '-'
  if (typeof value === 'number' && getSchemaName(schema) === 'Amount') return `GH₵${value.toFixed(2)}`
  return escapeControls(toText(value))
}

const isScalar = (value: unknown): boolean => typeof value !== 'object' || value === null
const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  !isScalar(value) && !Array.isArray(value)
/** Returns the maximum. `Math.max` fails for thousands of arguments. */
const findMax = (numbers: readonly number[]): number => numbers.reduce((max, one) => Math.max(max, one), 0)

/** Formats a record as lines with name and value, nested values indented. Formats any other value on one line. */
export function formatRecord(record: unknown, schema: Schema, indent = ''): string {
  if (!isRecord(record) || indent.length > maxIndent) return `${indent}${formatValue(record)}\n`
  const names = Object.keys(record).slice(0, maxFields)
  const rest = Object.keys(record).length - names.length
  const width = findMax(names.map((name) => formatValue(name).length))
  const lines = names
    .map((name) => {
      const value = record[name]
      const fieldSchema = schema.properties?.[name] ?? {}
      const label = `${indent}${formatValue(name).padEnd(width)}  `
      if (isScalar(value)) return `${label}${formatValue(value, fieldSchema)}\n`
      if (!Array.isArray(value))
        return `${label.trimEnd()}\n${formatRecord(value, resolveObject(fieldSchema), `${indent}  `)}`
      if (value.every(isScalar)) return `${label}${value.map((item) => formatValue(item)).join(', ') || '-'}\n`
      const items = resolve(fieldSchema).items ?? {}
      return `${label.trimEnd()}\n${value.map((item) => formatRecord(item, resolve(items), `${indent}  `)).join('\n')}`
    })
    .join('')
  return rest > 0 ? `${lines}${indent}… and ${rest} more fields. --json prints all.\n` : lines
}

/** Maximum number of printed fields of a record, and columns of a table. */
const maxFields = 200
/** Maximum indentation of nested records, in characters. */
const maxIndent = 20

/** Returns the object schema, also of a nullable object. */
function resolveObject(schema: Schema): Schema {
  const found = resolve(schema)
  const [first] = found.anyOf ?? found.oneOf ?? []
  return found.properties || !first ? found : resolve(first)
}

interface Column {
  readonly at: number
  readonly cells: readonly string[]
  readonly width: number
  /** The most useful columns have the lowest rank: names, amounts and states, short strings, long strings. */
  readonly rank: number
  readonly isNumber: boolean
}

/** Formats records as a table with as many distinguishing columns as fit the terminal. */
export function formatTable(records: readonly unknown[], schema: Schema, columns: number): string {
  const rows = records.filter(isRecord)
  if (rows.length < records.length) return records.map((record) => `${formatValue(record)}\n`).join('')
  const names = [...new Set(rows.flatMap((row) => Object.keys(row).slice(0, maxFields)))].slice(0, maxFields)
  const hasDifferentValues = (name: string, at: number): boolean =>
    at === 0 || rows.length === 1 || rows.some((row) => row[name] !== rows[0]?.[name])
  const all = names
    .filter((name) => rows.some((row) => isScalar(row[name]) && row[name] !== null))
    .filter(hasDifferentValues)
    .map((name, index) => createColumn(name, index, { rows, schema }))
  let left = columns + 2
  const visibleColumns = [...all]
    .sort((a, b) => a.rank - b.rank)
    .filter(({ width }) => {
      const hasRoom = left - width - 2 >= 0
      if (hasRoom) left -= width + 2
      return hasRoom
    })
  const shownColumns = all.filter((column) => visibleColumns.includes(column))
  return ['', ...rows]
    .map((_, line) =>
      shownColumns
        .map(({ cells, width, isNumber }) => (isNumber ? cells[line]?.padStart(width) : cells[line]?.padEnd(width)))
        .join('  ')
        .trimEnd(),
    )
    .map((text) => `${text}\n`)
    .join('')
}

function createColumn(
  name: string,
  at: number,
  { rows, schema }: { readonly rows: readonly Readonly<Record<string, unknown>>[]; readonly schema: Schema },
): Column {
  const fieldSchema = schema.properties?.[name] ?? {}
  const cells = [name, ...rows.map((row) => truncate(formatValue(row[name], fieldSchema)))]
  const width = findMax(cells.map((text) => text.length))
  const isImportant = getSchemaName(fieldSchema) === 'Amount' || resolve(fieldSchema).enum !== undefined
  return {
    at,
    cells,
    width,
    rank: at === 0 ? 0 : isImportant ? 1 : width <= 20 ? 2 : 3,
    isNumber: rows.some((row) => typeof row[name] === 'number'),
  }
}

const truncate = (text: string): string => (text.length > 40 ? `${text.slice(0, 39)}…` : text)
