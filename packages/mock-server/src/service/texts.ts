/** Returns whether a string contains NUL or a lone surrogate, which no database stores. */
export const isBroken = (text: string): boolean => /\p{Cs}|\0/u.test(text)

/** Returns whether a string contains an invisible character that changes the direction of text. */
export const hasBidiControl = (text: string): boolean => /\p{Bidi_Control}/u.test(text)

/** Fields that are shown in one line next to other text. */
const singleLineFields: ReadonlySet<string> = new Set(['name', 'email', 'label', 'reason', 'note', 'instance'])

/** Fields of that set that people write in several lines. */
const multilineFields: ReadonlySet<string> = new Set(['reason', 'note'])

/** Returns whether a string contains a control character, which could forge a line of a log or control a terminal. */
const hasControlCharacter = (text: string, isMultiline: boolean): boolean =>
  /\p{Cc}/u.test(isMultiline ? text.replace(/[\t\r\n]/g, '') : text)

/** Truncates a string for a message, without splitting a surrogate pair. */
export const truncate = (text: string, maxLength = 80): string =>
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
    if (!singleLineFields.has(name)) return undefined
    if (hasControlCharacter(value, multilineFields.has(name)))
      return invalidText(at, 'a line break or another control character. Leave it out')
    return hasBidiControl(value)
      ? invalidText(at, 'a character that turns the direction of text, unseen. Leave it out')
      : undefined
  }
  if (typeof value !== 'object' || value === null || depth > 8) return undefined
  for (const [member, inner] of Object.entries(value)) {
    const isItem = Array.isArray(value)
    if (isBroken(member)) return invalidText(at, 'NUL or half a character in it. Leave it out')
    const memberPath = isItem ? `${at}[${member}]` : at ? `${at}.${member}` : member
    const found = findInvalidText(inner, memberPath, isItem ? name : member, depth + 1)
    if (found) return found
  }
  return undefined
}

const invalidText = (at: string, problem: string): InvalidText => {
  const field = truncate(at)
  return { field, message: `${field || 'The body'} has ${problem}.` }
}

/** Truncates a reference for a message. */
export const truncateReference = (reference: string): string => truncate(reference, 64)
