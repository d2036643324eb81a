// Characters that move the cursor, start a line or reverse the text of a terminal.
const unsafe = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu

/** Escapes terminal control characters in a string from a service: one physical line, in which JSON keeps its meaning. */
export const escapeControls = (text: string): string =>
  text.replace(unsafe, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
