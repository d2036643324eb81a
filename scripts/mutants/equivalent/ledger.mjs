// Mutants of the ledger that change nothing that anybody could see (scripts/mutants/equivalent.mjs).
export const ledger = [
  {
    file: 'packages/ledger/src/bounds.ts',
    line: "return stock !== null && stock < 0 ? 'products.stock' : undefined",
    from: 'stock !== null',
    to: 'true',
    why: 'null is not below 0 either; the condition is there for the types',
  },
  {
    file: 'packages/ledger/src/entry.ts',
    line: "const [sequence = '', kind, source = '', atMs, postings = '', balances = '', ...memo] = text.split('|')",
    from: "''",
    to: '"Stryker was here!"',
    why: 'a text that is split has a first part, so the first default is there for the types',
  },
  {
    file: 'packages/ledger/src/money.ts',
    line: "const [, cedis = '', fraction = ''] = match",
    from: "''",
    to: '"Stryker was here!"',
    why: 'an amount that matched has digits before its point, so the first default is there for the types',
  },
  {
    file: 'packages/ledger/src/money.ts',
    line: 'const absolute = pesewas < 0n ? -pesewas : pesewas',
    from: 'pesewas < 0n',
    to: 'pesewas <= 0n',
    why: 'minus nothing is nothing',
  },
  {
    file: 'packages/ledger/src/entries/payment-received.ts',
    from: 'payment.order_ref !== null && payment.product_id !== null',
    to: 'payment.order_ref !== null || payment.product_id !== null',
    why: 'a payment has both or neither: what has one alone is not created',
  },
  {
    file: 'packages/ledger/src/entries/payment-received.ts',
    from: 'payment.order_ref !== null',
    to: 'true',
    why: 'a payment with a product has an order',
  },
  {
    file: 'packages/ledger/src/entries/payment-received.ts',
    line: 'if (payment.order_ref !== null && payment.product_id !== null) {',
    from: 'payment.product_id !== null',
    to: 'true',
    why: 'a payment with an order has a product',
  },
  {
    file: 'packages/ledger/src/entries/payment-received.ts',
    line: "product_id: payment.product_id ?? '',",
    from: "''",
    to: '"Stryker was here!"',
    why: 'licenses are sold with a product; the default is there for the types',
  },
]
