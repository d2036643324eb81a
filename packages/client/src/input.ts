/** Refuses what the caller gave, in a sentence. It never holds the value, which may be a key. */
export function refuse(name: string, rule: string): never {
  throw TypeError(`${name} must ${rule}.`)
}

/** A value that has to be text, encoded for an address. */
export function encodeText(name: string, value: unknown): string {
  // Nearly all values need no encoding, and to see that is faster than to encode them.
  if (typeof value === 'string') {
    if (!/\W/.test(value)) return value
    try {
      return encodeURIComponent(value)
    } catch {
      // A lone surrogate has no encoding: the text was cut in the middle of a character.
    }
  }
  refuse(name, 'be text of whole characters')
}

/** A value as exactly one segment of a path. */
export function encodeSegment(name: string, value: unknown): string {
  const segment = encodeText(name, value)
  // Servers climb at `..` even when it is encoded, and a slash makes two segments.
  if (/^(\.|%252e){0,2}$|%2f|%5c/i.test(segment)) refuse(name, 'be one part of a path, without / or \\')
  return segment
}

/** A text of visible ASCII characters that can stand in a header. */
export function plainText(name: string, value: unknown): string {
  if (typeof value !== 'string' || !/^[!-~]+$/.test(value)) refuse(name, 'be text of ASCII characters, without spaces')
  return value
}
