export {
  type SqlDriver,
  SqlError,
  type SqlQuery,
  type SqlRow,
  type SqlValue,
  StoreUnavailable,
} from './stores/sql/driver.js'
export { migrate, schemaVersion } from './stores/sql/migrations.js'
export { openPglite, type PgliteOptions } from './stores/sql/pglite.js'
export { openPostgres, type PostgresOptions } from './stores/sql/postgres.js'
export { shardWithCitus } from './stores/sql/sharding/citus.js'
export { openSqlStore, type SqlStore } from './stores/sql.js'
