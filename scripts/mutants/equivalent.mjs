// Mutants that change nothing that anybody could see, each with the reason. "npm run mutants" counts them as not noticed, on a line of
// their own, and fails when an entry here no longer matches a mutant.

/** `file` is the end of the path; `from` and `to` are as in the report; `line` is the whole line, needed where `from` stands in more than one. */
export const equivalent = [
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
