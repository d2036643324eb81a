import type { Store } from '../store.js'
import type { Waiting } from '../waiting.js'
import { tableName } from './table-name.js'

/** A database of `node:sqlite` or `better-sqlite3`, by its shape. */
export interface SqliteDatabase {
  /** Runs statements without values. */
  exec(sql: string): unknown
  /** Prepares a statement. */
  prepare(sql: string): {
    run(...values: (string | number | null)[]): { readonly changes: number | bigint }
    all(...values: (string | number | null)[]): unknown[]
  }
}

/** How the store is kept. */
export interface SqliteStoreOptions {
  /** The table's name; `cedi_waiting` by default. */
  readonly table?: string
}

/**
 * A store on SQLite: `node:sqlite` (Node 22 and later) or `better-sqlite3`. `tx` is the database. Handlers must not be
 * asynchronous, because everything else that ran on this connection would be in the same transaction.
 *
 * @param database - An open database. Several processes may have it open.
 * @param options - The table.
 * @decision 0061
 */
export function sqliteStore<Database extends SqliteDatabase>(
  database: Database,
  options: SqliteStoreOptions = {},
): Store<Database> {
  const table = tableName(options.table ?? 'cedi_waiting')
  // Waits for another process that writes.
  database.exec('PRAGMA busy_timeout = 5000')
  database.exec(
    `CREATE TABLE IF NOT EXISTS ${table} (order_id TEXT PRIMARY KEY, version INTEGER NOT NULL, due_ms INTEGER, entry TEXT NOT NULL) STRICT;
CREATE INDEX IF NOT EXISTS ${table.replace('.', '_')}_due ON ${table} (due_ms) WHERE due_ms IS NOT NULL`,
  )
  const one = database.prepare(`SELECT entry FROM ${table} WHERE order_id = ?`)
  const due = database.prepare(`SELECT entry FROM ${table} WHERE due_ms <= ? ORDER BY due_ms LIMIT ?`)
  const insert = database.prepare(
    `INSERT INTO ${table} (version, due_ms, entry, order_id) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING`,
  )
  const update = database.prepare(
    `UPDATE ${table} SET version = ?, due_ms = ?, entry = ? WHERE order_id = ? AND version = ?`,
  )
  const write = (entry: Waiting): boolean => {
    const { order, version, dueMs } = entry
    const values = [version, dueMs === null ? null : Math.ceil(dueMs), JSON.stringify(entry), order]
    const { changes } = version === 1 ? insert.run(...values) : update.run(...values, version - 1)
    return Number(changes) === 1
  }
  return {
    async waiting(query) {
      const rows = 'order' in query ? one.all(query.order) : due.all(Math.floor(query.dueMs), query.limit)
      return rows.map((row) => JSON.parse((row as { entry: string }).entry) as Waiting)
    },
    claim: async (entry) => write(entry),
    async done(entry, effect) {
      database.exec('BEGIN IMMEDIATE')
      try {
        const isWritten = write(entry)
        const answer = isWritten ? effect(database) : undefined
        if (typeof (answer as { then?: unknown } | undefined)?.then === 'function')
          throw new TypeError('A handler on sqliteStore must not be asynchronous: write with tx and return.')
        database.exec('COMMIT')
        return isWritten
      } catch (error) {
        database.exec('ROLLBACK')
        throw error
      }
    },
  }
}
