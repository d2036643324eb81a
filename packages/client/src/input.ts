/**
 * Looks at a text that the caller gave.
 *
 * @param name - What the caller calls it.
 * @param value - The text. It may be a key, so no sentence holds it.
 * @param form - What it has to look like.
 * @param rule - The same as the end of a sentence.
 * @throws TypeError that says what it must be.
 */
export function checkText(name: string, value: unknown, form: RegExp, rule: string): string {
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

/** What may need encoding. Nearly all values do not, and to see that is faster than to encode them. */
const special = /\W/

/** A value of a query, encoded. */
export function encodeText(name: string, value: unknown): string {
  if (typeof value === 'string' && !special.test(value)) return value
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
