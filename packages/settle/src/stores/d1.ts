import type { Store } from '../store.js'
import type { Waiting } from '../waiting.js'
import { tableName } from './table-name.js'

/** A statement of Cloudflare D1, by its shape. */
export interface D1Statement {
  /** Sets its values. */
  bind(...values: (string | number | null)[]): D1Statement
  /** Runs it and returns its rows. */
  all(): Promise<{ readonly results: unknown[] }>
}

/** A database of Cloudflare D1, by its shape. */
export interface D1Database<Statement extends D1Statement = D1Statement> {
  /** Prepares a statement. */
  prepare(sql: string): Statement
  /** Runs statements in one transaction: all of them, or none. */
  batch(statements: Statement[]): Promise<readonly { readonly meta: { readonly changes: number } }[]>
}

/** What a handler writes with on D1. */
export interface D1Transaction<Statement> {
  /** Adds a statement to the transaction. It runs after the handler has ended, so you cannot read its result. */
  add(statement: Statement): void
}

/** How the store is kept. */
export interface D1StoreOptions {
  /** The table's name; `cedi_waiting` by default. */
  readonly table?: string
}

/**
 * The store's table, for a migration: `npx wrangler d1 migrations create`.
 *
 * @param table - Its name.
 * @returns Statements that can be run again and again.
 */
export function d1Schema(table = 'cedi_waiting'): string {
  return `CREATE TABLE IF NOT EXISTS ${tableName(table)} (order_id TEXT PRIMARY KEY, version INTEGER NOT NULL, due_ms INTEGER, entry TEXT NOT NULL);
CREATE INDEX IF NOT EXISTS ${table.replace('.', '_')}_due ON ${table} (due_ms) WHERE due_ms IS NOT NULL;`
}

/**
 * A store on Cloudflare D1, for Workers, whose instances share nothing else. D1 has no transaction that waits for a
 * program: a handler adds statements to `tx`. They and the record of the payment are written together, or not at all.
 *
 * @param database - The binding. Its table comes from a migration: {@link d1Schema}.
 * @param options - The table.
 * @decision 0061
 */
export function d1Store<Statement extends D1Statement>(
  database: D1Database<Statement>,
  options: D1StoreOptions = {},
): Store<D1Transaction<Statement>> {
  const table = tableName(options.table ?? 'cedi_waiting')
  const prepare = (sql: string, ...values: (string | number | null)[]): Statement =>
    database.prepare(sql).bind(...values) as Statement

  /**
   * Writes an entry. A version that is not the next one violates a constraint of the table, which rolls back the whole
   * batch.
   */
  const statementsOf = ({ order, version, dueMs, ...rest }: Waiting): Statement[] => {
    const entry = JSON.stringify({ order, version, dueMs, ...rest })
    const due = dueMs === null ? null : Math.ceil(dueMs)
    if (version === 1)
      return [prepare(`INSERT INTO ${table} (order_id, version, due_ms, entry) VALUES (?, 1, ?, ?)`, order, due, entry)]
    const isThere = `EXISTS (SELECT 1 FROM ${table} WHERE order_id = ? AND version = ?)`
    return [
      prepare(
        `INSERT INTO ${table} (order_id, version, entry) SELECT ?, NULL, '' WHERE NOT ${isThere}`,
        order,
        order,
        version - 1,
      ),
      prepare(`UPDATE ${table} SET version = ?, due_ms = ?, entry = ? WHERE order_id = ?`, version, due, entry, order),
    ]
  }
  const run = async (statements: Statement[]): Promise<boolean> => {
    try {
      await database.batch(statements)
      return true
    } catch (error) {
      if (isOvertaken(error, table)) return false
      throw error
    }
  }
  return {
    async waiting(query) {
      const found =
        'order' in query
          ? prepare(`SELECT entry FROM ${table} WHERE order_id = ?`, query.order)
          : prepare(
              `SELECT entry FROM ${table} WHERE due_ms <= ? ORDER BY due_ms LIMIT ?`,
              Math.floor(query.dueMs),
              query.limit,
            )
      const { results } = await found.all()
      return results.map((row) => JSON.parse((row as { entry: string }).entry) as Waiting)
    },
    claim: (entry) => run(statementsOf(entry)),
    async done(entry, effect) {
      // A handler is not called for what another worker has already done.
      const [before] = await this.waiting({ order: entry.order })
      if ((before?.version ?? 0) !== entry.version - 1) return false
      const added: Statement[] = []
      await effect({ add: (statement) => void added.push(statement) })
      return run([...statementsOf(entry), ...added])
    },
  }
}

/**
 * Whether a batch was rolled back because somebody else had written the entry: only by this table's own constraints.
 */
const isOvertaken = (error: unknown, table: string): boolean =>
  new RegExp(`(?:NOT NULL|UNIQUE) constraint failed: ${table.replace('.', '\\.')}\\.(?:version|order_id)\\b`).test(
    String((error as Error | undefined)?.message),
  )
