import { checkStoreArguments } from '../options.js'
import type { Store } from '../store.js'
import type { TrackedOrder } from '../tracked-order.js'
import { parseTableName } from './table-name.js'

/** Statement of Cloudflare D1: the members that the store uses. */
export interface D1Statement {
  /** Binds values. */
  bind(...values: (string | number | null)[]): D1Statement
  /** Runs the statement and returns its rows. */
  all(): Promise<{ readonly results: unknown[] }>
}

/** Database of Cloudflare D1: the members that the store uses. */
export interface D1Database<Statement extends D1Statement = D1Statement> {
  /** Prepares a statement. */
  prepare(sql: string): Statement
  /** Runs statements in one transaction. */
  batch(statements: Statement[]): Promise<readonly { readonly meta: { readonly changes: number } }[]>
}

/** Transaction of a handler on D1. */
export interface D1Transaction<Statement> {
  /** Adds a statement to the transaction. It runs after the handler returns, so its result cannot be read. */
  add(statement: Statement): void
}

/** Options of the store. */
export interface D1StoreOptions {
  /** Table name. Defaults to `cedi_tracked_orders`. */
  readonly table?: string | undefined
}

/**
 * Returns the SQL of the store's table, for a migration: `npx wrangler d1 migrations create`.
 *
 * @param table - Table name.
 * @returns Idempotent statements.
 */
export function d1Schema(table = 'cedi_tracked_orders'): string {
  return `CREATE TABLE IF NOT EXISTS ${parseTableName(table)} (order_id TEXT PRIMARY KEY, version INTEGER NOT NULL, due_ms INTEGER, data TEXT NOT NULL);
CREATE INDEX IF NOT EXISTS ${table.replace('.', '_')}_due ON ${table} (due_ms) WHERE due_ms IS NOT NULL;`
}

/**
 * Creates a store on Cloudflare D1, for Workers. D1 has no interactive transactions: a handler adds statements to `tx`,
 * and one batch runs them and records the payment.
 *
 * @param database - The binding. A migration must create the table: {@link d1Schema}.
 * @param options - Options of the store.
 * @decision 0061
 */
export function d1Store<Statement extends D1Statement>(
  database: D1Database<Statement>,
  options: D1StoreOptions = {},
): Store<D1Transaction<Statement>> {
  checkStoreArguments('d1Store', { value: database, methods: ['prepare', 'batch'] }, options)
  const table = parseTableName(options.table ?? 'cedi_tracked_orders')
  const prepare = (sql: string, ...values: (string | number | null)[]): Statement =>
    database.prepare(sql).bind(...values) as Statement

  /** Returns the statements that write an order. On a version conflict they violate a constraint, which rolls back the batch. */
  const writeStatements = (tracked: TrackedOrder): Statement[] => {
    const { order, version, dueMs } = tracked
    const data = JSON.stringify(tracked)
    const due = dueMs === null ? null : Math.ceil(dueMs)
    if (version === 1)
      return [prepare(`INSERT INTO ${table} (order_id, version, due_ms, data) VALUES (?, 1, ?, ?)`, order, due, data)]
    const isCurrent = `EXISTS (SELECT 1 FROM ${table} WHERE order_id = ? AND version = ?)`
    return [
      prepare(
        `INSERT INTO ${table} (order_id, version, data) SELECT ?, NULL, '' WHERE NOT ${isCurrent}`,
        order,
        order,
        version - 1,
      ),
      prepare(`UPDATE ${table} SET version = ?, due_ms = ?, data = ? WHERE order_id = ?`, version, due, data, order),
    ]
  }
  const runBatch = async (statements: Statement[]): Promise<boolean> => {
    try {
      await database.batch(statements)
      return true
    } catch (error) {
      if (isVersionConflict(error, table)) return false
      throw error
    }
  }
  return {
    async find(query) {
      const select =
        'order' in query
          ? prepare(`SELECT data FROM ${table} WHERE order_id = ?`, query.order)
          : prepare(
              `SELECT data FROM ${table} WHERE due_ms <= ? ORDER BY due_ms LIMIT ?`,
              Math.floor(query.dueMs),
              query.limit,
            )
      const { results } = await select.all()
      return results.map((row) => JSON.parse((row as { data: string }).data) as TrackedOrder)
    },
    async save(tracked, effect) {
      if (!effect) return runBatch(writeStatements(tracked))
      // The handler must not run if another worker has updated the order.
      const [stored] = await this.find({ order: tracked.order })
      if ((stored?.version ?? 0) !== tracked.version - 1) return false
      const added: Statement[] = []
      await effect({ add: (statement) => void added.push(statement) })
      return runBatch([...writeStatements(tracked), ...added])
    },
  }
}

/** Returns whether a constraint of the store's table failed, and not one of the shop's tables. */
const isVersionConflict = (error: unknown, table: string): boolean =>
  new RegExp(`(?:NOT NULL|UNIQUE) constraint failed: ${table.replace('.', '\\.')}\\.(?:version|order_id)\\b`).test(
    String((error as Error | undefined)?.message),
  )
