const typeNames: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
}

/** Describes the types of a JSON Schema for a message: `['string', 'null']` is "a text or null". */
export const typeInWords = (types: string | readonly string[]): string =>
  [types]
    .flat()
    .map((type) => typeNames[type] ?? type)
    .join(' or ')
