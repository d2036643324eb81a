export {
  type SqlDriver,
  SqlError,
  type SqlQuery,
  type SqlRow,
  type SqlValue,
  type Statement,
  StoreUnavailable,
  type Transaction,
} from './sql/driver.js'
export { migrate, schemaVersion } from './sql/migrations.js'
export { openPglite, type PgliteOptions } from './sql/pglite.js'
export { openPostgres, type PostgresOptions } from './sql/postgres.js'
export { shardWithCitus } from './sql/sharding/citus.js'
export { openSqlStore, type SqlStore } from './sql/sql-store.js'
