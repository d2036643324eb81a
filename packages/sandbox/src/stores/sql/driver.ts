/** A parameter of a statement. The statement casts it to its type. */
export type SqlValue = string | number | bigint | boolean | null

/** A row from a driver. All values may be strings in the format of the database; `t` is true. */
export type SqlRow = Readonly<Record<string, unknown>>

/**
 * A database driver.
 *
 * `query` with values runs one statement with numbered parameters. Without values, the text may contain several
 * statements, which run in one transaction and may return no rows. It fails with an error whose `code` is the SQLSTATE,
 * or with {@link StoreUnavailable} if the database is unreachable.
 *
 * @decision 0032
 */
export interface SqlDriver {
  query(text: string, values?: readonly SqlValue[]): Promise<readonly SqlRow[]>
  /** Switches to custom plans: a sharded database needs the values of a statement to find the shard. */
  planForValues?(): void
  /** Returns whether the disk has free space. Optional; called after the disk was full. */
  hasFreeSpace?(): Promise<boolean>
  /** Closes all connections. */
  close(): Promise<void>
}

/** The disk of the database is full: reads succeed, writes fail. */
export const diskFull = '53100'
/** The database accepts connections but does not respond. */
export const noResponse = 'no response'
/** The database is a standby or read-only: another server may have become the primary. */
export const readOnly = '25006'
/** No connection became free in time. */
export const noConnection = 'no connection free'

const problems: Readonly<Record<string, string>> = {
  [diskFull]: 'The disk of the database is full',
  [noResponse]: 'The database does not respond',
  [noConnection]: 'The database is too busy',
  [readOnly]: 'The database is read-only',
}
const defaultAdvice = 'Check that it is running, and retry in a moment.'
const advice: Readonly<Record<string, string>> = {
  [diskFull]: 'Free some space: reads succeed, writes fail until then.',
  [noConnection]: 'Retry in a moment.',
  [readOnly]: 'It is a standby: another server is or becomes the primary. Retry in a moment.',
  [noResponse]: 'It accepts connections but is stopped or overloaded. Retry in a moment.',
}

/**
 * The database is unreachable, read-only, starting, stopping, unresponsive or full. The outcome of a commit is then
 * unknown: retry the command with the same idempotency key.
 *
 * Check `code`, not `instanceof`: a process may load two copies of this package.
 *
 * @decision 0034
 */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable'
  readonly code = 'store_unavailable'
  /** The SQLSTATE or the code of the system, such as `57P01` or `ECONNREFUSED`; or `no response`. */
  readonly reason: string

  constructor(reason: string) {
    super(`${problems[reason] ?? 'The database cannot be reached'} (${reason}). ${advice[reason] ?? defaultAdvice}`)
    this.reason = reason
  }
}

/**
 * The database rejected a statement. The values of the row are omitted, because they may be secret.
 *
 * @decision 0034
 */
export class SqlError extends Error {
  override readonly name = 'SqlError'
  /** The SQLSTATE. */
  readonly code: string

  constructor(code: string, message: string) {
    super(`${code}: ${message}`)
    this.code = code
  }
}

const sqlState = /^[0-9A-Z]{5}$/

/**
 * Converts an error of a driver into one of the two errors above.
 *
 * @param error - The value that was thrown.
 * @param isUnreachable - Whether an error without a SQLSTATE means that the database is unreachable.
 */
export function readError(error: unknown, isUnreachable: boolean): Error {
  const { code, message } = error as { code?: unknown; message?: unknown }
  if (error instanceof SqlError || error instanceof StoreUnavailable) return error
  if (typeof code === 'string' && sqlState.test(code) && code !== 'EPIPE') {
    // Lost connections, servers that start, stop, are full or were demoted, and statement timeouts.
    const isUnavailable = (/^(?:08|53|57)/.test(code) && code !== '53400') || code === readOnly
    return isUnavailable ? new StoreUnavailable(code) : new SqlError(code, String(message).split('\n')[0] ?? '')
  }
  if (!isUnreachable) return error as Error
  if (typeof code === 'string' && /^\w{1,40}$/.test(code)) return new StoreUnavailable(code)
  return new StoreUnavailable(reasonsByMessage[String(message)] ?? 'connection lost')
}

// Errors of the package `pg` without a code.
const reasonsByMessage: Readonly<Record<string, string>> = {
  'Query read timeout': noResponse,
  'Connection terminated due to connection timeout': noResponse,
  'timeout exceeded when trying to connect': noConnection,
}

/** Returns whether a failed statement had no effect and may be retried unchanged. */
export const isRetryable = (error: unknown): boolean =>
  ['40001', '40P01'].includes((error as { code?: string } | undefined)?.code ?? '')

/**
 * Returns whether an error is a unique violation by a concurrent insert. Citus may report one of another node as XX000.
 */
export function isUniqueViolation(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  return code === '23505' || (code === 'XX000' && /duplicate key value/.test(String(message)))
}

/** Maximum number of attempts for a statement that conflicts with others. */
const attempts = 100

/** Wraps a driver so that it retries statements that had no effect because of a conflict. */
export const withRetry = (driver: SqlDriver): SqlDriver => ({
  async query(text, values) {
    for (let attempt = 1; ; attempt++) {
      try {
        return await driver.query(text, values)
      } catch (error) {
        if (attempt >= attempts || !isRetryable(error)) throw error
      }
    }
  },
  ...(driver.hasFreeSpace && { hasFreeSpace: () => (driver.hasFreeSpace as () => Promise<boolean>)() }),
  close: () => driver.close(),
})
