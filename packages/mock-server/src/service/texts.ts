/** Whether a text contains NUL or a broken character, which no database stores. */
export const isBroken = (text: string): boolean => /\p{Cs}|\0/u.test(text)

/** Whether a text contains a character that invisibly reverses the text around it. */
export const turnsDirection = (text: string): boolean => /\p{Bidi_Control}/u.test(text)

/** Texts that are shown in one line beside other people's. */
const shownInLine: ReadonlySet<string> = new Set(['name', 'email', 'label', 'reason', 'note', 'instance'])

/** A caller's text as an answer repeats it: only up to a limit, and no half of a character. */
export const shortened = (text: string, maxLength = 80): string =>
  text.length > maxLength ? `${text.slice(0, maxLength).replace(/[\uD800-\uDBFF]$/, '')}…` : text

/** The place of an invalid string, and a message. */
export interface InvalidText {
  readonly field: string
  readonly message: string
}

/** Returns the first invalid string in a value, up to nine levels deep; undefined if all are valid. */
export function findInvalidText(value: unknown, at = '', name = '', depth = 0): InvalidText | undefined {
  if (typeof value === 'string') {
    if (isBroken(value)) return invalidText(at, 'NUL or half a character in it. Leave it out')
    return shownInLine.has(name) && turnsDirection(value)
      ? invalidText(at, 'a character that turns the direction of text, unseen. Leave it out')
      : undefined
  }
  if (typeof value !== 'object' || value === null || depth > 8) return undefined
  for (const [member, inner] of Object.entries(value)) {
    const isItem = Array.isArray(value)
    if (isBroken(member)) return invalidText(at, 'NUL or half a character in it. Leave it out')
    const inside = isItem ? `${at}[${member}]` : at ? `${at}.${member}` : member
    const found = findInvalidText(inner, inside, isItem ? name : member, depth + 1)
    if (found) return found
  }
  return undefined
}

const invalidText = (at: string, what: string): InvalidText => {
  const field = shortened(at)
  return { field, message: `${field || 'The body'} has ${what}.` }
}

/** A reference as an answer repeats it. */
export const shownReference = (reference: string): string => shortened(reference, 64)
