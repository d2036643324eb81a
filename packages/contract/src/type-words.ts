const words: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
}

/** Returns the types of a JSON Schema in words: `['string', 'null']` is "a text or null". */
export const typeInWords = (types: string | readonly string[]): string =>
  [types]
    .flat()
    .map((type) => words[type] ?? type)
    .join(' or ')
