// Mutants of settle that change nothing that anybody could see (scripts/mutants/equivalent.mjs).
export const settle = [
  {
    file: 'packages/settle/src/ask.ts',
    line: 'if (retryAfter) pause(Number(retryAfter) * 1000 || Date.parse(retryAfter) - nowMs() || 0)',
    from: 'retryAfter',
    to: 'true',
    why: 'an answer without the header would cause a pause of 0 ms, which is none',
  },
  {
    file: 'packages/settle/src/book.ts',
    line: "expiresMs: Math.max(entry.expiresMs, Date.parse(expiresAt ?? '') || 0),",
    from: "''",
    to: '"Stryker was here!"',
    why: 'neither text is a date, so both mean that the payment does not say when it expires',
  },
  {
    file: 'packages/settle/src/settle.ts',
    line: "async look(order, ref = '') {",
    from: "''",
    to: '"Stryker was here!"',
    why: 'neither text has the form of a ref, so no payment is read for it',
  },
  {
    file: 'packages/settle/src/stores/memory.ts',
    from: '{ if (turns.get(order) === quiet) turns.delete(order) }',
    to: '{}',
    why: 'a turn that is over stops nobody; it is only taken out of memory',
  },
  {
    file: 'packages/settle/src/stores/memory.ts',
    line: 'if (turns.get(order) === quiet) turns.delete(order)',
    from: 'turns.get(order) === quiet',
    to: 'false',
    why: 'a turn that is over stops nobody; it is only taken out of memory',
  },
]
