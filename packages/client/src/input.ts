/**
 * Looks at a text that the caller gave.
 *
 * @param name - What the caller calls it.
 * @param value - The text. It may be a key, so no sentence holds it.
 * @param form - What it has to look like.
 * @param rule - The same as the end of a sentence.
 * @throws TypeError that says what it must be.
 */
function checkText(name: string, value: unknown, form: RegExp, rule: string): string {
  if (typeof value !== 'string' || !form.test(value)) refuse(name, rule)
  return value
}

/** Refuses what the caller gave, in a sentence. */
export function refuse(name: string, rule: string): never {
  throw TypeError(`${name} must ${rule}.`)
}

/** A text of visible ASCII characters that can stand in a header. */
export const plainText = (name: string, value: unknown): string =>
  checkText(name, value, /^[!-~]+$/, 'be text of ASCII characters, without spaces')

/** Whether a text has digits and letters only. Nearly all values do, and a loop sees that faster than a pattern. */
function isPlain(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    const isAllowed = (code > 47 && code < 58) || (code > 64 && code < 91) || (code > 96 && code < 123)
    if (!isAllowed) return false
  }
  return true
}

/** A value of a query, encoded. */
export function encodeText(name: string, value: unknown): string {
  if (typeof value === 'string' && isPlain(value)) return value
  // Half a character has no encoding: the text was cut in the middle.
  return encodeURIComponent(checkText(name, value, /^\P{Cs}*$/u, 'be text of whole characters'))
}

/** A value as exactly one segment of a path. */
export const encodeSegment = (name: string, value: unknown): string =>
  // Servers climb at `..` even when it is encoded, and a slash makes two segments.
  encodeURIComponent(
    checkText(
      name,
      value,
      /^(?!(\.|%2e){0,2}$)[^/\\\p{Cs}]*$/iu,
      'be text of whole characters and one part of a path, without / or \\',
    ),
  )
