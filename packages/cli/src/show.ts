import { nameOf, resolve, type Schema } from './schema.js'

// What a service answers could hold characters that move the cursor or turn the direction of writing.
const unsafe = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** A value on one line of a screen. Characters that steer a terminal are shown as what they are. */
export function cell(value: unknown, schema: Schema = {}): string {
  if (value === null || value === undefined) return '-'
  if (typeof value === 'number' && nameOf(schema) === 'Amount') return `GH₵${value.toFixed(2)}`
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  return text.replace(unsafe, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

const isPlain = (value: unknown): boolean => typeof value !== 'object' || value === null

/** A record as lines of name and value; what is inside stands further in. */
export function recordText(record: Readonly<Record<string, unknown>>, schema: Schema, indent = ''): string {
  const names = Object.keys(record)
  const width = Math.max(0, ...names.map((name) => cell(name).length))
  return names
    .map((name) => {
      const value = record[name]
      const own = schema.properties?.[name] ?? {}
      const label = `${indent}${cell(name).padEnd(width)}  `
      if (isPlain(value)) return `${label}${cell(value, own)}\n`
      if (!Array.isArray(value))
        return `${label.trimEnd()}\n${recordText(value as Record<string, unknown>, objectOf(own), `${indent}  `)}`
      if (value.every(isPlain)) return `${label}${value.map((one) => cell(one)).join(', ') || '-'}\n`
      const items = resolve(own).items ?? {}
      return `${label.trimEnd()}\n${value.map((one) => recordText(one, resolve(items), `${indent}  `)).join('\n')}`
    })
    .join('')
}

/** The form of an object, also where it may be null. */
function objectOf(schema: Schema): Schema {
  const found = resolve(schema)
  const [first] = found.anyOf ?? found.oneOf ?? []
  return found.properties || !first ? found : resolve(first)
}

/** Records as a table as wide as the screen: the columns that differ from row to row and fit. */
export function tableText(rows: readonly Readonly<Record<string, unknown>>[], schema: Schema, columns: number): string {
  const names = [...new Set(rows.flatMap(Object.keys))]
  const wanted = names.filter((name) => rows.some((row) => isPlain(row[name]) && row[name] !== null))
  // What is the same everywhere, such as the currency, tells no row from another.
  const telling = wanted.filter(
    (name, at) => at === 0 || rows.length === 1 || rows.some((row) => row[name] !== rows[0]?.[name]),
  )
  const lines: string[][] = [[], ...rows.map(() => [])]
  let left = columns
  for (const name of telling) {
    const own = schema.properties?.[name] ?? {}
    const texts = [name, ...rows.map((row) => shortened(cell(row[name], own)))]
    const width = Math.max(...texts.map((text) => text.length))
    if (left - width - 2 < 0) break
    left -= width + 2
    const toTheRight = rows.some((row) => typeof row[name] === 'number')
    texts.forEach((text, at) => {
      lines[at]?.push(toTheRight ? text.padStart(width) : text.padEnd(width))
    })
  }
  return lines.map((line) => `${line.join('  ').trimEnd()}\n`).join('')
}

const shortened = (text: string): string => (text.length > 40 ? `${text.slice(0, 39)}…` : text)
