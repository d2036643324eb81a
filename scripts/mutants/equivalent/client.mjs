// Mutants of the client that change nothing that anybody could see (scripts/mutants/equivalent.mjs).
export const client = [
  {
    file: 'packages/client/src/budget.ts',
    line: 'if (rest < full) left.set(origin, rest)',
    from: 'rest < full',
    to: 'rest <= full',
    why: 'a full budget works the same whether it is stored or not; storing it only takes memory',
  },
]
