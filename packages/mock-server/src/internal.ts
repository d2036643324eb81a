// Entry point for the sandbox, without semantic versioning.

export * from './ledger/index.js'
export { fromJsonRow, parseItem, parsePesewas, toJsonRow } from './ledger/stores/json-row.js'
export { checkQuery } from './ledger/stores/listing.js'
export { type AnyRow, type CommitState, type PreparedCommit, prepareCommit } from './ledger/stores/prepare-commit.js'
export { ledgerTables } from './ledger/tables/books.js'
export type { Column, Kind, Table } from './ledger/tables/table.js'
export { getDefinition, getUniqueColumn, recordTables } from './ledger/tables.js'
