// Mutants of the client that change nothing that anybody could see (scripts/mutants/equivalent.mjs).
export const client = [
  {
    file: 'packages/client/src/budget.ts',
    line: 'if (rest < full) left.set(origin, rest)',
    from: 'rest < full',
    to: 'rest <= full',
    why: 'a full budget works the same whether it is stored or not; storing it only takes memory',
  },
  {
    file: 'packages/client/src/retry.ts',
    line: 'if (!retryAfter) return 0',
    from: '!retryAfter',
    to: 'false',
    why: 'the lines after it return 0 for undefined and for an empty text too; the types need the check',
  },
]
