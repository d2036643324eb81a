import {
  accounts,
  type CommitResult,
  checkPlan,
  checkQuery,
  firstHash,
  idempotencyLifetimeMs,
  type ListQuery,
  type Plan,
  type Row,
  type Snapshot,
  type Store,
  type TableName,
} from '@cedi/mock-server/internal'
import { checkStorableText, fromSql } from './columns.js'
import { type CommitStatement, createCommitCompiler } from './commit.js'
import { trackDiskSpace } from './disk-space.js'
import { isUniqueViolation, type SqlDriver, type SqlValue, StoreUnavailable, withRetry } from './driver.js'
import { migrate } from './migrations.js'
import { getStatement, listStatement } from './read.js'
import { isSharded } from './sharding/citus.js'
import { shardStatement } from './sharding/commit.js'
import { findOwner, globallyUniqueColumn, toUniqueValue } from './sharding/unique-values.js'
import { emptyAll, readSnapshot, writeSnapshot } from './snapshot.js'
import { createValues, type Values } from './statement.js'

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

/** Maximum number of attempts to commit the same plan after a concurrent insert. */
const attempts = 100

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
  if (sharded) sqlDriver.planForValues?.()
  const compile = createCommitCompiler(sharded)
  const open = sharded ? openShardedLedger : openLedger
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
    commit: (plan) => commit(driver, plan, compile, open),
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

async function commit(
  driver: SqlDriver,
  plan: Plan,
  compile: (plan: Plan) => CommitStatement,
  open: (driver: SqlDriver, merchant: string) => Promise<void>,
): Promise<CommitResult> {
  checkPlan(plan)
  const statement = compile(plan)
  const { text, values } = statement
  for (let attempt = 1; ; attempt++) {
    try {
      const row = statement.read(await driver.query(text, values))
      if (row === 'moved') {
        if (attempt >= attempts) throw new StoreUnavailable('shard moved')
      } else if (row) {
        const { sequence, failure } = row
        return failure === null ? { outcome: 'ok', sequence: Number(sequence) } : findFailure(statement, failure)
      } else await open(driver, plan.merchant)
    } catch (error) {
      // The repeated statement sees the concurrent row and reports the failure.
      if (attempt >= attempts || !isUniqueViolation(error)) throw error
    }
  }
}

function findFailure(statement: CommitStatement, number: unknown): CommitResult {
  const found = statement.failure(Number(number))
  if (!found)
    throw new Error(
      `The database rejected a plan for an unknown reason (${String(number)}). Report it: this is a bug of the ledger.`,
    )
  return found
}

/** Inserts the row that commits of a merchant lock, and all its accounts, so that no two commits race to create them. */
async function openLedger(driver: SqlDriver, merchant: string): Promise<void> {
  const { list, param } = createValues()
  const { insertBook, insertAccounts } = createLedgerSql(merchant, param)
  await driver.query(`WITH ${insertBook}\n${insertAccounts}`, list)
}

async function openShardedLedger(driver: SqlDriver, merchant: string): Promise<void> {
  const sqlDriver: SqlValue[] = []
  const { insertBook, insertAccounts } = createLedgerSql(
    merchant,
    (value, type) => `CAST(($1)[${sqlDriver.push(value)}] AS ${type})`,
  )
  const text = `WITH ${insertBook},\nfilled AS (${insertAccounts})\nSELECT CAST(0 AS bigint) AS sequence, CAST(NULL AS bigint) AS failure`
  const call = shardStatement(merchant, text, sqlDriver)
  await driver.query(call.text, call.values)
}

function createLedgerSql(merchant: string, param: Values['param']) {
  const owner = param(checkStorableText(merchant, 'merchant'), 'text')
  const [sequence, atMs, hash] = [
    param(0, 'bigint'),
    param(Number.MIN_SAFE_INTEGER, 'bigint'),
    param(firstHash(merchant), 'text'),
  ]
  const rows = accounts.map((account) => `('${account}')`).join(', ')
  return {
    insertBook: `opened AS (INSERT INTO cedi.books (merchant_id, sequence, at_ms, hash) VALUES (${owner}, ${sequence}, ${atMs}, ${hash})
  ON CONFLICT (merchant_id) DO NOTHING RETURNING merchant_id)`,
    insertAccounts: `INSERT INTO cedi.accounts (merchant_id, id, balance_pesewas, sequence)
SELECT opened.merchant_id, v.id, 0, 0 FROM opened CROSS JOIN (VALUES ${rows}) v (id)`,
  }
}

async function deleteExpiredKeys(driver: SqlDriver, merchant: string, nowMs: number): Promise<void> {
  const { list, param } = createValues()
  const [owner, lastMs] = [param(merchant, 'text'), param(nowMs - idempotencyLifetimeMs, 'bigint')]
  await driver.query(`DELETE FROM cedi.idempotency_keys WHERE merchant_id = ${owner} AND created_ms <= ${lastMs}`, list)
}
