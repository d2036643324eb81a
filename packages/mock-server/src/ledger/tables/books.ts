/** The end of each merchant's hash chain in a database: the row that serializes the commits of a merchant. */
export const ledgerTables = {
  columns: {
    sequence: { kind: 'number' },
    at_ms: { kind: 'number' },
    hash: { kind: 'text' },
  },
  filters: [],
} as const
