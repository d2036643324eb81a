import { hashText } from '@cedi/mock-server/internal'
import { createCircuitBreaker } from './circuit-breaker.js'
import { readError, type SqlDriver, type SqlRow, type SqlValue } from './driver.js'
import { createPools, type Pg, type Pool, type PoolSettings } from './pool.js'
import { parseServerUrls } from './server-urls.js'

/** The connection options of PostgreSQL. */
export interface PostgresOptions {
  /**
   * Such as `postgres://user@127.0.0.1:5432/cedi`. Given several hosts, as in `postgres://user@a:5432,b:5432/cedi`, the
   * writable one is used, also after a failover. The URL is never shown.
   */
  readonly url: string
  /** Maximum number of connections; 10 by default. Further statements wait for one. */
  readonly connections?: number
  /** Statement timeout in milliseconds; 15 seconds by default. The server's own timeout is slightly shorter. */
  readonly timeoutMs?: number
}

/**
 * Opens a PostgreSQL database with the package `pg`, a peer dependency.
 *
 * Connections are opened on demand. A lost connection is replaced with the next statement. A connection without a
 * response within the timeout is closed, and so are all connections to a server that is read-only.
 *
 * @throws Error with the command to run if `pg` is not installed, or if the URL is invalid.
 * @decision 0032, 0034
 */
export async function openPostgres(options: PostgresOptions): Promise<SqlDriver> {
  const { url, connections = 10, timeoutMs = 15_000 } = options
  const addresses = parseServerUrls(url)
  const pg = await import('pg').catch((error: { code?: string }) => {
    if (!String(error?.code).endsWith('MODULE_NOT_FOUND')) throw error
    throw new Error('PostgreSQL needs the package pg. Run npm install pg.')
  })
  // The exports are under `default` for CommonJS and ES modules.
  const settings: PoolSettings = {
    max: connections,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    query_timeout: timeoutMs,
    keepAlive: true,
    application_name: 'cedi',
  }
  const sessionWith = (option: string) => ({
    // A working server reports a statement timeout. A connection to an unresponsive one is closed by the client
    // timeout.
    statement_timeout: Math.floor(timeoutMs * 0.9),
    options: `${option}-c default_transaction_isolation=read\\ committed`,
  })
  // Generic plans fit all values, and planning costs more than executing.
  const session = sessionWith('-c plan_cache_mode=force_generic_plan ')
  const pools = createPools(((pg as { default?: unknown }).default ?? pg) as Pg, addresses, settings, session)
  const breaker = createCircuitBreaker(async () => (await pools.current()).query({ text: 'SELECT 1' }))
  const names = new Map<string, string>()
  /** Whether statements are prepared once per connection; false after a pooler has lost one. */
  let prepare = true

  /**
   * Returns the name of a prepared statement; undefined for long and rare texts. The name depends on the text only,
   * because behind a pooler another process may have prepared a statement under the same name.
   */
  function getStatementName(text: string): string | undefined {
    if (!prepare) return undefined
    const knownName = names.get(text)
    if (knownName || names.size >= 500 || text.length > 20_000) return knownName
    const name = `cedi_${hashText(text).slice(0, 40)}`
    names.set(text, name)
    return name
  }

  /** Disables features that a pooler does not support. @returns Whether the statement, which had no effect, may be retried. */
  function adaptToPooler(error: unknown, name: string | undefined, pool: Pool): boolean {
    const { code, message } = error as { code?: unknown; message?: unknown }
    if (code === '08P01' && /unsupported startup parameter/.test(String(message))) {
      prepare = false
      return pools.disableSession(pool)
    }
    // The pooler has switched connections: the prepared statement is missing, or exists already.
    if (name === undefined || (code !== '26000' && code !== '42P05')) return false
    prepare = false
    return true
  }

  async function send(text: string, values: readonly SqlValue[] | undefined): Promise<readonly SqlRow[]> {
    const name = values && getStatementName(text)
    const pool = await pools.current()
    try {
      const { rows } = await pool.query({ text, ...(values && { values: [...values] }), ...(name && { name }) })
      return rows
    } catch (error) {
      if (adaptToPooler(error, name, pool)) return send(text, values)
      // Errors of a former primary do not affect the new one.
      const read = readError(error, true)
      if (pools.isCurrent(pool)) breaker.recordError(read)
      pools.recordFailure(pool, read)
      throw read
    }
  }

  return {
    async query(text, values) {
      await breaker.check()
      return send(text, values)
    },
    planForValues: () => pools.setSession(sessionWith('')),
    close: () => pools.end(),
  }
}
