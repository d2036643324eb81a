const needsEncoding = /\W/

/** A value that has to be text, encoded for an address. */
export function encodeText(name: string, value: unknown): string {
  // Nearly all values need no encoding, and to see that is faster than to encode them.
  if (typeof value === 'string' && !needsEncoding.test(value)) return value
  try {
    if (typeof value === 'string') return encodeURIComponent(value)
  } catch {
    // The text was cut in the middle of a character: a lone surrogate has no encoding.
  }
  throw TypeError(`${name} must be text, without half a character.`)
}

/** A value as exactly one segment of a path. */
export function encodeSegment(name: string, value: unknown): string {
  const segment = encodeText(name, value)
  // Servers climb at `..` even when it is encoded, and a slash makes two segments.
  if (/^(\.|%252e){0,2}$|%2f|%5c/i.test(segment))
    throw TypeError(`${name} must be one part of a path, without / or \\.`)
  return segment
}

/** A text of visible ASCII characters that can stand in a header. The error never holds the value, which may be a key. */
export function plainText(name: string, value: unknown): string {
  if (typeof value === 'string' && /^[!-~]+$/.test(value)) return value
  throw TypeError(`${name} must be text without spaces and without letters beyond ASCII.`)
}
