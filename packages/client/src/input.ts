/** What a value is, for an error: never the value itself, which may be a key. */
const kindOf = (value: unknown): string => (value === null ? 'null' : value === '' ? 'empty text' : typeof value)

/** A value that has to be text, encoded for an address. */
export function encodeText(name: string, value: unknown): string {
  if (typeof value !== 'string') throw TypeError(`${name} must be text. Got: ${kindOf(value)}.`)
  try {
    return encodeURIComponent(value)
  } catch {
    throw TypeError(`${name} has half a character in it (a lone surrogate). Look at where the text was cut.`)
  }
}

/** A value as exactly one segment of a path. */
export function encodeSegment(name: string, value: unknown): string {
  const segment = encodeText(name, value)
  // Servers climb at `..` even when it is encoded, and a slash makes two segments.
  const isDots = ['', '.', '..'].includes(segment.replace(/%252e/gi, '.'))
  if (isDots || /%2f|%5c/i.test(segment))
    throw TypeError(`${name} must be one part of a path: not empty, not "." or "..", and without / or \\.`)
  return segment
}

/** A text of visible ASCII characters that can stand in a header. */
export function plainText(name: string, value: unknown): string {
  if (typeof value !== 'string' || value === '') throw TypeError(`${name} must be text. Got: ${kindOf(value)}.`)
  if (!/^[!-~]+$/.test(value))
    throw TypeError(`${name} must have no spaces, line breaks or letters beyond plain ASCII. Copy it again.`)
  return value
}
