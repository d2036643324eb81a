import { checkStoreArguments } from '../options.js'
import type { Store } from '../store.js'
import type { TrackedOrder } from '../tracked-order.js'
import { parseTableName } from './table-name.js'

/** Client of `pg`: the members that the store uses. */
export interface PgClient {
  /** Runs a statement. */
  query(text: string, values?: unknown[]): Promise<{ readonly rows: unknown[]; readonly rowCount: number | null }>
  /** Releases the connection; closes it if `error` is set. */
  release(error?: Error | boolean): void
  /** Adds an error listener. Without one, a connection that breaks while it is idle would end the process. */
  on(event: 'error', listener: () => void): unknown
  /** Removes an error listener. */
  off(event: 'error', listener: () => void): unknown
}

/** Ignores the error event, because the running or the next statement throws the error. */
const ignore = (): void => {}

/** Pool of `pg`: the members that the store uses. */
export interface PgPool<Client extends PgClient> {
  /** Acquires a connection. */
  connect(): Promise<Client>
}

/** Options of the store. */
export interface PgStoreOptions {
  /** Table name, optionally with a schema. Defaults to `cedi_tracked_orders`. */
  readonly table?: string | undefined
}

/**
 * Returns the SQL of the store's table, for a migration. Without one, the store creates the table if it does not exist.
 *
 * @param table - Table name.
 * @returns Idempotent statements.
 */
export function pgSchema(table = 'cedi_tracked_orders'): string {
  const index = `${parseTableName(table).replace('.', '_')}_due`
  return `CREATE TABLE IF NOT EXISTS ${table} (order_id text PRIMARY KEY, version integer NOT NULL, due_ms bigint, data jsonb NOT NULL);
CREATE INDEX IF NOT EXISTS ${index} ON ${table} (due_ms) WHERE due_ms IS NOT NULL;`
}

/**
 * Creates a store on PostgreSQL. `tx` is the client of the transaction that records the payment: a handler's writes with
 * it are committed or rolled back with the record. A handler must not end the transaction. If one of its statements
 * fails, the transaction is rolled back, even if the handler catches the error; a savepoint avoids that.
 *
 * @param pool - Pool of `pg`.
 * @param options - Options of the store.
 * @decision 0061
 */
export function pgStore<Client extends PgClient>(pool: PgPool<Client>, options: PgStoreOptions = {}): Store<Client> {
  checkStoreArguments('pgStore', { value: pool, methods: ['connect'] }, options)
  const table = parseTableName(options.table ?? 'cedi_tracked_orders')
  let tableReady: Promise<void> | undefined

  async function withClient<T>(run: (client: Client) => Promise<T>): Promise<T> {
    const client = await pool.connect()
    client.on('error', ignore)
    let isBroken = false
    try {
      return await run(client)
    } catch (error) {
      // A connection that cannot roll back is not returned to the pool.
      await client.query('ROLLBACK').catch(() => {
        isBroken = true
      })
      throw error
    } finally {
      client.off('error', ignore)
      client.release(isBroken)
    }
  }
  async function createTable(): Promise<void> {
    const { rows } = await withClient((client) => client.query('SELECT to_regclass($1)::text AS found', [table]))
    if ((rows[0] as { found: unknown }).found) return
    // If two processes create the table concurrently, one of them receives an error and retries.
    for (let attempt = 0; ; attempt++)
      try {
        await withClient((client) => client.query(pgSchema(table)))
        return
      } catch (error) {
        if (attempt > 0) throw error
      }
  }
  const withTable = <T>(run: (client: Client) => Promise<T>): Promise<T> => {
    tableReady ??= createTable().catch((error) => {
      tableReady = undefined
      throw error
    })
    return tableReady.then(() => withClient(run))
  }

  async function write(client: Client, tracked: TrackedOrder): Promise<boolean> {
    const { order, version, dueMs } = tracked
    const values = [order, version, dueMs === null ? null : Math.ceil(dueMs), JSON.stringify(tracked)]
    const text =
      version === 1
        ? `INSERT INTO ${table} (order_id, version, due_ms, data) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`
        : `UPDATE ${table} SET version = $2, due_ms = $3, data = $4 WHERE order_id = $1 AND version = $2 - 1`
    return (await client.query(text, values)).rowCount === 1
  }
  return {
    async find(query) {
      const { rows } = await withTable((client) =>
        'order' in query
          ? client.query(`SELECT data::text AS data FROM ${table} WHERE order_id = $1`, [query.order])
          : client.query(`SELECT data::text AS data FROM ${table} WHERE due_ms <= $1 ORDER BY due_ms LIMIT $2`, [
              Math.floor(query.dueMs),
              query.limit,
            ]),
      )
      // Selected as text, because an application may set other parsers for jsonb.
      return rows.map((row) => JSON.parse((row as { data: string }).data) as TrackedOrder)
    },
    save: (tracked, effect) =>
      withTable(async (client) => {
        if (!effect) return write(client, tracked)
        await client.query('BEGIN')
        const isWritten = await write(client, tracked)
        if (isWritten) await effect(client)
        // After a failed statement whose error the handler caught, COMMIT rolls back without an error. SELECT throws it.
        await client.query(isWritten ? 'SELECT 1; COMMIT' : 'ROLLBACK')
        return isWritten
      }),
  }
}
