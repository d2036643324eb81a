import { hashText } from '../../entry.js'
import { readAddresses } from './addresses.js'
import { createCircuitBreaker } from './circuit-breaker.js'
import { readError, type SqlDriver, type SqlRow, type SqlValue } from './driver.js'
import { type Pg, type Pool, type PoolSettings, poolOf } from './pool.js'

/** The connection options of PostgreSQL. */
export interface PostgresOptions {
  /**
   * Such as `postgres://user@127.0.0.1:5432/cedi`. Of several hosts, as in `postgres://user@a:5432,b:5432/cedi`, the one
   * that can be written is found, and found again when another takes over. It is never shown again.
   */
  readonly url: string
  /** Connections at most; 10 when left out. Further requests wait for one. */
  readonly connections?: number
  /** Statement timeout in milliseconds; 15 seconds by default. The server's own timeout is slightly shorter. */
  readonly timeoutMs?: number
}

/**
 * Opens a PostgreSQL with the package `pg`, which you install beside this one.
 *
 * Connections are opened on demand. A lost connection is replaced with the next statement. A connection without a
 * response within the timeout is closed, and so are all connections to a server that is read-only.
 *
 * @throws Error with the line to run when `pg` is not installed, or with what is wrong in the address.
 * @decision 0032, 0034
 */
export async function openPostgres(options: PostgresOptions): Promise<SqlDriver> {
  const { url, connections = 10, timeoutMs = 15_000 } = options
  const addresses = readAddresses(url)
  const pg = await import('pg').catch((error: { code?: string }) => {
    if (!String(error?.code).endsWith('MODULE_NOT_FOUND')) throw error
    throw new Error('PostgreSQL needs the package pg. Run npm install pg.')
  })
  // Imported as a module of either kind, it is under `default`.
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
  // The statements are made for the plan that fits any values: planning again costs more than they do.
  const session = sessionWith('-c plan_cache_mode=force_generic_plan ')
  const pools = poolOf(((pg as { default?: unknown }).default ?? pg) as Pg, addresses, settings, session)
  const breaker = createCircuitBreaker(async () => (await pools.current()).query({ text: 'SELECT 1' }))
  const names = new Map<string, string>()
  /** Whether statements are prepared once per connection; false once a pooler has shown that it cannot keep them. */
  let prepare = true

  /**
   * The name under which a connection prepares a text; long and rare ones are not kept by the server. It is of the text
   * alone: behind a pooler another process may have prepared under it already, and must have meant the same.
   */
  function nameOf(text: string): string | undefined {
    if (!prepare) return undefined
    const known = names.get(text)
    if (known || names.size >= 500 || text.length > 20_000) return known
    const name = `cedi_${hashText(text).slice(0, 40)}`
    names.set(text, name)
    return name
  }

  /** Learns from a pooler what it cannot do. @returns Whether the statement, which had no effect, may be sent again. */
  function hasLearned(error: unknown, name: string | undefined, pool: Pool): boolean {
    const { code, message } = error as { code?: unknown; message?: unknown }
    if (code === '08P01' && /unsupported startup parameter/.test(String(message))) {
      prepare = false
      return pools.withoutSession(pool)
    }
    // The connection behind it is another one than before: the text is not there, or is there already.
    if (name === undefined || (code !== '26000' && code !== '42P05')) return false
    prepare = false
    return true
  }

  async function send(text: string, values: readonly SqlValue[] | undefined): Promise<readonly SqlRow[]> {
    const name = values && nameOf(text)
    const pool = await pools.current()
    try {
      const { rows } = await pool.query({ text, ...(values && { values: [...values] }), ...(name && { name }) })
      return rows
    } catch (error) {
      if (hasLearned(error, name, pool)) return send(text, values)
      // Errors of a former primary do not affect the new one.
      const read = readError(error, true)
      if (pools.isCurrent(pool)) breaker.recordError(read)
      pools.note(pool, read)
      throw read
    }
  }

  return {
    async query(text, values) {
      await breaker.check()
      return send(text, values)
    },
    planForValues: () => pools.withSession(sessionWith('')),
    close: () => pools.end(),
  }
}
