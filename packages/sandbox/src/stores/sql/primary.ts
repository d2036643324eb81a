import { readError, readOnly, StoreUnavailable } from './driver.js'

/** Maximum time for a server to report whether it is writable. */
const checkTimeoutMs = 2_000
/** Pause after no server was writable. */
const pauseMs = 250

/** The part of a client of the package `pg` that is used here. */
export interface PgClient {
  connect(): Promise<unknown>
  query(text: string): Promise<{ rows: { transaction_read_only?: string }[] }>
  on(event: 'error', listener: () => void): unknown
  end(): Promise<void>
}

/**
 * Creates a function that finds the writable server of a cluster. It checks all servers at the same time, so that an
 * unresponsive one causes no delay.
 *
 * @param urls - One URL per server.
 * @param Client - The class of the package `pg`.
 * @returns A function that returns the URL of that server. @throws StoreUnavailable if no server is writable.
 * @decision 0034
 */
export function createPrimaryLookup(
  urls: readonly string[],
  Client: new (config: object) => PgClient,
): () => Promise<string> {
  let pausedUntilMs = 0
  let lastError: unknown

  async function checkServer(url: string): Promise<string> {
    const client = new Client({
      connectionString: url,
      connectionTimeoutMillis: checkTimeoutMs,
      query_timeout: checkTimeoutMs,
    })
    // The connection may be lost after the response.
    client.on('error', () => undefined)
    try {
      await client.connect()
      const { rows } = await client.query('SHOW transaction_read_only')
      if (rows[0]?.transaction_read_only !== 'off') throw new StoreUnavailable(readOnly)
      return url
    } finally {
      // Not awaited: an unresponsive server never closes the connection.
      client.end().catch(() => undefined)
    }
  }

  return async () => {
    if (performance.now() < pausedUntilMs) throw lastError
    try {
      return await Promise.any(urls.map(checkServer))
    } catch (error) {
      lastError = selectError((error as AggregateError).errors)
      pausedUntilMs = performance.now() + pauseMs
      throw lastError
    }
  }
}

/** Returns the most useful error: a read-only server, then an unreachable one, then any other such as a wrong password. */
function selectError(errors: readonly unknown[]): Error {
  const read = errors.map((error) => readError(error, true))
  const unavailable = read.filter((error) => error instanceof StoreUnavailable)
  return unavailable.find(({ reason }) => reason === readOnly) ?? unavailable[0] ?? (read[0] as Error)
}
