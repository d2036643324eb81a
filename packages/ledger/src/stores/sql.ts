import { accounts } from '../accounts.js'
import { firstHash } from '../entry.js'
import { answerLifetimeMs } from '../kept-answer.js'
import { checkPlan, type Plan } from '../plan.js'
import type { CommitResult, ListQuery, Store } from '../store.js'
import type { Row, TableName } from '../tables.js'
import { checkQuery } from './listing.js'
import type { Snapshot } from './snapshot.js'
import { fromSql, keptText } from './sql/columns.js'
import { type CommitStatement, commitStatements } from './sql/commit.js'
import { isUniqueViolation, type SqlDriver, type SqlValue, StoreUnavailable, sentAgain } from './sql/driver.js'
import { migrate } from './sql/migrations.js'
import { getStatement, listStatement } from './sql/read.js'
import { withRoom } from './sql/room.js'
import { emptyAll, readSnapshot, writeSnapshot } from './sql/snapshot.js'
import { isSpread } from './sql/spread/citus.js'
import { spreadStatement } from './sql/spread/commit.js'
import { everywhereColumn, placeOfValue, takerOf } from './sql/spread/places.js'
import { createValues, type Values } from './sql/statement.js'

/**
 * A store that lasts: PostgreSQL, or PGlite on one machine, behind the same statements.
 *
 * @decision 0032
 */
export interface SqlStore extends Store {
  /** Everything, as it was at one moment. Where tables are spread over machines, that holds for each merchant by itself. */
  snapshot(): Promise<Snapshot>
  /**
   * Replaces everything in one step: others find the old or the new, never half of it.
   *
   * @throws TypeError when it is not a snapshot that a store can hold; then nothing has changed.
   */
  restore(snapshot: Snapshot): Promise<void>
  /** Forgets everything. */
  clear(): Promise<void>
  /** Takes away a merchant's answers that were kept for long enough. */
  forget(merchant: string, nowMs: number): Promise<void>
  /** The database, for tables of others that lie beside these. */
  readonly driver: SqlDriver
  /** Whether the database answers, and can be written. @throws StoreUnavailable when not. */
  ping(): Promise<void>
  /** Lets go of the database. */
  close(): Promise<void>
}

/** So often a commit is sent again with the same plan when a row of another was in its way. */
const attempts = 100

/**
 * Opens a store on a database, and brings its tables to the version of this package.
 *
 * @param given - The driver: from `openPostgres` or `openPglite`, or your own.
 * @returns The store; `close` closes the driver.
 * @throws {@link StoreUnavailable} when the database cannot be reached.
 * @decision 0032, 0097
 */
export async function openSqlStore(given: SqlDriver): Promise<SqlStore> {
  const driver = withRoom(sentAgain(given))
  await migrate(driver)
  const spread = await isSpread(driver)
  if (spread) given.planForValues?.()
  const statementOf = commitStatements(spread)
  const open = spread ? openSpreadBook : openBook
  return {
    async get<T extends TableName>(table: T, merchant: string | null, id: string) {
      if (!isKept(id) || !isKept(merchant)) return undefined
      const { text, values } = getStatement(table, merchant, id)
      const [row] = await driver.query(text, values)
      return row && (fromSql(table, row) as Row<T>)
    },
    async list<T extends TableName>(table: T, merchant: string | null, query: ListQuery<T>) {
      checkQuery(table, query as ListQuery)
      const { before, after, past, where = {} } = query
      const texts = [merchant, before, after, past?.id, past?.merchant, ...Object.values(where)]
      if (!texts.every(isKept)) return []
      const place = spread && merchant === null ? placeIn(table, where) : undefined
      const owner = place === undefined ? merchant : await takerOf(driver, place)
      if (owner === undefined) return []
      const { text, values } = listStatement(table, owner, query as ListQuery)
      return (await driver.query(text, values)).map((row) => fromSql(table, row) as Row<T>)
    },
    commit: (plan) => commit(driver, plan, statementOf, open),
    snapshot: () => readSnapshot(driver),
    restore: (snapshot) => writeSnapshot(driver, snapshot, spread),
    clear: async () => void (await driver.query(emptyAll(spread))),
    forget: (merchant, nowMs) => forget(driver, merchant, nowMs),
    ping: () => driver.ping(),
    driver,
    close: () => driver.close(),
  }
}

