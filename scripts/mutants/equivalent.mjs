// Mutants that were read one by one and change nothing that anybody could see: which, and why. "npm run mutants" counts them as not
// noticed and names them apart; an entry that no survivor is like any more is told.

/** `file` ends the path; `from` and `to` are the texts of the report; `line` is the whole line, where `from` stands in more than one. */
export const equivalent = [
  {
    file: 'packages/settle/src/ask.ts',
    line: "const wishMs = Number(retryAfter) * 1000 || Date.parse(retryAfter ?? '') - nowMs() || 0",
    from: "''",
    to: '"Stryker was here!"',
    why: 'neither text is a date, and without one nothing was asked for',
  },
  {
    file: 'packages/settle/src/search.ts',
    line: "const entry = await book.read(orderOf(payment) ?? '')",
    from: "''",
    to: '"Stryker was here!"',
    why: 'a payment that names no order is looked up under a name that no order has, whichever it is',
  },
  {
    file: 'packages/client/src/budget.ts',
    line: 'if (rest < full) left.set(origin, rest)',
    from: 'rest < full',
    to: 'rest <= full',
    why: 'a full budget that is kept is as full as one that is not; it only takes a place in memory',
  },
  {
    file: 'packages/client/src/retry.ts',
    line: 'if (!retryAfter) return 0',
    from: '!retryAfter',
    to: 'false',
    why: 'what follows makes 0 of nothing and of an empty text too; the line spares it, and the types ask for it',
  },
  {
    file: 'packages/ledger/src/bounds.ts',
    line: "return stock !== null && stock < 0 ? 'products.stock' : undefined",
    from: 'stock !== null',
    to: 'true',
    why: 'null is not below 0 either; the condition is there for the types',
  },
  {
    file: 'packages/ledger/src/bounds.ts',
    from: 'default: return undefined',
    to: 'default:',
    why: 'a function that ends without a return answers undefined too',
  },
]
