import type { Writable } from 'node:stream'
import { hashText } from '@cedi/mock-server/internal'
import { readError, type SqlDriver, type SqlQuery, type SqlRow } from './driver.js'

/** The connection options of PostgreSQL. */
export interface PostgresOptions {
  /** Such as `postgres://user@127.0.0.1:5432/cedi`. The URL is never shown. */
  readonly url: string
  /** Maximum number of connections; 10 by default. Further statements wait for one. */
  readonly connections?: number
  /** Statement timeout in milliseconds; 15 seconds by default. */
  readonly timeoutMs?: number
}

/** The part of a client or a pool of `pg` that is used here. */
interface PgQueryable {
  query(query: { name?: string; text: string; values?: unknown[] }): Promise<{ rows: SqlRow[] }>
}

/** Maximum number of texts that are prepared, and maximum length of each. */
const maxPrepared = 500
const maxPreparedLength = 20_000

/**
 * Opens a PostgreSQL database with the package `pg`, a peer dependency.
 *
 * Connections are opened on demand. A connection whose statement failed is closed, so that a lost or demoted server is
 * left with the next statement.
 *
 * @throws Error with the command to run if `pg` is not installed, or if the URL is invalid.
 * @decision 0032, 0034
 */
export async function openPostgres({ url, connections = 10, timeoutMs = 15_000 }: PostgresOptions): Promise<SqlDriver> {
  checkUrl(url)
  const pg = await import('pg').catch((error: { code?: string }) => {
    if (!String(error?.code).endsWith('MODULE_NOT_FOUND')) throw error
    throw new Error('PostgreSQL needs the package pg. Run npm install pg.')
  })
  // The exports are under `default` for CommonJS and ES modules.
  const { Pool } = ((pg as { default?: unknown }).default ?? pg) as typeof import('pg')
  const pool = new Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    query_timeout: timeoutMs,
    keepAlive: true,
    application_name: 'cedi',
    // Sends the statements of a transaction without waiting for each response. Older versions of `pg` queue them.
    ...{ pipeline: true },
  })
  // The server may close an idle connection at any time. The next statement opens another.
  pool.on('error', () => undefined)
  const names = new Map<string, string>()

  /** Returns the name of a prepared statement. The name depends on the text only, because poolers share connections. */
  function getStatementName(text: string): string | undefined {
    const knownName = names.get(text)
    if (knownName || names.size >= maxPrepared || text.length > maxPreparedLength) return knownName
    const name = `cedi_${hashText(text).slice(0, 40)}`
    names.set(text, name)
    return name
  }

  const queryOn =
    (target: PgQueryable): SqlQuery =>
    async (text, values) => {
      const name = values && getStatementName(text)
      try {
        const { rows } = await target.query({ text, ...(values && { values: [...values] }), ...(name && { name }) })
        return rows
      } catch (error) {
        throw readError(error, true)
      }
    }

  return {
    query: queryOn(pool),
    async transaction(run) {
      const client = await pool.connect().catch((error) => {
        throw readError(error, true)
      })
      const query = queryOn(client)
      try {
        const reads = sendTogether(client, () => [query('BEGIN ISOLATION LEVEL READ COMMITTED'), run(query)] as const)
        const [, { result, writes }] = await Promise.all(reads)
        // After a failed write, the server executes COMMIT as ROLLBACK.
        await Promise.all(
          sendTogether(client, () => [...writes.map(({ text, values }) => query(text, values)), query('COMMIT')]),
        )
        client.release()
        return result
      } catch (error) {
        // Closing the connection rolls back.
        client.release(true)
        throw error
      }
    },
    close: () => pool.end(),
  }
}

/** Sends several statements with one system call. `pg` would use one for each. */
function sendTogether<T>(client: object, send: () => T): T {
  const { stream } = (client as { connection?: { stream?: Partial<Writable> } }).connection ?? {}
  stream?.cork?.()
  try {
    return send()
  } finally {
    stream?.uncork?.()
  }
}

/** @throws Error whose message contains no part of the URL, because it may contain a password. */
function checkUrl(url: string): void {
  // A URL of a socket has no host, so it is checked with one.
  if (!URL.canParse(url) && !URL.canParse(url.replace('@/', '@socket/')))
    throw new Error(
      'The address of the database cannot be read. Write it like postgres://user:password@host:5432/cedi, with %40 for an @ in the password.',
    )
}
