// Mutants of settle that change nothing that anybody could see (scripts/mutants/equivalent.mjs).
export const settle = [
  {
    file: 'packages/settle/src/ask.ts',
    line: "const wishMs = Number(retryAfter) * 1000 || Date.parse(retryAfter ?? '') - nowMs() || 0",
    from: "''",
    to: '"Stryker was here!"',
    why: 'neither text is a date, so both mean that the service asked for no wait',
  },
  {
    file: 'packages/settle/src/search.ts',
    line: "const entry = await book.read(orderOf(payment) ?? '')",
    from: "''",
    to: '"Stryker was here!"',
    why: 'for a payment without an order, both texts are names that no order has, so nothing is found',
  },
]
