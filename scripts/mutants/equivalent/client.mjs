// Mutants of the client that change nothing that anybody could see (scripts/mutants/equivalent.mjs).

// The loop only saves time: a value that it does not find plain goes the longer way, which gives a plain value back as it is.
const quickLook = [
  {
    line: 'function isPlain(text: string): boolean {',
    from: `{ for (let at = 0; at < text.length; at++) { const code = text.charCodeAt(at)
      const isAllowed = (code > 47 && code < 58) || (code > 64 && code < 91) || (code > 96 && code < 123)
      if (!isAllowed) return false } return true }`,
    to: '{}',
  },
  { line: 'for (let at = 0; at < text.length; at++) {', from: 'at < text.length', to: 'at <= text.length' },
  { line: 'for (let at = 0; at < text.length; at++) {', from: 'at++', to: 'at--' },
  {
    from: '(code > 47 && code < 58) || (code > 64 && code < 91) || (code > 96 && code < 123)',
    to: ['false', '(code > 47 && code < 58 || code > 64 && code < 91) && code > 96 && code < 123'],
  },
  {
    from: '(code > 47 && code < 58) || (code > 64 && code < 91)',
    to: ['false', 'code > 47 && code < 58 && code > 64 && code < 91'],
  },
  { from: 'code > 47 && code < 58', to: 'false' },
  { from: 'code > 64 && code < 91', to: 'false' },
  { from: 'code > 96 && code < 123', to: 'false' },
  { from: '!isAllowed', to: 'true' },
  { line: 'return true', from: 'true', to: 'false' },
  { from: "typeof value === 'string' && isPlain(value)", to: 'false' },
  { line: "if (typeof value === 'string' && isPlain(value)) return value", from: "'string'", to: '""' },
].map((mutant) => ({
  file: 'packages/client/src/input.ts',
  ...mutant,
  why: 'the mutant finds fewer values plain; digits and letters are allowed and encoded as themselves on the longer way too',
}))

export const client = [
  {
    file: 'packages/client/src/budget.ts',
    line: 'if (rest < full) left.set(origin, rest)',
    from: 'rest < full',
    to: 'rest <= full',
    why: 'a full budget works the same whether it is stored or not; storing it only takes memory',
  },
  {
    file: 'packages/client/src/headers.ts',
    from: 'name.toLowerCase()',
    to: 'name.toUpperCase()',
    why: 'names of ASCII are the same in small letters when they are the same in capitals; no transport sends other names',
  },
  ...quickLook,
  {
    file: 'packages/client/src/money.ts',
    line: "const [, cedis = '', fraction = ''] = match",
    from: "''",
    to: '"Stryker was here!"',
    why: 'for the types: what matches has digits before the point',
  },
  {
    file: 'packages/client/src/next-page.ts',
    from: "''",
    to: '"Stryker was here!"',
    why: 'neither text holds a link',
  },
  {
    file: 'packages/client/src/request.ts',
    line: '{ id: operation, method, path, scope, query: names = [] }: Row<Method, Id>,',
    from: '[]',
    to: '["Stryker was here"]',
    why: 'for the types: a call whose row has no names for a query is given no query',
  },
  {
    file: 'packages/client/src/request.ts',
    from: 'body === undefined',
    to: 'false',
    why: 'JSON.stringify gives undefined for undefined; not to ask it is faster for each read',
  },
  {
    file: 'packages/client/src/resources/route.ts',
    line: "const [, method = '', path = ''] = /^([A-Z]+) ((?:\\/(?!\\.)[\\w{}.-]+)+)$/.exec(String(route)) ?? []",
    from: "''",
    to: '"Stryker was here!"',
    why: 'for the types: a route without a method has no path either, and is refused for that',
  },
  {
    file: 'packages/client/src/resources/route.ts',
    from: '[]',
    to: '["Stryker was here"]',
    why: 'the first member, which is the whole match, is not read',
  },
  {
    file: 'packages/client/src/result.ts',
    from: '{ return undefined }',
    to: '{}',
    why: 'a function that ends without a return gives undefined',
  },
  {
    file: 'packages/client/src/errors.ts',
    line: "const key = sent?.replace(/^.* /, '')",
    from: '/^.* /',
    to: '/.* /',
    why: 'the first match begins with the first character anyway',
  },
]
