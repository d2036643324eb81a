import type { Store } from '../store.js'
import type { Waiting } from '../waiting.js'
import { tableName } from './table-name.js'

/** A client of `pg`, by its shape. */
export interface PgClient {
  /** Runs a statement. */
  query(text: string, values?: unknown[]): Promise<{ readonly rows: unknown[]; readonly rowCount: number | null }>
  /** Releases the connection; with an error, closes it instead. */
  release(error?: Error | boolean): void
  /** Listens for errors: an idle connection that breaks emits an event, which would end the process. */
  on(event: 'error', listener: () => void): unknown
  /** Stops listening. */
  off(event: 'error', listener: () => void): unknown
}

/** The running statement, or the next one, throws the error. */
const ignore = (): void => {}

/** A pool of `pg`, by its shape. */
export interface PgPool<Client extends PgClient> {
  /** Takes a connection. */
  connect(): Promise<Client>
}

/** How the store is kept. */
export interface PgStoreOptions {
  /** The table's name, with its schema if you like; `cedi_waiting` by default. */
  readonly table?: string
}

/**
 * The store's table, for those who create tables in migrations. Otherwise the store creates it if it is missing.
 *
 * @param table - Its name.
 * @returns Statements that can be run again and again.
 */
export function pgSchema(table = 'cedi_waiting'): string {
  const index = `${tableName(table).replace('.', '_')}_due`
  return `CREATE TABLE IF NOT EXISTS ${table} (order_id text PRIMARY KEY, version integer NOT NULL, due_ms bigint, entry jsonb NOT NULL);
CREATE INDEX IF NOT EXISTS ${index} ON ${table} (due_ms) WHERE due_ms IS NOT NULL;`
}

/**
 * A store on PostgreSQL. `tx` is the client of the transaction: what a handler writes with it and the record of the
 * payment are kept or lost together. A handler must not end that transaction itself. If one of its statements fails,
 * everything is lost, also when it catches the error; with a savepoint it can go on.
 *
 * @param pool - A pool of `pg`.
 * @param options - The table.
 * @decision 0061
 */
export function pgStore<Client extends PgClient>(pool: PgPool<Client>, options: PgStoreOptions = {}): Store<Client> {
  const table = tableName(options.table ?? 'cedi_waiting')
  let ready: Promise<void> | undefined

  async function using<T>(work: (client: Client) => Promise<T>): Promise<T> {
    const client = await pool.connect()
    client.on('error', ignore)
    let broken = false
    try {
      return await work(client)
    } catch (error) {
      // A connection that cannot even roll back is useless.
      await client.query('ROLLBACK').catch(() => {
        broken = true
      })
      throw error
    } finally {
      client.off('error', ignore)
      client.release(broken)
    }
  }
  async function create(): Promise<void> {
    const { rows } = await using((client) => client.query('SELECT to_regclass($1) AS found', [table]))
    if ((rows[0] as { found: unknown }).found) return
    // If two processes create it at once, one of them gets an error that it exists.
    for (let attempt = 0; ; attempt++)
      try {
        await using((client) => client.query(pgSchema(table)))
        return
      } catch (error) {
        if (attempt > 0) throw error
      }
  }
  const withTable = <T>(work: (client: Client) => Promise<T>): Promise<T> => {
    ready ??= create().catch((error) => {
      ready = undefined
      throw error
    })
    return ready.then(() => using(work))
  }

  async function write(client: Client, entry: Waiting): Promise<boolean> {
    const { order, version, dueMs } = entry
    // A time is stored as whole milliseconds.
    const values = [order, version, dueMs === null ? null : Math.ceil(dueMs), JSON.stringify(entry)]
    const text =
      version === 1
        ? `INSERT INTO ${table} (order_id, version, due_ms, entry) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`
        : `UPDATE ${table} SET version = $2, due_ms = $3, entry = $4 WHERE order_id = $1 AND version = $2 - 1`
    return (await client.query(text, values)).rowCount === 1
  }
  return {
    async waiting(query) {
      const { rows } = await withTable((client) =>
        'order' in query
          ? client.query(`SELECT entry FROM ${table} WHERE order_id = $1`, [query.order])
          : client.query(`SELECT entry FROM ${table} WHERE due_ms <= $1 ORDER BY due_ms LIMIT $2`, [
              Math.floor(query.dueMs),
              query.limit,
            ]),
      )
      return rows.map((row) => (row as { entry: Waiting }).entry)
    },
    claim: (entry) => withTable((client) => write(client, entry)),
    done: (entry, effect) =>
      withTable(async (client) => {
        await client.query('BEGIN')
        const isWritten = await write(client, entry)
        if (isWritten) await effect(client)
        // If a statement has failed and the handler has caught its error, a COMMIT alone rolls back and reports nothing.
        await client.query(isWritten ? 'SELECT 1; COMMIT' : 'ROLLBACK')
        return isWritten
      }),
  }
}
