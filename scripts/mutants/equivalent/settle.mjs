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
    file: 'packages/settle/src/book.ts',
    line: "export const read = async ({ store, nowMs }: Shop, order = ''): Promise<Waiting> =>",
    from: "''",
    to: '"Stryker was here!"',
    why: 'for a payment without an order, both texts are names that no order has, so nothing is found',
  },
]
