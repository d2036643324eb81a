import {
  checkPlan,
  checkQuery,
  idempotencyLifetimeMs,
  type ListQuery,
  type Row,
  type Snapshot,
  type Store,
  type TableName,
} from '@cedi/mock-server/internal'
import { fromSql } from './columns.js'
import { checkCommit } from './commit.js'
import { trackDiskSpace } from './disk-space.js'
import { isUniqueViolation, retry, type SqlDriver, withRetry } from './driver.js'
import { migrate } from './migrations.js'
import { getStatement, listStatement } from './read.js'
import { isSharded } from './sharding/citus.js'
import { findOwner, globallyUniqueColumn, toUniqueValue } from './sharding/unique-values.js'
import { emptyAll, readSnapshot, writeSnapshot } from './snapshot.js'
import { createValues } from './statement.js'

/**
 * A persistent store: PostgreSQL, or PGlite in one process, with the same statements.
 *
 * @decision 0032
 */
export interface SqlStore extends Store {
  /** Reads all data, consistent at one point in time; with sharded tables, consistent per merchant. */
  snapshot(): Promise<Snapshot>
  /**
   * Replaces all data atomically: readers see either the old or the new data.
   *
   * @throws TypeError if the snapshot is invalid; nothing has changed then.
   */
  restore(snapshot: Snapshot): Promise<void>
  /** Deletes all data. */
  clear(): Promise<void>
  /** Deletes a merchant's expired idempotency keys. */
  deleteExpiredKeys(merchant: string, nowMs: number): Promise<void>
  /** The database driver, for tables of the caller in the same database. */
  readonly driver: SqlDriver
  /** Checks that the database responds and is writable. @throws StoreUnavailable otherwise. */
  ping(): Promise<void>
  /** Closes the connections. */
  close(): Promise<void>
}

/**
 * Opens a store on a database and migrates its tables to the version of this package.
 *
 * @param sqlDriver - The driver: from `openPostgres` or `openPglite`, or your own.
 * @returns The store; `close` closes the driver.
 * @throws {@link StoreUnavailable} if the database is unreachable.
 * @decision 0032, 0097
 */
export async function openSqlStore(sqlDriver: SqlDriver): Promise<SqlStore> {
  const driver = trackDiskSpace(withRetry(sqlDriver))
  await migrate(driver)
  const sharded = await isSharded(driver)
  return {
    async get<T extends TableName>(table: T, merchant: string | null, id: string) {
      if (!isStorable(id) || !isStorable(merchant)) return undefined
      const { text, values } = getStatement(table, merchant, id)
      const [row] = await driver.query(text, values)
      return row && (fromSql(table, row) as Row<T>)
    },
    async list<T extends TableName>(table: T, merchant: string | null, query: ListQuery<T>) {
      checkQuery(table, query as ListQuery)
      const { before, after, past, where = {} } = query
      const texts = [merchant, before, after, past?.id, past?.merchant, ...Object.values(where)]
      if (!texts.every(isStorable)) return []
      const unique = sharded && merchant === null ? uniqueValueIn(table, where) : undefined
      const owner = unique === undefined ? merchant : await findOwner(driver, unique)
      if (owner === undefined) return []
      const { text, values } = listStatement(table, owner, query as ListQuery)
      return (await driver.query(text, values)).map((row) => fromSql(table, row) as Row<T>)
    },
    async commit(plan) {
      checkPlan(plan)
      // A unique violation is a concurrent insert. The repeated transaction reads its row and reports the failure.
      return retry(() => driver.transaction((query) => checkCommit(query, plan, sharded)), isUniqueViolation)
    },
    snapshot: () => readSnapshot(driver),
    restore: (snapshot) => writeSnapshot(driver, snapshot, sharded),
    clear: async () => void (await driver.query(emptyAll(sharded))),
    deleteExpiredKeys: (merchant, nowMs) => deleteExpiredKeys(driver, merchant, nowMs),
    ping: () => driver.ping(),
    driver,
    close: () => driver.close(),
  }
}

/** Returns whether a database can store a value. No row has a string with NUL or a lone surrogate. */
const isStorable = (value: unknown): boolean => typeof value !== 'string' || !/[\0\p{Cs}]/u.test(value)

/** Returns the unique value whose owner has all matching rows, if the query has one. */
function uniqueValueIn(table: TableName, where: object): string | undefined {
  const column = globallyUniqueColumn(table)
  const value = column === undefined ? undefined : (where as Readonly<Record<string, unknown>>)[column]
  return value === undefined || value === null ? undefined : toUniqueValue(table, value)
}

async function deleteExpiredKeys(driver: SqlDriver, merchant: string, nowMs: number): Promise<void> {
  const { list, param } = createValues()
  const [owner, lastMs] = [param(merchant, 'text'), param(nowMs - idempotencyLifetimeMs, 'bigint')]
  await driver.query(`DELETE FROM cedi.idempotency_keys WHERE merchant_id = ${owner} AND created_ms <= ${lastMs}`, list)
}
