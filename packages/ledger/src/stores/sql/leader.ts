import { readError, readOnly, StoreUnavailable } from './driver.js'

/** So long a server may take to say whether it can be written. */
const trialMs = 2_000
/** So long nobody asks again after none could be written. */
const restMs = 250

/** A connection of the package `pg` of which nothing is wanted but one answer. */
export interface Asking {
  connect(): Promise<unknown>
  query(text: string): Promise<{ rows: { transaction_read_only?: string }[] }>
  on(event: 'error', listener: () => void): unknown
  end(): Promise<void>
}

/**
 * Finds the server of a cluster that can be written: all are asked at once, so one that hangs holds up nobody.
 *
 * @param urls - One for each server.
 * @param Client - The class of the package `pg`.
 * @returns A function that gives the address of that server. @throws StoreUnavailable when there is none now.
 * @decision 0034
 */
export function leaderFinder(urls: readonly string[], Client: new (config: object) => Asking): () => Promise<string> {
  let restUntilMs = 0
  let last: unknown

  async function ask(url: string): Promise<string> {
    const client = new Client({ connectionString: url, connectionTimeoutMillis: trialMs, query_timeout: trialMs })
    // It may be lost after it has answered.
    client.on('error', () => undefined)
    try {
      await client.connect()
      const { rows } = await client.query('SHOW transaction_read_only')
      if (rows[0]?.transaction_read_only !== 'off') throw new StoreUnavailable(readOnly)
      return url
    } finally {
      // Nobody waits for the goodbye: a server that hangs says none.
      client.end().catch(() => undefined)
    }
  }

  return async () => {
    if (performance.now() < restUntilMs) throw last
    try {
      return await Promise.any(urls.map(ask))
    } catch (error) {
      last = reasonOf((error as AggregateError).errors)
      restUntilMs = performance.now() + restMs
      throw last
    }
  }
}

/** Why none can be written now. That a password is wrong is told when no server says anything else. */
function reasonOf(errors: readonly unknown[]): Error {
  const read = errors.map((error) => readError(error, true))
  const away = read.filter((error) => error instanceof StoreUnavailable)
  return away.find(({ reason }) => reason === readOnly) ?? away[0] ?? (read[0] as Error)
}
