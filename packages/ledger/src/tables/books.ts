/** The end of a merchant's chain of entries, in a database: what all commits of a merchant queue for. One row for each. */
export const books = {
  columns: {
    sequence: { kind: 'number' },
    at_ms: { kind: 'number' },
    hash: { kind: 'text' },
  },
  filters: [],
} as const
