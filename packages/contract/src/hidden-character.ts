const characterNames: Readonly<Record<string, string>> = {
  '\r': 'a carriage return (\\r)',
  '\n': 'a line break (\\n)',
  '\t': 'a tab (\\t)',
  ' ': 'a space',
  '\u00a0': 'a no-break space (U+00A0)',
  '\u200b': 'a zero-width space (U+200B)',
  '\ufeff': 'a byte order mark (U+FEFF)',
}

/**
 * Describes the first character of a string that is not visible ASCII, and its position. Such a character is often copied
 * with a value, and a terminal does not show it.
 *
 * @returns End of the sentence "name must not …", such as `end with a carriage return (\r)`. Undefined if there is none.
 */
export function describeHiddenCharacter(text: string): string | undefined {
  const index = text.search(/[^!-~]/)
  if (index < 0) return
  const character = String.fromCodePoint(text.codePointAt(index) as number)
  const code = (text.codePointAt(index) as number).toString(16).toUpperCase().padStart(4, '0')
  const name = characterNames[character] ?? `the character U+${code}`
  const verb = index === 0 ? 'start with' : /[!-~]/.test(text.slice(index)) ? 'contain' : 'end with'
  return `${verb} ${name}`
}
