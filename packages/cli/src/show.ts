import { nameOf, resolve, type Schema } from './schema.js'

// A response could contain characters that move the cursor, start a line or reverse the text.
const unsafe = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu

const escapeCharacter = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/** Escapes terminal control characters in a string from a service. */
export const visible = (text: string): string => text.replace(unsafe, escapeCharacter)

/** Serializes a value to indented JSON with escaped terminal control characters. */
export const jsonText = (value: unknown): string =>
  `${JSON.stringify(value, null, 2).replace(unsafe, (character) => (character === '\n' ? character : escapeCharacter(character)))}\n`

/** Formats a value on one line, with escaped terminal control characters. */
export function cell(value: unknown, schema: Schema = {}): string {
  if (value === null || value === undefined) return '-'
  if (typeof value === 'number' && nameOf(schema) === 'Amount') return `GH₵${value.toFixed(2)}`
  return visible(typeof value === 'object' ? JSON.stringify(value) : String(value))
}

const isPlain = (value: unknown): boolean => typeof value !== 'object' || value === null
const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  !isPlain(value) && !Array.isArray(value)
/** Returns the maximum. `Math.max` fails for thousands of arguments. */
const maxOf = (numbers: readonly number[]): number => numbers.reduce((most, one) => Math.max(most, one), 0)

/** Formats a record as lines with name and value, nested values indented. Formats any other value on one line. */
export function recordText(record: unknown, schema: Schema, indent = ''): string {
  if (!isRecord(record)) return `${indent}${cell(record)}\n`
  const names = Object.keys(record)
  const width = Math.max(0, ...names.map((name) => cell(name).length))
  return names
    .map((name) => {
      const value = record[name]
      const own = schema.properties?.[name] ?? {}
      const label = `${indent}${cell(name).padEnd(width)}  `
      if (isPlain(value)) return `${label}${cell(value, own)}\n`
      if (!Array.isArray(value)) return `${label.trimEnd()}\n${recordText(value, objectOf(own), `${indent}  `)}`
      if (value.every(isPlain)) return `${label}${value.map((one) => cell(one)).join(', ') || '-'}\n`
      const items = resolve(own).items ?? {}
      return `${label.trimEnd()}\n${value.map((one) => recordText(one, resolve(items), `${indent}  `)).join('\n')}`
    })
    .join('')
}

/** Returns the object schema, also of a nullable object. */
function objectOf(schema: Schema): Schema {
  const found = resolve(schema)
  const [first] = found.anyOf ?? found.oneOf ?? []
  return found.properties || !first ? found : resolve(first)
}

interface Column {
  readonly at: number
  readonly texts: readonly string[]
  readonly width: number
  /** The most useful columns have the lowest rank: names, amounts and states, short strings, long strings. */
  readonly rank: number
  readonly isNumber: boolean
}

/** Formats records as a table with as many distinguishing columns as fit the terminal. */
export function tableText(listed: readonly unknown[], schema: Schema, columns: number): string {
  const rows = listed.filter(isRecord)
  if (rows.length < listed.length) return listed.map((one) => `${cell(one)}\n`).join('')
  const names = [...new Set(rows.flatMap(Object.keys))]
  const isDistinguishing = (name: string, at: number): boolean =>
    at === 0 || rows.length === 1 || rows.some((row) => row[name] !== rows[0]?.[name])
  const all = names
    .filter((name) => rows.some((row) => isPlain(row[name]) && row[name] !== null))
    .filter(isDistinguishing)
    .map((name, at) => columnOf(name, at, { rows, schema }))
  let left = columns + 2
  const fitting = [...all]
    .sort((a, b) => a.rank - b.rank)
    .filter(({ width }) => {
      const fits = left - width - 2 >= 0
      if (fits) left -= width + 2
      return fits
    })
  const shown = all.filter((column) => fitting.includes(column))
  return ['', ...rows]
    .map((_, line) =>
      shown
        .map(({ texts, width, isNumber }) => (isNumber ? texts[line]?.padStart(width) : texts[line]?.padEnd(width)))
        .join('  ')
        .trimEnd(),
    )
    .map((text) => `${text}\n`)
    .join('')
}

function columnOf(
  name: string,
  at: number,
  { rows, schema }: { readonly rows: readonly Readonly<Record<string, unknown>>[]; readonly schema: Schema },
): Column {
  const own = schema.properties?.[name] ?? {}
  const texts = [name, ...rows.map((row) => truncate(cell(row[name], own)))]
  const width = maxOf(texts.map((text) => text.length))
  const isImportant = nameOf(own) === 'Amount' || resolve(own).enum !== undefined
  return {
    at,
    texts,
    width,
    rank: at === 0 ? 0 : isImportant ? 1 : width <= 20 ? 2 : 3,
    isNumber: rows.some((row) => typeof row[name] === 'number'),
  }
}

const truncate = (text: string): string => (text.length > 40 ? `${text.slice(0, 39)}…` : text)
