// Mutants of what a wrong input is told that change nothing that anybody could see (scripts/mutants/equivalent.mjs).
export const input = [
  {
    file: 'packages/mock-server/src/service/input-fault.ts',
    from: '/\\[\\d+\\]/g',
    to: '/\\[\\d\\]/g',
    why: 'no list of the contract may have more than ten items, and a longer one is told that first',
  },
  {
    file: 'packages/mock-server/src/service/input-fault.ts',
    from: 'field !== undefined',
    to: 'true',
    why: 'a field that is undefined is in no answer either',
  },
  {
    file: 'packages/mock-server/src/service/input-fault.ts',
    from: "at.startsWith('metadata')",
    to: "at.endsWith('metadata')",
    why: 'metadata holds no objects, and nothing else has a name that ends so',
  },
  {
    file: 'packages/mock-server/src/service/input-fault.ts',
    from: '/^(max|min)(Length|Items)$/',
    to: ['/(max|min)(Length|Items)$/', '/^(max|min)(Length|Items)/'],
    why: 'no keyword holds one of these and more',
  },
  {
    file: 'packages/mock-server/src/service/input-fault.ts',
    line: 'const [, bound, unit] = /^(max|min)(Length|Items)$/.exec(keyword) ?? []',
    from: '[]',
    to: '["Stryker was here"]',
    why: 'the first member is not read',
  },
  {
    file: 'packages/mock-server/src/service/input-fault.ts',
    from: '!bound',
    to: 'false',
    why: 'every rule of the contract has words of ours; what follows is for rules to come',
  },
  {
    file: 'packages/mock-server/src/service/input-fault.ts',
    from: "message.slice('must '.length)",
    to: 'message',
    why: 'every rule of the contract has words of ours; this is for rules to come',
  },
  {
    file: 'packages/mock-server/src/service/input-fault.ts',
    line: "if (!bound) return message.slice('must '.length)",
    from: "'must '",
    to: '""',
    why: 'every rule of the contract has words of ours; this is for rules to come',
  },
  {
    file: 'packages/mock-server/src/service/input-fault.ts',
    from: "'must be of another form'",
    to: '""',
    why: 'for the types: each check has a message',
  },
  {
    file: 'packages/mock-server/src/service/seed.ts',
    line: "const { field, words } = error ? faultOf(error, 'ProductInput') : {}",
    from: "'ProductInput'",
    to: '""',
    why: 'it chooses the code of a refusal, and a seed is told the words',
  },
]