/** No row has a text that a database does not keep, so nothing is found by one. */
const isKept = (value: unknown): boolean => typeof value !== 'string' || !/[\0\p{Cs}]/u.test(value)

/** The place whose taker has all rows that are asked for, if there is one. */
function placeIn(table: TableName, where: object): string | undefined {
  const column = everywhereColumn(table)
  const value = column === undefined ? undefined : (where as Readonly<Record<string, unknown>>)[column]
  return value === undefined || value === null ? undefined : placeOfValue(table, value)
}

async function commit(
  driver: SqlDriver,
  plan: Plan,
  statementOf: (plan: Plan) => CommitStatement,
  open: (driver: SqlDriver, merchant: string) => Promise<void>,
): Promise<CommitResult> {
  checkPlan(plan)
  const statement = statementOf(plan)
  const { text, values } = statement
  for (let attempt = 1; ; attempt++) {
    try {
      const row = statement.read(await driver.query(text, values))
      if (row === 'moved') {
        if (attempt >= attempts) throw new StoreUnavailable('shard moved')
      } else if (row) {
        const { sequence, problem } = row
        return problem === null ? { outcome: 'ok', sequence: Number(sequence) } : foundProblem(statement, problem)
      } else await open(driver, plan.merchant)
    } catch (error) {
      // A row that others wrote since the statement began is seen when it is sent again; then it says which one.
      if (attempt >= attempts || !isUniqueViolation(error)) throw error
    }
  }
}

function foundProblem(statement: CommitStatement, number: unknown): CommitResult {
  const found = statement.problem(Number(number))
  if (!found)
    throw new Error(
      `The database refused a plan for an unknown reason (${String(number)}). Report it: this is a fault of the ledger.`,
    )
  return found
}

/** The row that commits of a merchant queue for, and all its accounts: so no commit has to make one in a race. */
async function openBook(driver: SqlDriver, merchant: string): Promise<void> {
  const { list, param } = createValues()
  const { opened, filled } = bookTexts(merchant, param)
  await driver.query(`WITH ${opened}\n${filled}`, list)
}

async function openSpreadBook(driver: SqlDriver, merchant: string): Promise<void> {
  const given: SqlValue[] = []
  const { opened, filled } = bookTexts(merchant, (value, type) => `CAST(($1)[${given.push(value)}] AS ${type})`)
  const text = `WITH ${opened},\nfilled AS (${filled})\nSELECT CAST(0 AS bigint) AS sequence, CAST(NULL AS bigint) AS problem`
  const call = spreadStatement(merchant, text, given)
  await driver.query(call.text, call.values)
}

function bookTexts(merchant: string, param: Values['param']) {
  const owner = param(keptText(merchant, 'merchant'), 'text')
  const [sequence, atMs, hash] = [
    param(0, 'bigint'),
    param(Number.MIN_SAFE_INTEGER, 'bigint'),
    param(firstHash(merchant), 'text'),
  ]
  const rows = accounts.map((account) => `('${account}')`).join(', ')
  return {
    opened: `opened AS (INSERT INTO cedi.books (merchant_id, sequence, at_ms, hash) VALUES (${owner}, ${sequence}, ${atMs}, ${hash})
  ON CONFLICT (merchant_id) DO NOTHING RETURNING merchant_id)`,
    filled: `INSERT INTO cedi.accounts (merchant_id, id, balance_pesewas, sequence)
SELECT opened.merchant_id, v.id, 0, 0 FROM opened CROSS JOIN (VALUES ${rows}) v (id)`,
  }
}

async function forget(driver: SqlDriver, merchant: string, nowMs: number): Promise<void> {
  const { list, param } = createValues()
  const [owner, lastMs] = [param(merchant, 'text'), param(nowMs - answerLifetimeMs, 'bigint')]
  await driver.query(`DELETE FROM cedi.answers WHERE merchant_id = ${owner} AND created_ms <= ${lastMs}`, list)
}
