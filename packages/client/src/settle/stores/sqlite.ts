import { checkStoreArguments } from '../options.js'
import type { Store } from '../store.js'
import type { TrackedOrder } from '../tracked-order.js'
import { parseTableName } from './table-name.js'

/** Database of `node:sqlite` or `better-sqlite3`: the members that the store uses. */
export interface SqliteDatabase {
  /** Runs statements without values. */
  exec(sql: string): unknown
  /** Prepares a statement. */
  prepare(sql: string): {
    run(...values: (string | number | null)[]): { readonly changes: number | bigint }
    all(...values: (string | number | null)[]): unknown[]
  }
}

/** Options of the store. */
export interface SqliteStoreOptions {
  /** Table name. Defaults to `cedi_tracked_orders`. */
  readonly table?: string | undefined
}

/**
 * Creates a store on SQLite: `node:sqlite` (Node 22 and later) or `better-sqlite3`. `tx` is the database. Handlers must
 * be synchronous, because all statements on the connection run in the same transaction.
 *
 * @param database - An open database. Several processes may open the same file.
 * @param options - Options of the store.
 * @decision 0061
 */
export function sqliteStore<Database extends SqliteDatabase>(
  database: Database,
  options: SqliteStoreOptions = {},
): Store<Database> {
  checkStoreArguments('sqliteStore', { value: database, methods: ['exec', 'prepare'] }, options)
  const table = parseTableName(options.table ?? 'cedi_tracked_orders')
  database.exec('PRAGMA busy_timeout = 5000')
  database.exec(
    `CREATE TABLE IF NOT EXISTS ${table} (order_id TEXT PRIMARY KEY, version INTEGER NOT NULL, due_ms INTEGER, data TEXT NOT NULL) STRICT;
CREATE INDEX IF NOT EXISTS ${table.replace('.', '_')}_due ON ${table} (due_ms) WHERE due_ms IS NOT NULL`,
  )
  const selectOne = database.prepare(`SELECT data FROM ${table} WHERE order_id = ?`)
  const selectDue = database.prepare(`SELECT data FROM ${table} WHERE due_ms <= ? ORDER BY due_ms LIMIT ?`)
  const insert = database.prepare(
    `INSERT INTO ${table} (version, due_ms, data, order_id) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING`,
  )
  const update = database.prepare(
    `UPDATE ${table} SET version = ?, due_ms = ?, data = ? WHERE order_id = ? AND version = ?`,
  )
  const write = (tracked: TrackedOrder): boolean => {
    const { order, version, dueMs } = tracked
    const values = [version, dueMs === null ? null : Math.ceil(dueMs), JSON.stringify(tracked), order]
    const { changes } = version === 1 ? insert.run(...values) : update.run(...values, version - 1)
    return Number(changes) === 1
  }
  return {
    async find(query) {
      const rows = 'order' in query ? selectOne.all(query.order) : selectDue.all(Math.floor(query.dueMs), query.limit)
      return rows.map((row) => JSON.parse((row as { data: string }).data) as TrackedOrder)
    },
    async save(tracked, effect) {
      if (!effect) return write(tracked)
      database.exec('BEGIN IMMEDIATE')
      try {
        const isWritten = write(tracked)
        const result = isWritten ? effect(database) : undefined
        if (typeof (result as { then?: unknown } | undefined)?.then === 'function')
          throw new TypeError('A handler of sqliteStore must be synchronous, and must not return a promise.')
        database.exec('COMMIT')
        return isWritten
      } catch (error) {
        database.exec('ROLLBACK')
        throw error
      }
    },
  }
}
