/** Whether a text has NUL or half a character in it: no database keeps it. */
export const isBroken = (text: string): boolean => /\p{Cs}|\0/u.test(text)

/** Whether a text has a character that turns the direction of what stands around it, unseen. @decision 0067 */
export const turnsDirection = (text: string): boolean => /\p{Bidi_Control}/u.test(text)

/** What is shown in one line beside the texts of others. */
const shownInLine: ReadonlySet<string> = new Set(['name', 'email', 'label', 'reason', 'note', 'instance'])

/** A text that is not taken: where it stands, and a sentence about it. */
export interface Unfit {
  readonly field: string
  readonly words: string
}

/** The first text in a value, eight levels deep at most, that is not taken; nothing when all are. */
export function unfitText(value: unknown, at = '', name = '', depth = 0): Unfit | undefined {
  if (typeof value === 'string') {
    if (isBroken(value)) return unfit(at, 'a text with NUL or half a character in it')
    return shownInLine.has(name) && turnsDirection(value)
      ? unfit(at, 'a character that turns the direction of text, unseen. Leave it out')
      : undefined
  }
  if (typeof value !== 'object' || value === null || depth > 8) return undefined
  for (const [member, inner] of Object.entries(value)) {
    const isItem = Array.isArray(value)
    if (isBroken(member)) return unfit(at, 'a text with NUL or half a character in it')
    const inside = isItem ? `${at}[${member}]` : at ? `${at}.${member}` : member
    const found = unfitText(inner, inside, isItem ? name : member, depth + 1)
    if (found) return found
  }
  return undefined
}

const unfit = (at: string, what: string): Unfit => {
  // A name that a caller made up is not repeated at any length.
  const field = at.length > 80 ? `${at.slice(0, 80)}…` : at
  return { field, words: `${field || 'The body'} has ${what}.` }
}

/** A reference that a caller made up is not repeated at any length. */
export const shownReference = (reference: string): string =>
  reference.length > 64 ? `${reference.slice(0, 64)}…` : reference
