import { readError, type SqlDriver, type SqlRow, type SqlValue } from './driver.js'
import { createSilence } from './silence.js'

/** How to reach a PostgreSQL. */
export interface PostgresOptions {
  /** Such as `postgres://user@127.0.0.1:5432/cedi`. It is never shown again. */
  readonly url: string
  /** Connections at most; 10 when left out. Further requests wait for one. */
  readonly connections?: number
  /** How long a statement may take; 15 seconds when left out. The server is told to give up a little earlier. */
  readonly timeoutMs?: number
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
 * Nothing is connected yet. A connection that is lost is replaced with the next statement; one on which nothing is said
 * for as long as a statement may take is dropped.
 *
 * @throws Error with the line to run when `pg` is not installed.
 * @decision 0032
 */
export async function openPostgres(options: PostgresOptions): Promise<SqlDriver> {
  const { url, connections = 10, timeoutMs = 15_000, prepare = true } = options
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
    // A server that works says itself that it gives up. One that hangs says nothing, and its connection is dropped.
    statement_timeout: Math.floor(timeoutMs * 0.9),
    query_timeout: timeoutMs,
    keepAlive: true,
    application_name: 'cedi',
    // The statements are made for the plan that fits any values: planning again costs more than they do.
    options: '-c plan_cache_mode=force_generic_plan -c default_transaction_isolation=read\\ committed',
  })
  // A connection that waits may be closed by the server at any time. The next statement opens another.
  pool.on('error', () => undefined)
  const silence = createSilence(() => pool.query({ text: 'SELECT 1' }))
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
      await silence.pass()
      const name = values && nameOf(text)
      try {
        const { rows } = await pool.query({
          text,
          ...(values ? { values: [...values] } : {}),
          ...(name ? { name } : {}),
        })
        return rows
      } catch (error) {
        const read = readError(error, true)
        silence.note(read)
        throw read
      }
    },
    close: () => pool.end(),
  }
}
