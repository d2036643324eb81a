/** A parameter of a statement. The statement casts it to its type. */
export type SqlValue = string | number | bigint | boolean | null

/** A row from a driver. All values may be strings in the format of the database; `t` is true. */
export type SqlRow = Readonly<Record<string, unknown>>

/**
 * Runs one statement with numbered parameters. Without values, the text may contain several statements, which run in one
 * transaction and may return no rows.
 *
 * @throws An error whose `code` is the SQLSTATE, or {@link StoreUnavailable} if the database is unreachable.
 */
export type SqlQuery = (text: string, values?: readonly SqlValue[]) => Promise<readonly SqlRow[]>

/** A statement and the values of its parameters. */
export interface Statement {
  readonly text: string
  readonly values: readonly SqlValue[]
}

/** The outcome of the reads and checks of a transaction. */
export interface Transaction<T> {
  readonly result: T
  readonly writes: readonly Statement[]
}

/**
 * A database driver.
 *
 * @decision 0032
 */
export interface SqlDriver {
  readonly query: SqlQuery
  /**
   * Runs a transaction with the isolation level `read committed`. The function sends statements, which run in the order
   * of its calls, and returns the writes, which are sent together with `COMMIT`. If one of them fails, nothing is written.
   *
   * @returns The result of the function.
   */
  transaction<T>(run: (query: SqlQuery) => Promise<Transaction<T>>): Promise<T>
  /** Returns whether the disk has free space. Optional; called after the disk was full. */
  hasFreeSpace?(): Promise<boolean>
  /** Closes all connections. */
  close(): Promise<void>
}

/** The disk of the database is full: reads succeed, writes fail. */
export const diskFull = '53100'
/** The database accepts connections but does not respond. */
const noResponse = 'no response'
/** The database is a standby or read-only: another server may have become the primary. */
const readOnly = '25006'
/** No connection became free in time. */
const noConnection = 'no connection free'

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

/** Maximum number of attempts for a statement or a transaction that conflicts with others. */
const attempts = 100

/** Runs an action until it succeeds or fails with an error that is not retryable. */
export async function retry<T>(run: () => Promise<T>, canRetry: (error: unknown) => boolean = isRetryable): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      if (attempt >= attempts || !canRetry(error)) throw error
    }
  }
}

/** Wraps a driver so that it retries statements and transactions that had no effect because of a conflict. */
export const withRetry = (driver: SqlDriver): SqlDriver => ({
  query: (text, values) => retry(() => driver.query(text, values)),
  transaction: (run) => retry(() => driver.transaction(run)),
  ...(driver.hasFreeSpace && { hasFreeSpace: () => (driver.hasFreeSpace as () => Promise<boolean>)() }),
  close: () => driver.close(),
})
