// Entry point for the sandbox, without semantic versioning.

export { formatPostings } from './ledger/entry.js'
export * from './ledger/index.js'
export { fromJsonRow, parseItem, parsePesewas, toJsonRow } from './ledger/stores/json-row.js'
export { checkQuery } from './ledger/stores/listing.js'
export { ledgerTables } from './ledger/tables/books.js'
export type { Column, Kind, Table } from './ledger/tables/table.js'
export { getDefinition, getUniqueColumn, recordTables } from './ledger/tables.js'
