import { describeHiddenCharacter } from '@cedi/contract/hidden-character'
import { describeValue } from '@cedi/contract/options'

/**
 * Throws an error about an input. The message does not contain the value, because the value may be a key.
 *
 * @param name - Name of the option or parameter.
 * @param requirement - End of the sentence "name must …".
 * @throws TypeError always.
 */
export function rejectInput(name: string, requirement: string): never {
  throw new TypeError(`${name} must ${requirement}.`)
}

const wellFormed = /^\P{Cs}*$/u
// Servers resolve `..` even when it is percent-encoded, and a slash would start a second segment.
const pathSegment = /^(?!(\.|%2e){0,2}$)[^/\\\p{Cs}]*$/iu

function parseString(name: string, value: unknown, pattern: RegExp, requirement: string): string {
  if (typeof value !== 'string' || !pattern.test(value)) rejectInput(name, requirement)
  return value
}

/**
 * Validates a value that is sent in a header: visible ASCII characters only.
 *
 * @param source - End of the sentence "Remove it …", for a hidden character.
 */
export function parseHeaderValue(name: string, value: unknown, source = ''): string {
  if (typeof value !== 'string' || value === '')
    rejectInput(name, `be a string of ASCII characters without spaces. Got ${describeValue(value)}`)
  const hidden = describeHiddenCharacter(value)
  if (hidden) rejectInput(name, `not ${hidden}. Remove it${source}`)
  return value
}

/** Encodes the value of a query parameter. Rejects lone surrogates because they have no UTF-8 encoding. */
export function encodeQueryValue(name: string, value: unknown): string {
  return encodeURIComponent(parseString(name, value, wellFormed, 'be a string without lone surrogates'))
}

/** Encodes the value of a path parameter as exactly one path segment. */
export function encodePathSegment(name: string, value: unknown): string {
  return encodeURIComponent(
    parseString(
      name,
      value,
      pathSegment,
      'be a non-empty string that forms one path segment, without /, \\ or lone surrogates',
    ),
  )
}
