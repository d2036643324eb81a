import { readError, type SqlDriver, type SqlRow, type SqlValue } from './driver.js'

/** How to reach a PostgreSQL. */
export interface PostgresOptions {
  /** Such as `postgres://user@127.0.0.1:5432/cedi`. It is never shown again. */
  readonly url: string
  /** Connections at most; 10 when left out. Further requests wait for one. */
  readonly connections?: number
  /** Whether statements are prepared once per connection (the default). Some poolers cannot do that. */
  readonly prepare?: boolean
}

/** What is used of the package `pg`. */
interface Pool {
  query(query: { name?: string; text: string; values?: unknown[] }): Promise<{ rows: SqlRow[] }>
  on(event: 'error', listener: (error: Error) => void): unknown
  end(): Promise<void>
}

/**
 * Opens a PostgreSQL by the package `pg`, which you install beside this one.
 *
 * Nothing is connected yet. A connection that is lost is replaced with the next statement.
 *
 * @throws Error with the line to run when `pg` is not installed.
 * @decision 0032
 */
export async function openPostgres(options: PostgresOptions): Promise<SqlDriver> {
  const { url, connections = 10, prepare = true } = options
  const pg = await import('pg').catch((error: { code?: string }) => {
    if (!String(error?.code).endsWith('MODULE_NOT_FOUND')) throw error
    throw new Error('PostgreSQL needs the package pg: npm install pg')
  })
  // Imported as a module of either kind, it is under `default`.
  const { Pool } = ((pg as { default?: unknown }).default ?? pg) as { Pool: new (config: object) => Pool }
  const pool = new Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 15_000,
    keepAlive: true,
    application_name: 'cedi',
    // The statements are made for the plan that fits any values: planning again costs more than they do.
    options: '-c plan_cache_mode=force_generic_plan -c default_transaction_isolation=read\\ committed',
  })
  // A connection that waits may be closed by the server at any time. The next statement opens another.
  pool.on('error', () => undefined)
  const names = new Map<string, string>()

  /** The name under which a connection prepares a text; long and rare ones are not kept by the server. */
  function nameOf(text: string): string | undefined {
    const known = names.get(text)
    if (known || !prepare || names.size >= 500 || text.length > 20_000) return known
    const name = `cedi_${names.size + 1}`
    names.set(text, name)
    return name
  }

  return {
    async query(text: string, values?: readonly SqlValue[]) {
      const name = values && nameOf(text)
      try {
        const { rows } = await pool.query({
          text,
          ...(values ? { values: [...values] } : {}),
          ...(name ? { name } : {}),
        })
        return rows
      } catch (error) {
        throw readError(error, true)
      }
    },
    close: () => pool.end(),
  }
}
